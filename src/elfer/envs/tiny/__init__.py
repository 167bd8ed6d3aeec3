"""Tiny: a row game small enough to be solved."""

from elfer.envs.tiny.rules import Tinier, Tiny

__all__ = ["Tinier", "Tiny"]
