"""Stores of tables and their moves."""

from elfer.core import texts

texts.add(__name__)
