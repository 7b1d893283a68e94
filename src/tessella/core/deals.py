"""The deal of a table: a secret of the server, mixed with what the players' clients contribute. See docs/server.md.

The secret's hash is published before any contribution is known, and every contribution is sealed (hashed) before the
first one is opened. Version 1: records rely on every bit of it.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from secrets import token_hex
from typing import NamedTuple

from tessella.core.errors import OptionError
from tessella.core.random import commitment
from tessella.core.seats import seat_name, seat_number

TITLE = "tessella deal 1"
SEAL_TITLE = "tessella contribution 1"
_NUMBERED = re.compile(r"([a-z]+)-([1-9][0-9]?)")
_HEX = re.compile(r"[0-9a-f]{64}")


def new_contribution() -> str:
    """A client's contribution: 256 bits from the operating system, as 64 hexadecimal digits."""
    return token_hex(32)


def seal_of(contribution: str) -> str:
    """The hash of a contribution, which hides it and fixes it."""
    return sha256(f"{SEAL_TITLE}\n{contribution}\n".encode()).hexdigest()


def canonical(secret: str, contributions: Mapping[int, str]) -> str:
    """The text whose hash is the seed: a line for the secret, and one for each contribution in the order of the seats.

    Two different deals never have the same text: a line has no line break in it, and begins with what it is.
    """
    if not secret or not secret.isprintable():
        raise OptionError("the secret of a deal is one printable line")
    for seat, contribution in contributions.items():
        if seat < 0 or not _HEX.fullmatch(contribution):
            raise OptionError(f"the contribution of {seat_name(seat)} is not 64 hexadecimal digits in small letters")
    lines = [f"{seat_name(seat)} {contributions[seat]}" for seat in sorted(contributions)]
    return "\n".join([TITLE, f"secret {secret}", *lines, ""])


class Deal(NamedTuple):
    """All that determines a deal; seats are counted from 0."""

    secret: str
    seals: Mapping[int, str]
    """By seat, of those whose clients promised a contribution."""
    contributions: Mapping[int, str]
    """By seat, of those whose clients opened their seal in time."""

    @property
    def seed(self) -> str:
        """The seed from which the game is dealt. Where nobody contributed it is the secret itself."""
        if not self.contributions:
            return self.secret
        return sha256(canonical(self.secret, self.contributions).encode()).hexdigest()

    @property
    def unopened(self) -> list[int]:
        """The seats whose seals were not opened."""
        return sorted(set(self.seals) - set(self.contributions))

    def broken(self) -> list[int]:
        """The seats whose contributions are not those that were sealed."""
        return [seat for seat, text in sorted(self.contributions.items()) if self.seals.get(seat) != seal_of(text)]

    def headers(self) -> dict[str, str]:
        """The deal as headers of a record.

        `commitment` is the hash of the record's seed, as in the first records. A mixed deal has `secret-hash` instead,
        so that no older reader compares the wrong values.
        """
        headers = {"commitment": commitment(self.secret)}
        if self.contributions:
            headers = {"secret-hash": commitment(self.secret), "secret": self.secret}
        for seat in sorted({*self.seals, *self.contributions}):
            number = seat_number(seat)
            if seat in self.seals:
                headers[f"seal-{number}"] = self.seals[seat]
            if seat in self.contributions:
                headers[f"contribution-{number}"] = self.contributions[seat]
        return headers


def deal_of(seed: str, headers: Mapping[str, str]) -> Deal:
    """The deal that the headers of a record describe, whether or not it gives the record's seed."""
    return Deal(headers.get("secret", seed), _by_seat(headers, "seal"), _by_seat(headers, "contribution"))


def _by_seat(headers: Mapping[str, str], name: str) -> dict[int, str]:
    values = {}
    for number, text in _numbered(headers, name):
        if not _HEX.fullmatch(text):
            raise OptionError(f"the header '{name}-{number}' is not 64 hexadecimal digits in small letters")
        values[number - 1] = text
    return values


def _numbered(headers: Mapping[str, str], name: str) -> Iterable[tuple[int, str]]:
    for header, text in headers.items():
        match = _NUMBERED.fullmatch(header)
        if match and match[1] == name:
            yield int(match[2]), text
