"""The project's own randomness: two generators whose output is promised never to change.

A record names a seed and must deal the same tiles for ever, so nothing here leans on a library's shuffle.

* `Stream` deals real games. It is a keyed hash stream: whoever knows some of its output learns nothing about the rest.
* `Generator` serves bots, rollouts and tests: small, fast, and open to anyone who looks. The compiled kernels carry the
  same recurrence.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256
from secrets import token_hex
from struct import Struct
from typing import TypeVar

from tessella.core.errors import OptionError
from tessella.core.validation import is_number

Item = TypeVar("Item")

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio, made odd
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
LONGEST_SEED = 100
LARGEST_SEED = 10 ** (LONGEST_SEED - 1)
EIGHT_WORDS = Struct("<8Q")


def new_seed() -> str:
    """A secret seed for a real game: 256 bits from the operating system, as 64 hexadecimal digits."""
    return token_hex(32)


def seed_text(seed: str | int | None) -> str:
    """A seed as it stands in a record: any short printable text. None asks for a fresh secret one."""
    if seed is not None and not isinstance(seed, str) and not (is_number(seed) and abs(seed) < LARGEST_SEED):
        raise OptionError(
            f"a seed is a text or a whole number of at most {LONGEST_SEED} digits, not a {type(seed).__name__}"
        )
    text = new_seed() if seed is None else str(seed)
    if not text or len(text) > LONGEST_SEED or not text.isprintable() or text != text.strip():
        raise OptionError(
            f"a seed is a printable text of 1 to {LONGEST_SEED} characters without spaces around it, not {text!r}"
        )
    return text


def commitment(seed: str) -> str:
    """The hash of a seed that may be published before the game; the seed itself follows after it."""
    return sha256(seed.encode()).hexdigest()


class Stream:
    """Numbers from a secret seed, for dealing. Version 1: records rely on every bit of it.

    Block i is BLAKE2b-512 of the counter i (8 bytes, little-endian), keyed with the BLAKE2b-256 of the seed's text.
    It is read as eight 64-bit little-endian words.
    """

    def __init__(self, seed: str) -> None:
        self._key = blake2b(seed.encode(), digest_size=32, person=b"tessella seed 1").digest()
        self._blocks = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 64 bits."""
        return (self._words or self._more_words()).pop()

    def _more_words(self) -> list[int]:
        """The words of the next block, the first one last."""
        counter = self._blocks.to_bytes(8, "little")
        block = blake2b(counter, digest_size=64, key=self._key).digest()
        self._blocks += 1
        self._words = [*reversed(EIGHT_WORDS.unpack(block))]
        return self._words

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, every one exactly equally likely."""
        word = (self._words or self._more_words()).pop()
        # Only the last few of all words, fewer than n, would favour some numbers: mostly one look says that it is none.
        while word > MASK - n and word > MASK - (1 << 64) % n:
            word = self.word()
        return word % n

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put the items into a random order, in place (Fisher-Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Generator:
    """A splitmix64 generator. Same seed, same numbers; nothing about it is secret."""

    def __init__(self, seed: int = 0) -> None:
        if not is_number(seed):
            raise OptionError(f"the seed of a generator is a whole number, not {seed!r}")
        self.state = seed & MASK

    def word(self) -> int:
        """The next 64 bits."""
        self.state = z = (self.state + STEP) & MASK
        z = ((z ^ (z >> 30)) * MIX_1) & MASK
        z = ((z ^ (z >> 27)) * MIX_2) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1 (n up to 2**32; the bias is below n / 2**32)."""
        return (self.word() >> 32) * n >> 32

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Put the items into a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
