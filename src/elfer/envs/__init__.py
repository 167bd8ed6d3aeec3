"""The games for learning programs: as numbers, and in the form that PettingZoo and OpenSpiel speak."""

from elfer.core import texts

texts.add(__name__)
