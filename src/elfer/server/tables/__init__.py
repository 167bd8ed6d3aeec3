"""One table: seating, devices, the room with its match, the clock, and what each seat is told."""
