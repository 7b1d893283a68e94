"""New problems of Florentine Dominoes: boards from games between bots, and cards on them that are worth looking at.

All follows from the seed, the kind, the difficulty and the number of cards.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from tessella.core import Generator, OptionError, seed_text
from tessella.core.validation import listing
from tessella.games.florentine.bots.players import FACTORIES
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.config import CROSS
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.puzzles.board import closed_by, position
from tessella.games.florentine.puzzles.measure import (
    GemsParts,
    PlacesParts,
    level_of,
    measure_gems,
    measure_places,
    together,
)
from tessella.games.florentine.puzzles.puzzle import KINDS, FlorentinePuzzle, make
from tessella.games.florentine.rules import options
from tessella.games.florentine.state import State
from tessella.puzzles.common import check_difficulty, check_kind
from tessella.puzzles.contract import PLACES

FEWEST, MOST = CROSS + 1, 42
"""How many cards lie on a board: the cross is complete, and there is something left to lay."""
BOT = "steady"
USUAL = {PLACES: range(2, 6), "gems": range(3, 7)}
"""How many cards there are, unless a number is given."""
MOST_CARDS = 8
LOOKED_AT = 10
"""Of so many cards the places are looked at,"""
CHOICES = 12
"""and so often some of them are chosen, before the next game is played."""
PATIENCE = 200
"""How many games are played at most: many more than it takes."""
FEWEST_GEMS, FEWEST_WAYS, MOST_BEST = 2, 4, 3
"""With fewer gems, fewer ways to lay or more best answers a problem of gems is dull."""

Candidate = tuple[tuple[Lay, ...], tuple[str, ...], str | None, PlacesParts | GemsParts]
"""A board, cards, a colour, and what makes it hard."""


def new(
    seed: str | int, kind: str = PLACES, difficulty: int | None = None, cards: int | None = None
) -> FlorentinePuzzle:
    """The problem of a seed; `OptionError` if there is none like that."""
    seed = seed_text(seed)
    check_kind(kind, KINDS)
    if difficulty is not None:
        check_difficulty(difficulty)
    if cards is not None and not 1 <= cards <= MOST_CARDS:
        raise OptionError(f"a problem has 1 to {MOST_CARDS} cards, not {cards}")
    rng = Generator(_number(f"florentine {kind} {seed} {difficulty} {cards}"))
    for board, chosen, colour, parts in candidates(rng, kind, cards):
        level = level_of(parts)
        if difficulty in (None, level):
            return make(kind, board, chosen, colour, level, {"seed": seed})
    many = [] if cards is None else [f"{cards} card{'s' if cards > 1 else ''}"]
    wanted = listing([f"difficulty {difficulty}", *many])
    raise OptionError(f"no problem with {wanted} was found; ask for another number of cards or another difficulty")


def candidates(rng: Generator, kind: str, cards: int | None = None) -> Iterator[Candidate]:
    """Problems that are not dull, several from each game."""
    for board in boards(rng):
        used = {lay.card for lay in board}
        rest = [card for card in reconstruction() if card not in used]
        rng.shuffle(rest)
        looked_at = rest[: max(LOOKED_AT, cards or 0)]
        yield from (_places if kind == PLACES else _gems)(board, looked_at, _counts(rng, kind, cards), rng)


def boards(rng: Generator) -> Iterator[tuple[Lay, ...]]:
    """Boards from games between bots, each from another game, as it was after some turn."""
    bot = FACTORIES[BOT](BOT, None)
    for _ in range(PATIENCE):
        state = State.new(options("classic", 2 + rng.below(3)), rng.word())
        wanted = FEWEST + rng.below(MOST - FEWEST + 1)
        luck = Generator(rng.word())
        while state.turn is not None and state.kernel.laid < wanted:
            action = bot.choose(state.view(state.turn), luck)
            assert action is not None
            state.apply(state.turn, action)
        if state.kernel.laid == wanted:
            yield state.view(None).board


def _counts(rng: Generator, kind: str, cards: int | None) -> list[int]:
    """How many cards each of the choices has."""
    return [rng.choice(USUAL[kind]) if cards is None else cards for _ in range(CHOICES)]


def _some(cards: list[str], count: int, rng: Generator) -> tuple[str, ...]:
    """So many of these cards by chance, in the order of the deck."""
    rng.shuffle(cards)
    return tuple(sorted(cards[:count], key=reconstruction().index))


def _places(board: tuple[Lay, ...], cards: list[str], counts: Sequence[int], rng: Generator) -> Iterator[Candidate]:
    """Every card but one at most has a place, and there are as many places as cards, and two at least."""
    kernel = position(board, cards)
    measured = {card: measure_places(kernel, board, card) for card in cards}
    for count in counts:
        chosen = _some(cards, count, rng)
        parts = together(measured[card] for card in chosen)
        without = sum(measured[card].places == 0 for card in chosen)
        if without <= 1 and parts.places >= max(2, len(chosen)):
            yield board, chosen, None, parts


def _gems(board: tuple[Lay, ...], cards: list[str], counts: Sequence[int], rng: Generator) -> Iterator[Candidate]:
    """Some gems can be closed, not by nearly every card, and there is something to choose from."""
    kernel = position(board, cards)
    closed = closed_by(kernel, cards)
    for count in counts:
        chosen = _some(cards, count, rng)
        colour = rng.below(len(COLOUR_NAMES))
        own = {lay: gems[colour] for lay, gems in closed.items() if lay.card in chosen}
        if max(own.values(), default=0) >= FEWEST_GEMS and len(own) >= FEWEST_WAYS:
            parts = measure_gems(kernel, COLOUR_NAMES[colour], own)
            if parts.best <= MOST_BEST:
                yield board, chosen, COLOUR_NAMES[colour], parts


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"tessella puzzle1").digest(), "little")
