"""Solos: each level plays games without an opponent, all levels the same deals.

A match takes two players, so these have a plan, results and a file of their own, which the ladder plays, too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from lab.plan import SLOW, parse_options
from lab.results import ResultFile
from tessella.arena.figures import ALPHA, Estimate, mean_of, quantile
from tessella.arena.play import ArenaError
from tessella.bots import LEVELS, bot_named
from tessella.core import Generator, Json
from tessella.core.clock import cpu_seconds
from tessella.games import game_named
from tessella.games.chromino import Draw

VARIANTS = (("chromino", "--edition classic"), ("chromino", "--edition classic --scoring expert"))
"""Game and options of the solos."""
CHUNK = 10
"""So many deals are one task of a worker process."""


@dataclass(frozen=True, slots=True)
class Solo:
    """A level that plays alone."""

    game: str
    options: str
    """As arguments of a command, without the number of players."""
    level: str
    deals: int
    seed: str

    @property
    def option_texts(self) -> dict[str, str]:
        """The options by their names."""
        return {**parse_options(self.options), "players": "1"}

    @property
    def variant(self) -> str:
        """The options in words."""
        texts = self.option_texts.items()
        edition, *others = (text if name == "edition" else f"{name} {text}" for name, text in texts)
        return ", ".join([edition, *others[:-1]])

    @property
    def scored(self) -> bool:
        """Whether points count."""
        return "scoring" in self.option_texts

    @property
    def words(self) -> frozenset[str]:
        """The words that `--only` selects it by."""
        return frozenset([self.game, self.level, "alone", *self.variant.replace(",", " ").split()])

    def __str__(self) -> str:
        return f"{self.game.capitalize()}, {self.variant}: {self.level} alone"

    def to_json(self) -> Json:
        """What identifies it in a file of results."""
        return {
            "game": self.game,
            "options": self.option_texts,
            "level": self.level,
            "deals": self.deals,
            "seed": self.seed,
        }


class SoloGame(NamedTuple):
    """The result of one game."""

    won: bool
    drawn: int
    points: int
    """0 for a lost game."""
    decisions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SoloResult:
    """The result of all games of a level."""

    solo: Solo
    won: Estimate
    drawn: Estimate
    """Tiles in a game."""
    points: Estimate
    milliseconds: float
    """CPU time per decision."""

    def __str__(self) -> str:
        points = f", {_interval(self.points)} points" if self.solo.scored else ""
        return f"wins {self.won} of {self.solo.deals:,} games, draws {_interval(self.drawn)} tiles{points}"


def plan(games: int, part: int, seed: str) -> tuple[Solo, ...]:
    """Every level by every variant, all on the same deals; the slow level plays only the first of them."""
    return tuple(
        Solo(game, options, level, max(games // part if level == SLOW else games // 2, 1), seed)
        for game, options in VARIANTS
        for level in LEVELS
    )


# -------------------------------------------------------------------------------------------------------------- playing


def play(solo: Solo, deals: Iterable[int]) -> list[SoloGame]:
    """Play some deals. The bot sees views only."""
    game = game_named(solo.game)
    options = game.read_options(solo.option_texts)
    bot = bot_named(game, solo.level)
    played = []
    for deal in deals:
        state = game.new(options, _hash(f"deal {deal} of {solo.seed}").hex())
        luck = Generator(int.from_bytes(_hash(f"luck {deal} of {solo.seed}")[:8], "little"))
        seconds = 0.0
        while state.outcome is None:
            view = state.view(0)
            start = cpu_seconds()
            action = bot.choose(view, luck)
            seconds += cpu_seconds() - start
            if action is None:
                raise ArenaError(f"the bot {bot.name} does nothing in the game with seed {state.seed}")
            state.apply(0, action)
        won = bool(state.outcome.winners)
        drawn = sum(isinstance(action, Draw) for _, action in state.history)
        points = state.outcome.scores[0] if solo.scored and won else 0
        played.append(SoloGame(won, drawn, points, len(state.history), seconds))
    return played


def play_all(solo: Solo, processes: int, progress: Callable[[int], None]) -> SoloResult:
    """Play all deals of a solo. The result does not depend on the number of processes."""
    games: list[SoloGame] = []
    for chunk in _chunks(solo, processes):
        games += chunk
        progress(len(games))
    decisions = sum(game.decisions for game in games)
    return SoloResult(
        solo,
        mean_of([float(game.won) for game in games]),
        _mean([game.drawn for game in games]),
        _mean([game.points for game in games]),
        1000 * sum(game.seconds for game in games) / decisions,
    )


def _chunks(solo: Solo, processes: int) -> Iterator[list[SoloGame]]:
    chunks = [range(first, min(first + CHUNK, solo.deals)) for first in range(0, solo.deals, CHUNK)]
    if processes == 1:
        yield from (play(solo, chunk) for chunk in chunks)
        return
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        yield from pool.map(play, [solo] * len(chunks), chunks)
    except BrokenProcessPool:
        raise ArenaError("a worker process has died; perhaps there is not enough memory") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _mean(numbers: list[int]) -> Estimate:
    """The mean of numbers that are not shares, with its interval."""
    count = len(numbers)
    mean = sum(numbers) / count
    spread = sum((number - mean) ** 2 for number in numbers) / max(count - 1, 1)
    reach = quantile(ALPHA, count - 1) * (spread / count) ** 0.5
    return Estimate(mean, max(mean - reach, 0.0), mean + reach)


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16, person=b"tessella solo 1").digest()


# -------------------------------------------------------------------------------------------------------------- results


class SoloResults:
    """The results of solos so far, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = ResultFile(file, "alone", lambda entry: entry["solo"])

    def find(self, solo: Solo) -> SoloResult | None:
        """The result of a solo, if today's bots played it."""
        entry = self._file.find(solo.game, solo.to_json())
        if entry is None:
            return None
        won, drawn, points = (Estimate(*entry[name]) for name in ("won", "drawn", "points"))
        return SoloResult(solo, won, drawn, points, entry["ms_per_decision"])

    def add(self, result: SoloResult) -> None:
        """Store a result at once."""
        entry: Json = {"solo": result.solo.to_json()}
        for name, estimate in (("won", result.won), ("drawn", result.drawn), ("points", result.points)):
            entry[name] = [round(number, 6) for number in (estimate.mean, estimate.low, estimate.high)]
        entry["ms_per_decision"] = round(result.milliseconds, 4)
        self._file.add(result.solo.game, entry)

    def remove(self, solos: Iterable[Solo]) -> None:
        """Remove results, so that these solos are played anew."""
        self._file.remove(solo.to_json() for solo in solos)


def tables(results: Mapping[Solo, SoloResult | None]) -> list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    """For each variant that was played its name, the heads of its columns, and a row for each level."""
    variants = []
    for variant in dict.fromkeys(solo.variant for solo in results):
        of_variant = {solo: result for solo, result in results.items() if solo.variant == variant}
        if not any(of_variant.values()):
            continue
        scored = any(solo.scored for solo in of_variant)
        heads = ("level", "games", "won", "tiles drawn", *(["points"] if scored else []))
        variants.append((variant, heads, [_row(solo, result, len(heads)) for solo, result in of_variant.items()]))
    return variants


def _row(solo: Solo, result: SoloResult | None, columns: int) -> tuple[str, ...]:
    if result is None:
        return (solo.level, *["–"] * (columns - 1))
    won = f"{result.won.mean:.1%} ({100 * result.won.low:.1f}–{result.won.high:.1%})"
    return (solo.level, f"{solo.deals:,}", won, _interval(result.drawn), _interval(result.points))[:columns]


def _interval(estimate: Estimate) -> str:
    return f"{estimate.mean:.1f} ({estimate.low:.1f}–{estimate.high:.1f})"
