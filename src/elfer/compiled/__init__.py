"""The Numba toolbox: the decorator, bit sets, random streams. Knows no game."""
