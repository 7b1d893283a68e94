"""Running a match."""

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import chain

from tessella.arena.figures import ALPHA, FEWEST, allowance, looks
from tessella.arena.match import Match, Task
from tessella.arena.result import Result, result_of
from tessella.arena.tally import Part, Tally
from tessella.arena.workers import Players, here

Progress = Callable[[Tally], None]
"""Told after every task."""

EARLY = (
    "A match that stops early stops while one is doing well: its shares are a little too far from even, though their "
    "wider intervals hold. With --no-stop-early all games are played."
)
"""What to know of a match that stopped early."""
SECONDS = 0.25
"""How long a task should take, if nobody said how many deals it is: long beside handing it out, short to wait for."""
MOST = 1000


class Tasks:
    """Cuts a match into tasks, in any way: only may no task go beyond the next look."""

    def __init__(self, match: Match, batch: int | None = None) -> None:
        self.match = match
        self.fixed = batch
        self.batch = batch or 1

    def __iter__(self) -> Iterator[Task]:
        start = 0
        for stop in looks(self.match.deals):
            for table in range(len(self.match.tables)):
                deal = start
                while deal < stop:
                    deals = min(self.batch, stop - deal)
                    yield Task(self.match, table, deal, deals)
                    deal += deals
            start = stop

    def took(self, deals: int, seconds: float) -> None:
        """Make the next tasks larger or smaller by what one took."""
        if self.fixed is None:
            wanted = int(deals * SECONDS / max(seconds, 1e-6))
            self.batch = max(1, min(wanted, 2 * self.batch, MOST))


def run(
    match: Match,
    players: Players = here,
    *,
    stop_early: bool = False,
    batch: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play a match. The result is the same for the same match, whoever plays it and in whatever batches.

    To stop early, every pair is looked at after fixed numbers of deals, and the match ends once all pairs are decided.
    The looks share the error that is allowed (see `figures.allowance`), and the intervals of all shares are then those
    of the last look, which hold however often one looks.
    """
    tally = Tally(match)
    tasks = Tasks(match, batch)
    planned = looks(match.deals)
    parts = players(tasks)
    try:
        for part in parts:
            tally.add(part)
            tasks.took(part.deals, part.took)
            if progress is not None:
                progress(tally)
            done = tally.deals
            # A look comes when the last table has reached it; parts come in order, so none is beyond it yet.
            if stop_early and planned and done == planned[0] and part.table == len(match.tables) - 1:
                planned.pop(0)
                if FEWEST <= done < match.deals and _decided(tally, allowance(done, match.deals)):
                    return result_of(tally, allowance(done, match.deals), stopped_early=True)
    finally:
        _close(parts)
    return result_of(tally, allowance(match.deals, match.deals) if stop_early else ALPHA)


def run_all(matches: Sequence[Match], players: Players = here, progress: Progress | None = None) -> list[Result]:
    """Play several matches one after the other, by the same workers."""
    return list(run_each(matches, players, progress))


def run_each(
    matches: Sequence[Match], players: Players = here, progress: Progress | None = None
) -> Generator[Result, None, None]:
    """The same, but each result comes as soon as its match is over, while the workers are at the next one."""
    cuts = [Tasks(match) for match in matches]
    waiting = zip(matches, cuts, strict=True)
    tally = None
    parts = players(chain.from_iterable(cuts))
    try:
        for part in parts:
            if tally is None:
                match, cut = next(waiting)
                tally = Tally(match)
            tally.add(part)
            cut.took(part.deals, part.took)
            if progress is not None:
                progress(tally)
            if tally.deals == match.deals:
                yield result_of(tally)
                tally = None
    finally:
        _close(parts)


def _close(parts: Iterator[Part]) -> None:
    """Leave nothing running."""
    close = getattr(parts, "close", None)
    if close is not None:
        close()


def _decided(tally: Tally, alpha: float) -> bool:
    """Whether of every pair one is certainly the better."""
    estimates = [tally.between(pair, alpha) for pair in tally.pairs()]
    return all(not each.low <= 0.5 <= each.high for each in estimates)
