"""New conundrums: boards from games between bots, and tiles on them that are worth looking at.

All follows from the seed, the kind, the difficulty and the number of tiles, today and in ten years.
"""

from collections.abc import Iterator
from hashlib import blake2b

from tessella.core import Generator, OptionError, seed_text
from tessella.core.validation import listing
from tessella.games.chromino.bots.players import policies_for
from tessella.games.chromino.bots.weights import CONTACTS, HARDEST
from tessella.games.chromino.notation import DOWN, RIGHT, Lay
from tessella.games.chromino.puzzles.board import at_the_corner
from tessella.games.chromino.puzzles.kinds import KINDS
from tessella.games.chromino.puzzles.position import fits
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.games.chromino.rules import options
from tessella.games.chromino.state import SQUARES, State
from tessella.puzzles.common import check_difficulty, check_kind
from tessella.puzzles.contract import PLACES

PLAYERS = (CONTACTS, HARDEST)
"""The policies that play the games. They use no trained weights, so that a seed gives the same conundrum for ever."""
WIDEST = 16
"""No board is wider or higher, in squares, so that it fits on a phone."""
PATIENCE = 3000
"""How many boards are tried at most: many more than it takes."""


def new(seed: str | int, difficulty: int | None = None, tiles: int | None = None, kind: str = PLACES) -> ChrominoPuzzle:
    """The conundrum of a seed; `OptionError` if there is none like that."""
    if difficulty is not None:
        check_difficulty(difficulty)
    seed = seed_text(seed)
    check_kind(kind, KINDS)
    chosen = KINDS[kind]
    if tiles is not None and tiles not in chosen.tiles:
        raise OptionError(
            f"a conundrum of the kind {kind!r} has {chosen.tiles[0]} to {chosen.tiles[-1]} tiles to place, not {tiles}"
        )
    rng = Generator(int.from_bytes(_hash(f"{kind} {seed} {difficulty} {tiles}")[:8], "little"))
    for board in boards(rng, *chosen.sizes[difficulty]):
        for task in chosen.candidates(board, rng, tiles):
            level = chosen.level(task)
            if difficulty in (None, level):
                numbers = tuple(map(len, fits(board, task.pieces).values())) if kind == PLACES else ()
                return ChrominoPuzzle(board, task.pieces, numbers, level, {"seed": seed}, kind, task.theirs)
    wanted = listing([f"difficulty {difficulty}", *([] if tiles is None else [f"{tiles} tiles"])])
    raise OptionError(f"no conundrum with {wanted} was found; ask for another number of tiles or another difficulty")


def boards(rng: Generator, fewest: int, most: int) -> Iterator[tuple[Lay, ...]]:
    """Boards from games between bots, each from another game, as it was after some turn."""
    agreed = options("classic", 2)
    policies = policies_for(agreed)
    for _ in range(PATIENCE):
        kernel = State.new(agreed, rng.word()).kernel
        policy = rng.choice(PLAYERS)
        wanted = fewest + rng.below(most - fewest + 1)
        while kernel.laid < wanted and not kernel.over:
            policies.step(kernel, policy, rng.word())
        board = at_the_corner(
            [
                Lay(SQUARES[2 * tile + way], x, y, (RIGHT, DOWN)[direction])
                for tile, way, direction, x, y in kernel.tiles()
            ]
        )
        ends = [lay.cells()[2] for lay in board]
        if len(board) == wanted and max(max(x, y) for x, y, _ in ends) < WIDEST:
            yield board


def likeness(puzzle: ChrominoPuzzle) -> bytes:
    """The same for conundrums that are alike, turned or mirrored."""
    across = 1 + max(lay.cells()[2][0] for lay in puzzle.board)
    down = 1 + max(lay.cells()[2][1] for lay in puzzle.board)
    board = min(_turned(puzzle.board, across, down, turn) for turn in range(8))
    return _hash(f"{puzzle.kind} {sorted(puzzle.pieces)} {sorted(puzzle.theirs)} {board}")


def _turned(board: tuple[Lay, ...], across: int, down: int, turn: int) -> list[tuple[int, int, bool, str]]:
    """A board that is so many squares across and down, in one of its eight positions."""
    tiles = []
    for lay in board:
        x, y, lies, squares = lay.x, lay.y, lay.direction == RIGHT, lay.squares
        if turn & 1:  # left and right change places
            x = across - x - (3 if lies else 1)
            squares = squares[::-1] if lies else squares
        if turn & 2:  # top and bottom
            y = down - y - (1 if lies else 3)
            squares = squares if lies else squares[::-1]
        tiles.append((y, x, not lies, squares) if turn & 4 else (x, y, lies, squares))
    tiles.sort()
    return tiles


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16, person=b"tessella puzzle1").digest()
