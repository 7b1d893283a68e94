"""How a table comes to its deal: who sealed a contribution, who opened it, and when the seed is fixed."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from tessella.core.deals import Deal
from tessella.tables.entries import AnyBody, Contributed, Dealt, Left, SeatTaken, TimeSkipped

EXAMPLE_SEED = "an example"
"""Deals what a table shows before its own deal is fixed: public, and the same at every table."""


class Dealing(Struct, frozen=True, gc=False):
    """The deal of a table so far. It is never changed in place.

    Contributions are sealed while seats are taken, and opened when every seat is taken. Nobody comes or goes in
    between, so that no contribution can be sealed after another was opened.
    """

    secret: str
    seals: Mapping[int, str]
    """By seat."""
    contributions: Mapping[int, str]
    """Those that were opened, by seat."""
    full_since: float | None = None
    """When the last seat was taken; None while one is open."""
    seed: str | None = None
    """The seed of the game, once the deal is fixed."""

    @property
    def deal(self) -> Deal:
        """All that determines the deal."""
        return Deal(self.secret, self.seals, self.contributions)

    @property
    def missing(self) -> list[int]:
        """The seats whose contributions are awaited now."""
        return self.deal.unopened if self.full_since is not None and self.seed is None else []

    def after(self, body: AnyBody | None, full: bool, at: float) -> "Dealing":
        """What follows an entry, or the opening of the table (None). `full`: every seat is taken."""
        if self.seed is not None:
            return self
        seals, contributions = dict(self.seals), dict(self.contributions)
        match body:
            case SeatTaken(seat=seat, seal=seal) if seal is not None:
                seals[seat] = seal
            case Left() if not full:
                for seat in body.seats:
                    seals.pop(seat, None)
            case Contributed():
                contributions[body.seat] = body.contribution
        full_since = None if not full else at if self.full_since is None else self.full_since
        if full_since is not None and isinstance(body, TimeSkipped):
            full_since = body.moved(full_since)
        after = replace(self, seals=seals, contributions=contributions, full_since=full_since)
        fixed = full and (not after.missing or isinstance(body, Dealt))
        return replace(after, seed=after.deal.seed) if fixed else after
