"""Attacks from one address, and failures of the disk.

Each attack has a short form among the tests; `make attack` runs the long one and prints what others noticed.
"""
