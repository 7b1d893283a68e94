"""The layout of an observation, or of a row of features: named fields, one after the other, of 16-bit integers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tessella.core import TessellaError
from tessella.core.validation import listing

Numbers = NDArray[np.int16]
Mask = NDArray[np.int8]

FAR = 9999


@dataclass(frozen=True, slots=True)
class Field:
    """Consecutive numbers of an observation with one meaning."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers the field has."""
        return int(np.prod(self.shape, dtype=int))


class Fields:
    """Fields in their order, and where each begins."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self.start: dict[str, int] = {}
        self.size = 0
        for field in self.fields:
            self.start[field.name] = self.size
            self.size += field.size

    def part(self, numbers: Numbers, name: str) -> Numbers:
        """A field of an array (or of many, in rows), in its shape."""
        field = next((field for field in self.fields if field.name == name), None)
        if field is None:
            raise TessellaError(f"there is no field {name!r}; the fields are {listing(self.start)}")
        start = self.start[name]
        return numbers[..., start : start + field.size].reshape(*numbers.shape[:-1], *field.shape)

    def bounds(self) -> tuple[Numbers, Numbers]:
        """The minimum and the maximum of each number."""
        low = np.concatenate([np.full(field.size, field.low, np.int16) for field in self.fields])
        high = np.concatenate([np.full(field.size, field.high, np.int16) for field in self.fields])
        return low, high

    def table(self) -> str:
        """The fields as a table in Markdown: what `docs/research.md` shows."""
        lines = ["| index | field | shape | values | meaning |", "|---|---|---|---|---|"]
        for field in self.fields:
            start = self.start[field.name]
            index = f"{start}" if field.size == 1 else f"{start}–{start + field.size - 1}"
            shape = " × ".join(map(str, field.shape))
            values = f"{field.low} to {field.high}"
            lines.append(f"| {index} | `{field.name}` | {shape} | {values} | {field.meaning} |")
        return "\n".join(lines)


class Layout(Fields):
    """All fields of an observation."""

    def __init__(self, fields: Sequence[Field]) -> None:
        super().__init__(fields)
        (self.actions,) = (field.shape[0] for field in self.fields if field.name == "legal")
        """The number of actions, waiting included."""


def relative(seat: int | None, viewer: int, players: int) -> int:
    """A seat as an observation counts it: 1 the viewer's own, 2 the next one; 0 nobody."""
    return 0 if seat is None else 1 + (seat - viewer) % players
