"""The Numba toolbox: the decorator, sets of bits, streams of random numbers. Knows no game."""
