"""A match: who plays what, how often, and by which luck. All of it is text, so that it travels to any worker.

What happens in a deal depends on the match's seed and the deal's number alone: never on the workers, on the order in
which they play, or on which other bots are in the match. Only bots whose budget is time may choose otherwise each time.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import combinations

from tessella.arena.outside import entrant
from tessella.core import Game, Generator, Json, OptionError, Options, seed_text
from tessella.games import game_named


@dataclass(frozen=True, slots=True)
class Table:
    """Bots that meet: one of each line-up for each rotation of the seats."""

    bots: tuple[int, ...]
    """The bots at this table, by their numbers in the match, each once."""
    seatings: tuple[tuple[int, ...], ...]
    """For each rotation the bot in each seat. Every bot sits in every seat equally often."""

    def seats_of(self, bot: int) -> int:
        """How many seats the bot has in each game."""
        return self.seatings[0].count(bot)


@dataclass(frozen=True)
class Match:
    """Made by `make_match`, which checks it."""

    game: str
    options: tuple[tuple[str, str], ...]
    """As texts; see `Game.read_options`."""
    bots: tuple[str, ...]
    """As `bots.bot_named` knows them, or the commands of programs (`arena.outside`). A name may stand twice."""
    games: int
    """How many games each table plays, at least; always whole deals are played."""
    seed: str

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Who meets whom.

        With more bots than seats every choice of them meets (for two seats: a round robin of all pairs). With fewer,
        the last one fills what is left: "master contacts" at a table for four is one master against three others.
        """
        seats = self.players
        numbers = tuple(range(len(self.bots)))
        lineups = list(combinations(numbers, seats))
        if not lineups:
            lineups = [numbers + numbers[-1:] * (seats - len(numbers))]
        return tuple(
            Table(tuple(dict.fromkeys(lineup)), tuple(lineup[-i:] + lineup[:-i] for i in range(seats)))
            for lineup in lineups
        )

    @property
    def players(self) -> int:
        """How many seats a table has."""
        return int(dict(self.options)["players"])

    @property
    def deals(self) -> int:
        """How many deals each table plays; each is played once for every rotation of the seats."""
        return -(-self.games // self.players)

    @property
    def labels(self) -> tuple[str, ...]:
        """The bots' names, made different where one stands twice."""
        return tuple(
            name if self.bots.index(name) == i else f"{name} ({self.bots[: i + 1].count(name)})"
            for i, name in enumerate(self.bots)
        )

    def read(self) -> tuple[Game, Options]:
        """The game itself and its options."""
        game = game_named(self.game)
        return game, game.read_options(dict(self.options))

    def deal_seed(self, deal: int) -> str:
        """The seed of a deal, the same at all tables and for all rotations."""
        return _hash(f"deal {deal} of {self.seed}").hex()

    def luck(self, deal: int, rotation: int, seat: int) -> Generator:
        """A bot's luck in one game: another for every seat and rotation, so that equal bots do not play equal games."""
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
class Task:
    """Some deals of one table of a match, all rotations of each: what a worker plays in one go."""

    match: Match
    table: int
    first: int
    """The number of the first deal."""
    deals: int

    @property
    def numbers(self) -> range:
        """The numbers of the deals."""
        return range(self.first, self.first + self.deals)


def make_match(game: Game, options: Options, bots: tuple[str, ...], games: int, seed: str | int) -> Match:
    """A match whose bots exist; `OptionError` if it cannot be played."""
    if options.players < 2:
        raise OptionError("an arena is for two players or more: alone there is nobody to compare with")
    if len(bots) < 2:
        raise OptionError("a match takes two bots or more; name one twice to let it play against itself")
    if games < 1:
        raise OptionError(f"a match is at least one game, not {games}")
    for name in bots:
        entrant(game, name)
    return Match(game.name, tuple(options.to_text().items()), bots, games, seed_text(seed))


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16, person=b"tessella arena 1").digest()
