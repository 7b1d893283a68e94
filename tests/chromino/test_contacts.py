"""C5: contacts are computed three times, for different purposes; the three agree.

The kernel decides by a table of codes, for millions of placements a second; `placing` explains one placement in words;
the measure of conundrums counts right and wrong contacts of all letters at once, for thousands of boards.
"""

from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Generator, random_action
from tessella.games import chromino
from tessella.games.chromino.grid import Grid, placements
from tessella.games.chromino.notation import DOWN, RIGHT, Lay
from tessella.games.chromino.placing import contacts, owners, touched, why_not
from tessella.games.chromino.puzzles.measure import Surroundings
from tessella.games.chromino.tiles import TILES


def boards(seed: int) -> tuple[Lay, ...]:
    """The board of a random game, some way through."""
    rng = Generator(seed)
    state = chromino.new("joker", players=2, seed=seed)
    for _ in range(3 + rng.below(25)):
        if state.outcome is None:
            state.apply(*random_action(state, rng))
    return state.view(None).board


def placements_of(tile: str, board: tuple[Lay, ...]) -> list[Lay]:
    """Every way to lay a tile on empty squares beside a board, right or wrong."""
    taken = {(x, y) for lay in board for x, y, _ in lay.cells()}
    columns = range(min(x for x, _ in taken) - 3, max(x for x, _ in taken) + 4)
    rows = range(min(y for _, y in taken) - 3, max(y for _, y in taken) + 4)
    lays = [
        Lay(squares, x, y, direction)
        for squares in dict.fromkeys((tile, tile[::-1]))
        for x in columns
        for y in rows
        for direction in (RIGHT, DOWN)
    ]
    return [lay for lay in lays if taken.isdisjoint((x, y) for x, y, _ in lay.cells())]


@given(seed=st.integers(0, 10**6), number=st.integers(0, len(TILES) - 1))
def test_kernel_explanation_and_measure_agree(seed: int, number: int) -> None:
    board, tile = boards(seed), TILES[number]
    owner = owners(board)
    fits, near = set(), 0
    for lay in placements_of(tile, board):
        met = contacts(board, lay)
        assert [(contact.square, contact.x, contact.y) for contact in met] == touched(owner, lay)
        right = sum(contact.good for contact in met)
        wrong = len(met) - right
        assert (why_not(board, lay, "no") is None) == (right >= 2 and wrong == 0)
        if right >= 2 and wrong == 0:
            fits.add(lay)
        near += right >= 2 and wrong == 1
    parts, places = Surroundings(board).measure(tile)
    assert set(places) == fits
    assert (parts.places, parts.near) == (len(fits), near)
    assert set(kernel_placements(board, tile)) == fits


def kernel_placements(board: tuple[Lay, ...], tile: str) -> list[Lay]:
    """The same by the kernel."""
    squares = {(x, y): letter for lay in board for x, y, letter in lay.cells()}
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    moved = {(x - left, y - top): letter for (x, y), letter in squares.items()}
    width, height = max(x for x, _ in moved) + 1, max(y for _, y in moved) + 1
    lays = placements(Grid((tile,), moved, width, height))[tile]
    return [Lay(lay.squares, lay.x + left, lay.y + top, lay.direction) for lay in lays]
