"""One table: seating, devices, the room with its match, the clock, and the news for each device."""
