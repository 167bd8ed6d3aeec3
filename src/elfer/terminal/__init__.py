"""Games in the terminal: what each kind of table looks like, and playing at it."""
