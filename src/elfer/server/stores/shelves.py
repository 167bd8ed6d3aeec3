"""Shelves: texts by their keys, as a browser can keep them, and one that is forgotten with its process."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

import msgspec

from elfer.server.store import Conflict, Fenced, Unavailable


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is to happen to a shelf, all of it or nothing."""

    need: dict[str, str] = {}
    """What must be there, else it is `Fenced`, …"""
    add: dict[str, str] = {}
    """… and what must not be there yet, else it is a `Conflict`."""
    drop: list[str] = []
    """The beginnings of keys that are to go, before anything new comes."""
    put: dict[str, str] = {}


class Shelf(Protocol):
    """Where texts lie. Each verb may raise `Unavailable`."""

    def read(self, *beginnings: str) -> Awaitable[list[dict[str, str]]]:
        """For each beginning the texts whose keys begin so, in the order of the keys; all of one moment."""

    def write(self, change: Change) -> Awaitable[None]:
        """Let a change happen; it is durable when this returns."""


class DictShelf:
    """A shelf that is forgotten with its process."""

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self._texts = texts or {}

    async def read(self, *beginnings: str) -> list[dict[str, str]]:
        texts = sorted(self._texts.items())
        return [{key: text for key, text in texts if key.startswith(first)} for first in beginnings]

    async def write(self, change: Change) -> None:
        if any(self._texts.get(key) != text for key, text in change.need.items()):
            raise Fenced
        if taken := change.add.keys() & self._texts.keys():
            raise Conflict(min(taken))
        drop = tuple(change.drop)
        kept = (
            {key: text for key, text in self._texts.items() if not key.startswith(drop)}
            if drop
            else self._texts
        )
        self._texts = kept | change.put | change.add


class There(Protocol):
    """A shelf of the browser's, which takes and promises JSON; what it promises else is what went wrong."""

    def read(self, beginnings: str) -> Awaitable[str]: ...
    def write(self, change: str) -> Awaitable[str]: ...


class ForeignShelf:
    """A shelf that is not Python's."""

    def __init__(self, there: There) -> None:
        self._there = there

    async def read(self, *beginnings: str) -> list[dict[str, str]]:
        found = await self._there.read(_text(beginnings))
        if not found.startswith("["):
            raise Unavailable(found)
        return msgspec.json.decode(found, type=list[dict[str, str]])

    async def write(self, change: Change) -> None:
        match await self._there.write(_text(change)):
            case "kept":
                return
            case "fenced":
                raise Fenced
            case "conflict":
                raise Conflict
            case why:
                raise Unavailable(why)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()
