"""What somebody at one address does to spoil everybody's game, and what a failing disk does.

Each attack has a short form among the tests; `make attack` runs the long one and prints what others noticed.
"""
