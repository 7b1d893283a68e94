"""The random numbers of `core.random.Generator`, for kernels.

Ordinary Python that Cython can compile (`luck.pxd`).
"""

from collections.abc import MutableSequence

from tessella.core.random import MASK, MIX_1, MIX_2, STEP
from tessella.core.random import MASK as WORD


class Luck:
    """A generator that a kernel can use without the interpreter."""

    def __init__(self) -> None:
        """Starts at 0."""
        self.state = 0

    def start(self, seed: int) -> None:
        """Start anew from a seed of any size, of which 64 bits count."""
        self.state = seed & MASK  # not WORD, which is a C number when compiled

    def word(self) -> int:
        """The next 64 random bits."""
        z = self.state = (self.state + STEP) & WORD
        z = ((z ^ (z >> 30)) * MIX_1) & WORD
        z = ((z ^ (z >> 27)) * MIX_2) & WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        return (self.word() >> 32) * n >> 32

    def shuffle(self, items: MutableSequence[int], size: int) -> None:
        """Put the first items into a random order. One call for all of them: between compiled modules, calls cost."""
        for i in range(size - 1, 0, -1):
            j = self.below(i + 1)
            item = items[i]
            items[i] = items[j]
            items[j] = item
