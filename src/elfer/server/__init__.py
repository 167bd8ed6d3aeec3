"""Tables for people: session, lobby, room, clock, bot pool, wire."""

from elfer.core import texts

texts.add(__name__)
