"""What the ladder plays: matches with a goal, and each level against the one below it by the main variants.

This is the one place to change it. In each match the first bot is the one that is judged; at a table with more seats
than bots the last bot fills what is left, so that "master contacts" for four is one master against three others.
"""

import shlex
from dataclasses import dataclass
from itertools import pairwise

from tessella.arena.match import Match, make_match
from tessella.bots import LEVELS
from tessella.games import game_named

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True, slots=True)
class Entry:
    """A match of the ladder."""

    game: str
    agreed: str
    """The options, as they are written behind `tessella arena`."""
    bots: str
    goal: float | None = None
    """The share of the wins that the first bot should have at least."""
    aim: float | None = None
    """The share that would be good to have."""
    times: int = 1
    """Where bots are quick they play so many times as many games: then less is left to chance."""
    part: bool = False
    """Where bots are slow and there is no goal, only the part of the games is played that the ladder is told."""

    @property
    def texts(self) -> dict[str, str]:
        """The options by their names."""
        words = self.agreed.split()
        return {name.removeprefix("--"): text for name, text in zip(words[::2], words[1::2], strict=True)}

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.texts["players"])

    @property
    def even(self) -> float:
        """What each seat would win if all were equally strong."""
        return 1 / self.players

    @property
    def variant(self) -> str:
        """What is agreed, in words."""
        texts = self.texts
        edition, players = texts.pop("edition", None), texts.pop("players")
        others = [f"{name} {text}" for name, text in texts.items()]
        return ", ".join([*([edition] if edition else []), f"{players} players", *others])

    @property
    def pairing(self) -> str:
        """Who plays against whom, in words."""
        first, other = self.bots.split()
        return (
            f"{first} against {other}" if self.players == 2 else f"{first} against {COUNTS[self.players - 1]} {other}"
        )

    def __str__(self) -> str:
        return f"{self.game.capitalize()}, {self.variant}: {self.pairing}"

    @property
    def words(self) -> frozenset[str]:
        """What it can be found by."""
        goal = [] if self.goal is None else ["goal"]
        return frozenset([*str(self).lower().replace(",", " ").replace(":", " ").split(), *goal])

    def match(self, games: int, seed: str) -> Match:
        """The match itself, at least so many games of it: whole deals, each with all rotations of the seats."""
        game = game_named(self.game)
        whole = -(-games * self.times // self.players) * self.players
        return make_match(game, game.read_options(self.texts), tuple(self.bots.split()), whole, seed)

    def command(self, match: Match) -> str:
        """What to type to play this match alone, with the same result."""
        return (
            f"tessella arena --game {self.game} {self.agreed} --bots {self.bots} "
            f"--games {match.games} --seed {shlex.quote(match.seed)}"
        )


GOAL_GAMES = 2000
"""A goal is judged by so many games or more."""

# fmt: off
GOALS = (
    #     game          agreed                                             bots                at least  aim   times
    Entry("chromino",   "--edition classic --players 2",                   "casual contacts",  0.54,     None,    20),
    Entry("chromino",   "--edition classic --players 2",                   "steady contacts",  0.66,     0.68,    20),
    Entry("chromino",   "--edition classic --players 2",                   "sharp steady",     0.54,     0.57),
    Entry("chromino",   "--edition classic --players 2",                   "master contacts",  0.74,     0.80),
    Entry("chromino",   "--edition classic --players 2",                   "master steady",    0.55,     0.62),
    Entry("chromino",   "--edition classic --players 4",                   "master contacts",  0.43,     0.50),
    Entry("chromino",   "--edition classic --players 2 --scoring expert",  "master points",    0.63,     0.70),
    Entry("florentine", "--players 2",                                     "casual random",    0.60,     0.63,    3),
    Entry("florentine", "--players 2",                                     "steady casual",    0.90,     0.95,    3),
    Entry("florentine", "--players 2",                                     "sharp steady",     0.75,     0.79),
    Entry("florentine", "--players 2",                                     "master sharp",     0.70,     0.79),
    Entry("florentine", "--players 4",                                     "sharp steady",     0.33,     0.38),
)
"""The matches with a goal."""

VARIANTS = (
    # game         agreed
    ("chromino",   "--edition classic --players 2"),
    ("chromino",   "--edition classic --players 3"),
    ("chromino",   "--edition classic --players 4"),
    ("chromino",   "--edition classic --players 6"),
    ("chromino",   "--edition classic --players 2 --hands open"),
    ("chromino",   "--edition classic --players 2 --scoring expert"),
    ("chromino",   "--edition classic --players 4 --scoring expert"),
    ("chromino",   "--edition classic --players 2 --junior ends"),
    ("chromino",   "--edition joker --players 2"),
    ("chromino",   "--edition joker --players 3"),
    ("chromino",   "--edition joker --players 4"),
    ("chromino",   "--edition joker --players 6"),
    ("chromino",   "--edition joker --players 2 --junior squares"),
    ("chromino",   "--edition meccano --players 2"),
    ("chromino",   "--edition meccano --players 3"),
    ("chromino",   "--edition meccano --players 4"),
    ("chromino",   "--edition meccano --players 5"),
    ("chromino",   "--edition meccano --players 2 --scoring contacts"),
    ("florentine", "--players 2"),
    ("florentine", "--players 3"),
    ("florentine", "--players 4"),
)
"""By these options each level plays against the one below it."""
# fmt: on

RUNGS = tuple(f"{upper} {lower}" for lower, upper in pairwise(LEVELS))
"""The neighbours on the ladder, the stronger one first."""


SLOW = LEVELS[-1]
"""Who takes so long that a match without a goal plays only a part of the games."""
PLAIN = LEVELS[:3]
"""Those that look at a position as it stands, and play nothing out."""
USUAL = "--edition classic --players 2"
"""What most people play: there all games are played."""
MORE = {"--edition classic": 10, "--edition joker": 10, "--edition meccano": 3}
"""By these options two plain bots take so little time that they play so many times as many games."""


def plan() -> tuple[Entry, ...]:
    """All matches, each once: those with a goal first, as they say most."""
    rungs = [_rung(game, agreed, bots) for game, agreed in VARIANTS for bots in RUNGS]
    found = {(entry.game, entry.agreed, entry.bots): entry for entry in (*rungs, *GOALS)}
    return (*GOALS, *(entry for entry in found.values() if entry.goal is None))


def _rung(game: str, agreed: str, bots: str) -> Entry:
    upper, lower = bots.split()
    plain = upper in PLAIN and lower in PLAIN
    times = next((times for begin, times in MORE.items() if plain and agreed.startswith(begin)), 1)
    return Entry(game, agreed, bots, times=times, part=SLOW in (upper, lower) and agreed != USUAL)
