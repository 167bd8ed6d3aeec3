"""Simulations, tournaments, reports, plots and benchmarks."""

from elfer.core import texts

texts.add(__name__)
