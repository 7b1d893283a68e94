"""Running a match."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import chain

from tessella.arena.figures import ALPHA, FEWEST, allowance, looks
from tessella.arena.match import RESULTS_ONLY, Keep, Match, Task
from tessella.arena.result import Result, result_of
from tessella.arena.sprt import Sprt
from tessella.arena.tally import Tally, TaskResult
from tessella.arena.workers import Runner, here

Progress = Callable[[Tally], None]
"""Called after every task."""

EARLY = (
    "A match that stops early stops while one is doing well: its shares are a little too far from even, though their "
    "wider intervals hold. With --no-stop-early all games are played."
)
"""The caveat of a match that stopped early."""
SECONDS = 0.25
"""How long a task should take, if its number of deals is not given: long beside its overhead, short to wait for."""
MAX_DEALS = 1000
"""The most deals of a task."""


class Tasks:
    """Divides a match into tasks of any size; none extends beyond the next look."""

    def __init__(
        self,
        match: Match,
        batch: int | None = None,
        keep: Keep = RESULTS_ONLY,
        stops: Callable[[int], Iterable[int]] = looks,
    ) -> None:
        self.match = match
        self.fixed = batch
        self.batch = batch or 1
        self.keep = keep
        self.stops = stops
        self.played = [0] * len(match.lineups)
        """The number of deals of each line-up that need no task, as they were played before."""

    def __iter__(self) -> Iterator[Task]:
        start = 0
        for stop in self.stops(self.match.deals):
            for lineup in range(len(self.match.lineups)):
                deal = max(start, self.played[lineup])
                while deal < stop:
                    deals = min(self.batch, stop - deal)
                    yield Task(self.match, lineup, deal, deals, self.keep)
                    deal += deals
            start = stop

    def took(self, deals: int, seconds: float) -> None:
        """Adapt the size of the next tasks to the time that one took."""
        if self.fixed is None:
            wanted = int(deals * SECONDS / max(seconds, 1e-6))
            self.batch = max(1, min(wanted, 2 * self.batch, MAX_DEALS))


def run(
    match: Match,
    runner: Runner = here,
    *,
    stop_early: bool = False,
    sprt: Sprt | None = None,
    batch: int | None = None,
    progress: Progress | None = None,
    keep: Keep = RESULTS_ONLY,
    played: Iterable[TaskResult] = (),
    store: Callable[[TaskResult], None] | None = None,
) -> Result:
    """Play a match. The same match has the same result with any runner and any size of batches.

    With `stop_early`, all pairs are checked after fixed numbers of deals ("looks"), and the match ends once every pair
    is decided. The looks share the permitted error (see `figures.allowance`); the intervals of all shares are then
    those of the last look, which are valid however many looks there were. With `sprt`, the match ends when that test
    accepts a hypothesis.

    Ctrl-C ends the match; the result is that of the deals played until then. `store` gets the counts of every task. A
    match that gets them back as `played` goes on where it stopped, and has the same result as if it had not stopped.
    """
    tally = Tally(match)
    tasks = Tasks(match, batch, keep, looks if sprt is None else sprt.looks)
    ending = _Ending(tally, tasks, stop_early, sprt)
    parts: Iterator[TaskResult] = iter(())
    try:
        for part in played:
            tally.add(part)
            tasks.played[part.lineup] = part.first + part.deals
            if (result := ending.after(part)) is not None:
                return result
        if progress is not None and tally.deals:
            progress(tally)
        parts = runner(tasks)
        for part in parts:
            if store is not None:
                store(part)
            tally.add(part)
            tasks.took(part.deals, part.took)
            if progress is not None:
                progress(tally)
            if (result := ending.after(part)) is not None:
                return result
    except KeyboardInterrupt:
        if not tally.deals:
            raise
        return result_of(tally, interrupted=True, sprt=sprt)
    finally:
        _close(parts)
    return result_of(tally, allowance(match.deals, match.deals) if stop_early else ALPHA, sprt=sprt)


class _Ending:
    """Decides at each look whether a match ends before all its games are played."""

    def __init__(self, tally: Tally, tasks: Tasks, stop_early: bool, sprt: Sprt | None) -> None:
        self.tally = tally
        self.stop_early = stop_early
        self.sprt = sprt
        self.deals = tally.match.deals
        self.looks = iter(tasks.stops(self.deals))
        self.next = next(self.looks)

    def after(self, part: TaskResult) -> Result | None:
        """The result, if the match ends with this part."""
        done = self.tally.deals
        # A look is due when the last line-up has reached it; parts come in order, so none is beyond it yet.
        if done != self.next or done == self.deals or part.lineup != len(self.tally.match.lineups) - 1:
            return None
        self.next = next(self.looks)
        if self.sprt is not None:
            if self.sprt.test(self.tally).accepted is not None:
                return result_of(self.tally, stopped_early=True, sprt=self.sprt)
        elif self.stop_early and done >= FEWEST and _decided(self.tally, allowance(done, self.deals)):
            return result_of(self.tally, allowance(done, self.deals), stopped_early=True)
        return None


def run_all(matches: Sequence[Match], runner: Runner = here, progress: Progress | None = None) -> list[Result]:
    """Play several matches one after the other, with the same workers."""
    return list(run_each(matches, runner, progress))


def run_each(
    matches: Sequence[Match], runner: Runner = here, progress: Progress | None = None
) -> Generator[Result, None, None]:
    """Like `run_all`, but yield each result as soon as its match is over, while the workers play the next one."""
    divided = [Tasks(match) for match in matches]
    waiting = zip(matches, divided, strict=True)
    tally = None
    parts = runner(chain.from_iterable(divided))
    try:
        for part in parts:
            if tally is None:
                match, tasks = next(waiting)
                tally = Tally(match)
            tally.add(part)
            tasks.took(part.deals, part.took)
            if progress is not None:
                progress(tally)
            if tally.deals == match.deals:
                yield result_of(tally)
                tally = None
    finally:
        _close(parts)


def _close(parts: Iterator[TaskResult]) -> None:
    """Close the iterator, so that nothing is left running."""
    close = getattr(parts, "close", None)
    if close is not None:
        close()


def _decided(tally: Tally, alpha: float) -> bool:
    """Whether in every pair one bot is certainly better."""
    estimates = [tally.between(pair, alpha) for pair in tally.pairs()]
    return all(not each.low <= 0.5 <= each.high for each in estimates)
