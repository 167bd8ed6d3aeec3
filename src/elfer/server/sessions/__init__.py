"""One page's conversation with the server: commands, hints, lessons, replays, typed moves."""
