"""Ladder: a game of its own for elfer."""
