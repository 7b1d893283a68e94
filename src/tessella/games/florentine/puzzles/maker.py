"""New problems of Florentine Dominoes: boards from games between bots, and cards on them that are worth looking at.

All follows from the seed, the kind, the difficulty and the number of cards.
"""

from collections.abc import Iterator
from hashlib import blake2b

from tessella.core import Generator, OptionError, seed_text
from tessella.core.validation import listing
from tessella.games.florentine.bots.players import FACTORIES
from tessella.games.florentine.config import CROSS
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.notation import Lay
from tessella.games.florentine.puzzles.kind import Task
from tessella.games.florentine.puzzles.kinds import KINDS
from tessella.games.florentine.puzzles.puzzle import FlorentinePuzzle, make
from tessella.games.florentine.rules import options
from tessella.games.florentine.state import State
from tessella.puzzles.common import check_difficulty, check_kind
from tessella.puzzles.contract import PLACES

FEWEST, MOST = CROSS + 1, 42
"""How many cards lie on a board: the cross is complete, and there is something left to lay."""
BOT = "steady"
MOST_CARDS = 8
LOOKED_AT = 10
"""Of so many cards the places are looked at,"""
CHOICES = 12
"""and so often some of them are chosen, before the next game is played."""
PATIENCE = 200
"""How many games are played at most: many more than it takes."""


def new(
    seed: str | int, kind: str = PLACES, difficulty: int | None = None, cards: int | None = None
) -> FlorentinePuzzle:
    """The problem of a seed; `OptionError` if there is none like that."""
    seed = seed_text(seed)
    check_kind(kind, KINDS)
    if difficulty is not None:
        check_difficulty(difficulty)
    fewest = KINDS[kind].fewest
    if cards is not None and not fewest <= cards <= MOST_CARDS:
        raise OptionError(f"a problem of the kind {kind!r} has {fewest} to {MOST_CARDS} cards, not {cards}")
    rng = Generator(_number(f"florentine {kind} {seed} {difficulty} {cards}"))
    for task in candidates(rng, kind, cards):
        level = KINDS[kind].level(task)
        if difficulty in (None, level):
            return make(kind, task.board, task.pieces, task.colour, level, {"seed": seed})
    many = [] if cards is None else [f"{cards} card{'s' if cards > 1 else ''}"]
    wanted = listing([f"difficulty {difficulty}", *many])
    raise OptionError(f"no problem with {wanted} was found; ask for another number of cards or another difficulty")


def candidates(rng: Generator, kind: str, cards: int | None = None) -> Iterator[Task]:
    """Problems that are not dull, several from each game."""
    chosen = KINDS[kind]
    for board in boards(rng):
        used = {lay.card for lay in board}
        rest = [card for card in reconstruction() if card not in used]
        rng.shuffle(rest)
        looked_at = rest[: max(LOOKED_AT, cards or 0)]
        counts = [rng.choice(chosen.usual) if cards is None else cards for _ in range(CHOICES)]
        yield from chosen.candidates(board, looked_at, counts, rng)


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


def _number(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"tessella puzzle1").digest(), "little")
