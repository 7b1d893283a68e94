"""Stands in for the module `cython` where a kernel runs interpreted and Cython is not installed."""

compiled = False
