"""Benchmarks; most compare with a reference in the same run."""
