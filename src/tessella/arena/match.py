"""A match: the bots, the game and its options, the number of games, the seed. All of it is text.

The games of a deal depend on the match's seed and the deal's number alone: never on the workers, on the order in which
they play, or on which other bots are in the match. Only a bot whose budget is time may choose differently each time.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations

from tessella.arena.outside import is_command, make_bot
from tessella.core import Game, Generator, Json, OptionError, Options, new_seed, seed_text
from tessella.games import game_named

USUAL_SEED = "1"
"""The seed of a match between our own bots, if none is named."""
KNOWN_SEED = (
    "warning: a program that knows this seed could deal the same games and see all that is hidden; for a fair match "
    "leave out the seed"
)
"""The caveat of a match with a program from outside whose seed was named."""


@dataclass(frozen=True, slots=True)
class Lineup:
    """The bots of one game, and how they sit in each rotation of the seats."""

    bots: tuple[int, ...]
    """By their numbers in the match, each once."""
    seatings: tuple[tuple[int, ...], ...]
    """For each rotation the bot in each seat. Every bot has every seat equally often."""

    def seats_of(self, bot: int) -> int:
        """How many seats the bot has in each game."""
        return self.seatings[0].count(bot)


@dataclass(frozen=True)
class Match:
    """A match. `make_match` makes one, and checks it."""

    game: str
    options: tuple[tuple[str, str], ...]
    """As texts; see `Game.read_options`."""
    bots: tuple[str, ...]
    """Names for `bots.bot_named`, or commands of programs (`arena.outside`). A name may occur twice."""
    games: int
    """The least number of games of each line-up; deals are always played completely."""
    seed: str

    @cached_property
    def lineups(self) -> tuple[Lineup, ...]:
        """Which bots meet.

        With more bots than seats every choice of them meets (for two seats: a round robin of all pairs). With fewer,
        the last one fills the other seats: "master contacts" for four players is one master against three others.
        """
        seats = self.players
        numbers = tuple(range(len(self.bots)))
        lineups = list(combinations(numbers, seats))
        if not lineups:
            lineups = [numbers + numbers[-1:] * (seats - len(numbers))]
        return tuple(
            Lineup(tuple(dict.fromkeys(lineup)), tuple(lineup[-i:] + lineup[:-i] for i in range(seats)))
            for lineup in lineups
        )

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(dict(self.options)["players"])

    @property
    def deals(self) -> int:
        """The number of deals of each line-up; each is played once for every rotation of the seats."""
        return -(-self.games // self.players)

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, numbered where one occurs twice."""
        return tuple(
            name if self.bots.index(name) == i else f"{name} ({self.bots[: i + 1].count(name)})"
            for i, name in enumerate(self.bots)
        )

    @property
    def has_programs(self) -> bool:
        """Whether a program from outside plays."""
        return any(is_command(name) for name in self.bots)

    def read(self) -> tuple[Game, Options]:
        """The game and its options as objects."""
        game = game_named(self.game)
        return game, game.read_options(dict(self.options))

    def deal_seed(self, deal: int) -> str:
        """The seed of a deal, the same for all line-ups and rotations."""
        return _hash(f"deal {deal} of {self.seed}").hex()

    def luck(self, deal: int, rotation: int, seat: int) -> Generator:
        """A bot's random numbers in a game. They differ by seat and rotation: equal bots play different games."""
        return Generator(int.from_bytes(_hash(f"luck {deal} {rotation} {seat} of {self.seed}")[:8], "little"))

    def to_json(self) -> Json:
        """The match as JSON."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "bots": list(self.labels),
            "games": self.games,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Keep:
    """What is kept of each game besides its result."""

    records: bool = False
    """Whether the games come back as records."""
    stderr: str | None = None
    """The file to which the standard error of programs is appended."""


RESULTS_ONLY = Keep()


@dataclass(frozen=True, slots=True)
class Task:
    """Some deals of one line-up of a match, all rotations of each: the unit of work."""

    match: Match
    lineup: int
    first: int
    """The number of the first deal."""
    deals: int
    keep: Keep = RESULTS_ONLY

    @property
    def numbers(self) -> range:
        """The numbers of the deals."""
        return range(self.first, self.first + self.deals)


def make_match(game: Game, options: Options, bots: tuple[str, ...], games: int, seed: str | int | None = None) -> Match:
    """Make a match; `OptionError` if a bot does not exist or the match cannot be played.

    Without a seed, our own bots play the same match each time. A program from outside could deal the same games from a
    seed that it knows, so a match with one gets a fresh secret seed.
    """
    if options.players < 2:
        raise OptionError("the arena is for two players or more: a bot alone cannot be compared")
    if len(bots) < 2:
        raise OptionError("a match takes two bots or more; name one twice to let it play against itself")
    if games < 1:
        raise OptionError(f"a match is at least one game, not {games}")
    for name in bots:
        make_bot(game, name)
    if seed is None:
        seed = new_seed() if any(is_command(name) for name in bots) else USUAL_SEED
    return Match(game.name, tuple(options.to_text().items()), bots, games, seed_text(seed))


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16, person=b"tessella arena 1").digest()
