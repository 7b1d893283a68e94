"""The plan of the ladder: matches with a goal, and each level against the one below it by the main variants.

This is the one place that lists them. In each match the first bot is the one that is judged; at a table with more seats
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
class LadderMatch:
    """A match of the ladder."""

    game: str
    options: str
    """As arguments of `tessella arena`."""
    bots: str
    goal: float | None = None
    """The share of the wins that the first bot should have at least."""
    aim: float | None = None
    """The share that would be good to have."""
    times: int = 1
    """Fast bots play so many times as many games, which leaves less to chance."""
    part: bool = False
    """Whether only a part of the games is played, as bots are slow and there is no goal; see `--part` of the ladder."""

    @property
    def option_texts(self) -> dict[str, str]:
        """The options by their names."""
        return parse_options(self.options)

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.option_texts["players"])

    @property
    def even(self) -> float:
        """The share of each seat if all were equally strong."""
        return 1 / self.players

    @property
    def variant(self) -> str:
        """The options in words."""
        texts = self.option_texts
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
        """The words that `--only` selects it by."""
        goal = [] if self.goal is None else ["goal"]
        return frozenset([*str(self).lower().replace(",", " ").replace(":", " ").split(), *goal])

    def match(self, games: int, seed: str) -> Match:
        """The arena's match, of at least so many games: whole deals, each with all rotations of the seats."""
        game = game_named(self.game)
        whole = -(-games * self.times // self.players) * self.players
        return make_match(game, game.read_options(self.option_texts), tuple(self.bots.split()), whole, seed)

    def command(self, match: Match) -> str:
        """The command that plays only this match, with the same result."""
        return (
            f"tessella arena --game {self.game} {self.options} --bots {self.bots} "
            f"--games {match.games} --seed {shlex.quote(match.seed)}"
        )


def parse_options(text: str) -> dict[str, str]:
    """Read options written as arguments: "--edition classic --players 2"."""
    words = text.split()
    return {name.removeprefix("--"): value for name, value in zip(words[::2], words[1::2], strict=True)}


GOAL_GAMES = 2000
"""A goal is judged by so many games or more."""

# fmt: off
GOALS = (
    #           game          options                                            bots               goal  aim   times
    LadderMatch("chromino",   "--edition classic --players 2",                   "casual contacts", 0.54, None, 20),
    LadderMatch("chromino",   "--edition classic --players 2",                   "steady contacts", 0.66, 0.68, 20),
    LadderMatch("chromino",   "--edition classic --players 2",                   "sharp steady",    0.54, 0.57),
    LadderMatch("chromino",   "--edition classic --players 2",                   "master contacts", 0.74, 0.80),
    LadderMatch("chromino",   "--edition classic --players 2",                   "master steady",   0.55, 0.62),
    LadderMatch("chromino",   "--edition classic --players 4",                   "master contacts", 0.43, 0.50),
    LadderMatch("chromino",   "--edition classic --players 2 --scoring expert",  "master points",   0.63, 0.70),
    LadderMatch("florentine", "--players 2",                                     "casual random",   0.60, 0.63,  3),
    LadderMatch("florentine", "--players 2",                                     "steady casual",   0.90, 0.95,  3),
    LadderMatch("florentine", "--players 2",                                     "sharp steady",    0.75, 0.79),
    LadderMatch("florentine", "--players 2",                                     "master sharp",    0.70, 0.79),
    LadderMatch("florentine", "--players 4",                                     "sharp steady",    0.33, 0.38),
)
"""The matches with a goal."""

VARIANTS = (
    # game         options
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
"""The level so slow that a match without a goal plays only a part of the games."""
FAST = LEVELS[:3]
"""The levels that judge a position as it stands, without playouts."""
USUAL = "--edition classic --players 2"
"""The most popular options, by which all games are played."""
TIMES = {"--edition classic": 10, "--edition joker": 10, "--edition meccano": 3}
"""By these options two fast levels play so many times as many games."""


def plan() -> tuple[LadderMatch, ...]:
    """All matches, each once; those with a goal come first, as they are the most important."""
    rungs = [_rung(game, options, bots) for game, options in VARIANTS for bots in RUNGS]
    matches = {(each.game, each.options, each.bots): each for each in (*rungs, *GOALS)}
    return (*GOALS, *(each for each in matches.values() if each.goal is None))


def _rung(game: str, options: str, bots: str) -> LadderMatch:
    upper, lower = bots.split()
    fast = upper in FAST and lower in FAST
    times = next((times for begin, times in TIMES.items() if fast and options.startswith(begin)), 1)
    return LadderMatch(game, options, bots, times=times, part=SLOW in (upper, lower) and options != USUAL)
