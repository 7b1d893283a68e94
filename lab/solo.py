"""Games alone: how each level does where there is nobody to compare it with but the others on the same deals.

A match takes two players, so these have a plan, results and a file of their own, which the ladder plays, too.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from hashlib import blake2b
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import tessella
from lab.plan import SLOW
from tessella.arena.figures import ALPHA, Estimate, mean_of, quantile
from tessella.arena.play import ArenaError
from tessella.arena.source import code_of
from tessella.bots import LEVELS, bot_named
from tessella.core import Generator, Json
from tessella.games import game_named
from tessella.games.chromino import Draw

VARIANTS = (("chromino", "--edition classic"), ("chromino", "--edition classic --scoring expert"))
"""What is played alone."""
CHUNK = 10
"""So many deals are played in one go."""


@dataclass(frozen=True, slots=True)
class Solo:
    """A level that plays alone."""

    game: str
    agreed: str
    """The options, as they are written behind a command."""
    level: str
    deals: int
    seed: str

    @property
    def texts(self) -> dict[str, str]:
        """The options by their names."""
        words = self.agreed.split()
        found = {name.removeprefix("--"): text for name, text in zip(words[::2], words[1::2], strict=True)}
        return {**found, "players": "1"}

    @property
    def variant(self) -> str:
        """What is agreed, in words."""
        edition, *others = (text if name == "edition" else f"{name} {text}" for name, text in self.texts.items())
        return ", ".join([edition, *others[:-1]])

    @property
    def scored(self) -> bool:
        """Whether points count."""
        return "scoring" in self.texts

    @property
    def words(self) -> frozenset[str]:
        """What it can be found by."""
        return frozenset([self.game, self.level, "alone", *self.variant.replace(",", " ").split()])

    def __str__(self) -> str:
        return f"{self.game.capitalize()}, {self.variant}: {self.level} alone"


class Game(NamedTuple):
    """How a game went."""

    won: bool
    drawn: int
    points: int
    """A lost game counts none."""
    decisions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Alone:
    """What the games of a level came to."""

    solo: Solo
    won: Estimate
    drawn: Estimate
    """Tiles in a game."""
    points: Estimate
    milliseconds: float
    """CPU time per decision."""

    def __str__(self) -> str:
        points = f", {_numbers(self.points)} points" if self.solo.scored else ""
        return f"wins {self.won} of {self.solo.deals:,} games, draws {_numbers(self.drawn)} tiles{points}"


def plan(games: int, part: int, seed: str) -> tuple[Solo, ...]:
    """Every level by every variant, all on the same deals; the slow one on the first of them only."""
    return tuple(
        Solo(game, agreed, level, max(games // part if level == SLOW else games // 2, 1), seed)
        for game, agreed in VARIANTS
        for level in LEVELS
    )


# -------------------------------------------------------------------------------------------------------------- playing


def play(solo: Solo, deals: Iterable[int]) -> list[Game]:
    """Some deals, by the bots' public way: they see views."""
    game = game_named(solo.game)
    options = game.read_options(solo.texts)
    bot = bot_named(game, solo.level)
    played = []
    for deal in deals:
        state = game.new(options, _hash(f"deal {deal} of {solo.seed}").hex())
        luck = Generator(int.from_bytes(_hash(f"luck {deal} of {solo.seed}")[:8], "little"))
        seconds = 0.0
        while state.outcome is None:
            view = state.view(0)
            start = time.thread_time()
            action = bot.choose(view, luck)
            seconds += time.thread_time() - start
            if action is None:
                raise ArenaError(f"the bot {bot.name} does nothing in the game with seed {state.seed}")
            state.apply(0, action)
        won = bool(state.outcome.winners)
        drawn = sum(isinstance(action, Draw) for _, action in state.history)
        points = state.outcome.scores[0] if solo.scored and won else 0
        played.append(Game(won, drawn, points, len(state.history), seconds))
    return played


def play_all(solo: Solo, processes: int, progress: Callable[[int], None]) -> Alone:
    """All deals of a level, by so many processes; whatever their number, it comes to the same."""
    games: list[Game] = []
    for chunk in _chunks(solo, processes):
        games += chunk
        progress(len(games))
    decisions = sum(game.decisions for game in games)
    return Alone(
        solo,
        mean_of([float(game.won) for game in games]),
        _mean([game.drawn for game in games]),
        _mean([game.points for game in games]),
        1000 * sum(game.seconds for game in games) / decisions,
    )


def _chunks(solo: Solo, processes: int) -> Iterator[list[Game]]:
    chunks = [range(first, min(first + CHUNK, solo.deals)) for first in range(0, solo.deals, CHUNK)]
    if processes == 1:
        yield from (play(solo, chunk) for chunk in chunks)
        return
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        yield from pool.map(play, [solo] * len(chunks), chunks)
    except BrokenProcessPool:
        raise ArenaError("a process that plays has died; perhaps there is not enough memory") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _mean(numbers: list[int]) -> Estimate:
    """The mean of numbers that are no shares."""
    count = len(numbers)
    mean = sum(numbers) / count
    spread = sum((number - mean) ** 2 for number in numbers) / max(count - 1, 1)
    reach = quantile(ALPHA, count - 1) * (spread / count) ** 0.5
    return Estimate(mean, max(mean - reach, 0.0), mean + reach)


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16, person=b"tessella solo 1").digest()


# -------------------------------------------------------------------------------------------------------------- keeping


class KeptAlone:
    """The results so far, in a file. One holds as long as what is played, version and code are the same."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._results: dict[str, Json] = {}
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            self._results = {_name(each["solo"]): {**each} for each in told["alone"]}
        except FileNotFoundError:
            return
        except OSError as error:
            raise ArenaError(f"cannot read {file}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise ArenaError(f"{file} is not what a ladder keeps; remove it, or name another file") from None

    def find(self, solo: Solo) -> Alone | None:
        """How a level did, if it was played by today's bots."""
        found = self._results.get(_name(_told(solo)))
        if found is None or found["made by"] != _made_by(solo.game):
            return None
        won, drawn, points = (Estimate(*found[name]) for name in ("won", "drawn", "points"))
        return Alone(solo, won, drawn, points, found["ms_per_decision"])

    def add(self, alone: Alone) -> None:
        """Keep a result, at once."""
        told: Json = {"solo": _told(alone.solo), "made by": _made_by(alone.solo.game)}
        for name, each in (("won", alone.won), ("drawn", alone.drawn), ("points", alone.points)):
            told[name] = [round(number, 6) for number in (each.mean, each.low, each.high)]
        told["ms_per_decision"] = round(alone.milliseconds, 4)
        self._results[_name(told["solo"])] = told
        beside = self.file.with_name(self.file.name + ".new")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps({"alone": list(self._results.values())}, indent=1), encoding="utf-8")
            beside.replace(self.file)
        except OSError as error:
            raise ArenaError(f"cannot keep results in {self.file}: {error.strerror}") from None

    def forget(self, solos: Iterable[Solo]) -> None:
        """Let these be played anew."""
        for solo in solos:
            self._results.pop(_name(_told(solo)), None)


def _told(solo: Solo) -> Json:
    return {"game": solo.game, "options": solo.texts, "level": solo.level, "deals": solo.deals, "seed": solo.seed}


def _made_by(game: str) -> Json:
    return {"tessella": tessella.__version__, "code": code_of(game)}


def _name(told: Json) -> str:
    return json.dumps(told, sort_keys=True)


# -------------------------------------------------------------------------------------------------------------- telling


def tables(found: Mapping[Solo, Alone | None]) -> list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    """For each variant that was played its name, the heads of its columns, and a row for each level."""
    told = []
    for variant in dict.fromkeys(solo.variant for solo in found):
        here = {solo: alone for solo, alone in found.items() if solo.variant == variant}
        if not any(here.values()):
            continue
        scored = any(solo.scored for solo in here)
        heads = ("level", "games", "won", "tiles drawn", *(["points"] if scored else []))
        told.append((variant, heads, [_row(solo, alone, len(heads)) for solo, alone in here.items()]))
    return told


def _row(solo: Solo, alone: Alone | None, columns: int) -> tuple[str, ...]:
    if alone is None:
        return (solo.level, *["–"] * (columns - 1))
    won = f"{alone.won.mean:.1%} ({100 * alone.won.low:.1f}–{alone.won.high:.1%})"
    return (solo.level, f"{solo.deals:,}", won, _numbers(alone.drawn), _numbers(alone.points))[:columns]


def _numbers(each: Estimate) -> str:
    return f"{each.mean:.1f} ({each.low:.1f}–{each.high:.1f})"
