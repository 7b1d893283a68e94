"""Bad arguments are refused; the compiled modules must not read or write where they should not."""

import copy
from dataclasses import replace
from typing import Any

import pytest

from tessella.core import Generator, IllegalAction, NotationError
from tessella.games import chromino
from tessella.games.chromino.board import Board, board_for
from tessella.games.chromino.grid import Grid, placements
from tessella.games.chromino.kernel import Kernel
from tessella.games.chromino.notation import Lay, Spot
from tessella.games.chromino.rollouts import Rollouts
from tessella.games.chromino.view import MissedTile
from tests.chromino.table import do, may, table

OPTIONS = chromino.options("classic", 8)


@pytest.mark.parametrize(
    "lay",
    [
        Lay("BYG", -1.0, 1, ">"),  # type: ignore[arg-type]
        Lay("BYG", -1, 1.9, ">"),  # type: ignore[arg-type]
        Lay("BYG", "-1", 1, ">"),  # type: ignore[arg-type]
        Lay("BYG", -1, True, ">"),
        Lay("BYG", -1, 1, "<"),
        Lay("BYG", -1, 1, ""),
        Lay("BY", -1, 1, ">"),
        Lay(7, -1, 1, ">"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_placement_is_not_laid(lay: Lay) -> None:
    """C4: though C would read the number -1.0 as -1."""
    state = table("classic", "BYG RRR", "YYY PPP")
    with pytest.raises(NotationError):
        state.apply(0, lay)
    assert state.history == []
    do(state, "1 BYG@-1,1>")


@pytest.mark.parametrize("far", [10**4, 2**31, 2**63, 10**30, -(10**30)])
def test_no_place_is_too_far_to_be_refused(far: int) -> None:
    """C5."""
    state = table("classic", "BYG RRR", "YYY PPP")
    for lay in (Lay("BYG", far, 0, ">"), Lay("BYG", 0, far, "v")):
        with pytest.raises(IllegalAction):
            state.apply(0, lay)


@pytest.mark.parametrize("seat", [-1, 2, 10**9, 10**30, None, "0", 0.0, False])
def test_no_such_seat(seat: Any) -> None:
    """C13."""
    state = table("meccano", "BBG RRR", "YYY PPP", board="BGG@-1,0>")
    for ask in (state.legal, lambda seat: state.apply(seat, state.legal(0)[0])):
        with pytest.raises((IllegalAction, NotationError)):
            ask(seat)
    if seat is not None:
        with pytest.raises((IllegalAction, NotationError)):
            state.view(seat)
    with pytest.raises(IllegalAction):
        state.apply(0, Spot(seat))


@pytest.mark.parametrize("players", [0, 9, 100, -1])
def test_options_that_nobody_checked(players: int) -> None:
    """C10: the kernel has eight seats."""
    with pytest.raises(ValueError, match="1 to 8 players"):
        Kernel(*replace(OPTIONS, players=players).kernel_config())
    with pytest.raises(ValueError, match="1 to 8 players"):
        Rollouts(*replace(OPTIONS, players=players).kernel_config())


def test_views_that_nobody_saw() -> None:
    """A forged view is no way into the kernel's memory."""
    view = chromino.new("classic", 2, seed=1).view(0)
    forged: list[dict[str, Any]] = [
        {"board": (Lay("B*G", 500, 500, ">"),)},
        {"board": (*view.board, *view.board)},
        {"turn": 50},
        {"first": -3},
        {"stop": 9},
        {"claim": MissedTile(7, "BGR")},
    ]
    for change in forged:
        with pytest.raises(ValueError, match="no such position"):
            chromino.sample(replace(view, **change), Generator(1))


def test_boards_that_cannot_be() -> None:
    """C36: neither their size nor their squares."""
    with pytest.raises(ValueError, match="no square"):
        placements(Grid(("BGR",), {(100000, 0): "B"}, 5, 5))
    for square in ((10**6, 0, 1), (0, 0, 6), (0, 0, -1)):
        with pytest.raises(ValueError, match="no square"):
            board_for(0, 10).fill([square])
    for mode, stride in ((3, 64), (-1, 64), (0, 63), (0, 0), (0, 8192)):
        with pytest.raises(ValueError, match="there is no board"):
            Board(mode, stride)
    for tile in (-1, 80, 10**6):
        with pytest.raises(ValueError, match="no tile number"):
            board_for(0, 10).places(tile)


def test_kernel_questions() -> None:
    """About tiles and seats that are not there."""
    kernel = chromino.new("classic", 2, seed=1).kernel
    for seat in (-1, 2, 10**6):
        with pytest.raises(ValueError, match="no seat number"):
            kernel.hand_of(seat)
    for tile in (-1, 80, 10**6):
        with pytest.raises(ValueError, match="no tile number"):
            kernel.number_of_places(tile)
        with pytest.raises(ValueError, match="no tile number"):
            kernel.can_lay_at(tile, 0, 0, 0, 0)


def test_a_kernel_takes_over_from_itself() -> None:
    """Which changes nothing."""
    state = chromino.new("classic", 2, seed=1)
    before = state.view(0)
    state.kernel.resume(state.kernel)
    assert state.view(0) == before


def test_python_copies_are_copies() -> None:
    """copy.copy and copy.deepcopy are State.copy."""
    state = table("classic", "BYG RRR", "YYY PPP")
    for other in (copy.copy(state), copy.deepcopy(state)):
        do(other, "1 BYG@-1,1>")
        assert may(state, 1) == ["BYG@-1,-1>", "BYG@-1,1>"]
        assert state.history == []


def test_imagined_draws_do_not_fit() -> None:
    """C16: who draws again has drawn in vain, whether or not the first draw was by choice (C17)."""
    bag = "YPY RYP RRY PPR BBB GGG GGB"
    state = table("classic", "BYG RRR", "YYY PPP", bag=bag, draw_limit=None, draw_when_able="yes")
    do(state, "1 draw", "1 draw", "1 draw")
    view = state.view(1)
    for seed in range(200):
        imagined = chromino.sample(view, Generator(seed))
        fits = [tile for tile in imagined.kernel.hand_of(0) if imagined.kernel.number_of_places(tile)]
        assert len(fits) <= 5 - 2


def test_no_position_to_take_over() -> None:
    """C37: none at all, or one by other options."""
    kernel = Kernel(*OPTIONS.kernel_config())
    other = chromino.State.new(chromino.options("joker", 8), 1).kernel
    for position in (None, other):
        with pytest.raises(ValueError, match="the same options"):
            kernel.resume(position)  # type: ignore[arg-type]
