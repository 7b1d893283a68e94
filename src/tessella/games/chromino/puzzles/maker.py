"""New conundrums: boards from games between bots, and tiles on them whose places are worth looking for.

All follows from the seed, the difficulty and the number of tiles, today and in ten years.
"""

from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations

from tessella.core import Generator, OptionError, seed_text
from tessella.core.validation import listing
from tessella.games.chromino.bots.players import policies_for
from tessella.games.chromino.bots.weights import CONTACTS, HARDEST
from tessella.games.chromino.notation import DOWN, RIGHT, Lay
from tessella.games.chromino.puzzles.board import at_the_corner
from tessella.games.chromino.puzzles.measure import Parts, Surroundings, together, weight
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.games.chromino.rules import options
from tessella.games.chromino.state import SQUARES, State
from tessella.games.chromino.tiles import TILES
from tessella.puzzles.common import check_difficulty

FEWEST, MOST = 6, 30
"""How many tiles lie on a board."""
PLAYERS = (CONTACTS, HARDEST)
"""The policies that play the games. They use no trained weights, so that a seed gives the same conundrum for ever."""
WIDEST = 16
"""No board is wider or higher, in squares, so that it fits on a phone."""
MOST_PLACES = 8
"""A tile with more places would be work, not fun."""
MOST_TILES = 4
"""How many tiles to place; by default there are 1 to USUAL_TILES."""
USUAL_TILES = 3
BOUNDS = (540, 740, 980, 1310)
"""Where each level of difficulty ends, as `measure.weight` has it: a fifth of all choices of tiles fall in each."""
LOOKED_AT = 10
"""Of so many tiles the places are looked at."""
PATIENCE = 3000
"""How many boards are tried at most: many more than it takes."""


def level_of(parts: Parts) -> int:
    """The difficulty of a conundrum, from 1 to 5."""
    hard = weight(parts)
    return 1 + sum(hard >= bound for bound in BOUNDS)


def new(seed: str | int, difficulty: int | None = None, tiles: int | None = None) -> ChrominoPuzzle:
    """The conundrum of a seed; `OptionError` if there is none like that."""
    if difficulty is not None:
        check_difficulty(difficulty)
    seed = seed_text(seed)
    if tiles is not None and not 1 <= tiles <= MOST_TILES:
        raise OptionError(f"a conundrum has 1 to {MOST_TILES} tiles to place, not {tiles}")
    rng = Generator(int.from_bytes(_hash(f"{seed} {difficulty} {tiles}")[:8], "little"))
    for board in boards(rng):
        around = Surroundings(board)
        measured = {tile: around.measure(tile) for tile in some_tiles(board, rng)}
        choices = list(
            _choices([tile for tile, (parts, _) in measured.items() if 1 <= parts.places <= MOST_PLACES], tiles)
        )
        rng.shuffle(choices)
        for chosen in choices:
            parts = together(measured[tile][0] for tile in chosen)
            level = level_of(parts)
            if parts.places > 1 and difficulty in (None, level):
                numbers = tuple(measured[tile][0].places for tile in chosen)
                puzzle = ChrominoPuzzle(board, chosen, numbers, level, {"seed": seed})
                assert not puzzle.wrong_numbers(), f"the engine finds other places than the measure: {puzzle}"
                return puzzle
    wanted = listing([f"difficulty {difficulty}", *([] if tiles is None else [f"{tiles} tiles"])])
    raise OptionError(f"no conundrum with {wanted} was found; ask for another number of tiles or another difficulty")


def _choices(names: list[str], tiles: int | None) -> Iterator[tuple[str, ...]]:
    """The ways to choose some of these tiles, each in the order of the set."""
    for number in range(1, USUAL_TILES + 1) if tiles is None else (tiles,):
        yield from combinations(sorted(names, key=TILES.index), number)


def boards(rng: Generator) -> Iterator[tuple[Lay, ...]]:
    """Boards from games between bots, each from another game, as it was after some turn."""
    agreed = options("classic", 2)
    policies = policies_for(agreed)
    for _ in range(PATIENCE):
        kernel = State.new(agreed, rng.word()).kernel
        policy = rng.choice(PLAYERS)
        wanted = FEWEST + rng.below(MOST - FEWEST + 1)
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


def some_tiles(board: tuple[Lay, ...], rng: Generator) -> list[str]:
    """Some tiles that do not lie on the board, in any order."""
    used = {lay.tile for lay in board}
    rest = [tile for tile in TILES if tile not in used]
    rng.shuffle(rest)
    return rest[:LOOKED_AT]


def likeness(puzzle: ChrominoPuzzle) -> bytes:
    """The same for conundrums that are alike, turned or mirrored."""
    across = 1 + max(lay.cells()[2][0] for lay in puzzle.board)
    down = 1 + max(lay.cells()[2][1] for lay in puzzle.board)
    board = min(_turned(puzzle.board, across, down, turn) for turn in range(8))
    return _hash(f"{sorted(puzzle.pieces)} {board}")


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
