"""Where tables and their moves are kept."""
