"""Environments for research: encodings as arrays, PettingZoo and OpenSpiel."""

from elfer.core import texts

texts.add(__name__)
