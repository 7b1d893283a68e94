"""Stands in for the module `cython` where a kernel runs interpreted and Cython is not installed."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
