"""Playing, learning and replaying games in the terminal."""
