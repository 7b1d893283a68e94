"""Views as JSON and as text."""

import json

import pytest

from tessella.core import Generator
from tessella.games import chromino
from tessella.games.chromino import State, View
from tessella.games.chromino.notation import Draw
from tessella.testkit import play, random_walk
from tests.chromino import naive
from tests.chromino.choices import random_options
from tests.chromino.table import do, may, table


def a_view() -> View:
    """Seat 2's, with as much in it as there can be: a last tile shown, a claim open, a call forgotten."""
    state = table("meccano", "GGG RRR", "BBG", "YPP RYY", bag="YPY RPR", board="BGG@-1,0>", scoring="contacts")
    do(state, "1 GGG@0,1>", "2 draw")
    return state.view(1)


def test_json_says_all() -> None:
    """C20, C22, C23: every field, seats counted from 1."""
    encoded = json.loads(json.dumps(a_view().to_json()))
    assert encoded["game"] == "chromino"
    assert (encoded["seat"], encoded["first"], encoded["turn"]) == (2, 1, 3)
    assert (encoded["bag"], encoded["held"], encoded["draws"], encoded["drawn_tile"], encoded["passes"]) == (
        1,
        2,
        0,
        None,
        0,
    )
    assert encoded["hand"] == ["BBG", "YPY"]
    assert encoded["claim"] == {"seat": 2, "tile": "BBG"}
    assert encoded["legal"] == ["spot 1"]
    assert (encoded["stop"], encoded["outcome"]) == (None, None)
    assert encoded["options"]["edition"] == "meccano"
    assert encoded["board"] == ["BGG@-1,0>", "GGG@0,1>"]
    assert encoded["laid_by"] == [None, 1]
    assert (encoded["places"], encoded["claims"]) == ([], [])
    first, second, third = encoded["seats"]
    assert first == {
        "count": 1, "shown": ["RRR"], "known": ["RRR"], "score": 6, "tiles_drawn": 0, "called": False, "forgot": True,
        "stuck": None, "fresh": 0,
    }  # fmt: skip
    assert (second["count"], second["shown"], second["known"], second["tiles_drawn"]) == (2, [], ["BBG"], 1)
    assert (third["count"], third["known"]) == (2, [])


def test_text_says_it_in_words() -> None:
    """C19, C20, C22, C23."""
    assert str(a_view()).splitlines() == [
        "seat 2 sees: 2 on the board, 1 in the bag",
        "  seat 1: 1 tiles, shown RRR, 6 points, 0 drawn, forgot to call",
        "  seat 2: 2 tiles, known BBG, 0 points, 1 drawn",
        "  seat 3: turn, 2 tiles, 0 points, 0 drawn",
        "  hand: BBG YPY",
        "  may: spot_1",
        "  seat 2 drew instead of laying BBG",
    ]


def test_json_of_an_end() -> None:
    """C24: who won, and how."""
    state = table("classic", "BYG", "RRR YYY")
    do(state, f"1 {may(state, 1)[0]}", "2 pass")
    encoded = state.view(None).to_json()
    assert encoded["turn"] is None
    assert encoded["stop"] == 1
    assert encoded["outcome"] == {"winners": [1], "reason": "last tile laid", "measure": "tiles left", "scores": [0, 2]}


def test_the_end_shows_what_is_left_in_the_hands() -> None:
    """C19: hidden to the last action, then for all to see; the JSON of such a view is read back."""
    state = table("classic", "BYG", "RRR YYY", "PPP RYP YYP", bag="YYR")
    do(state, f"1 {may(state, 1)[0]}", "2 draw")
    assert [seat.shown for seat in state.view(None).seats] == [(), (), ()]
    assert "RYP" not in json.dumps(state.view(1).to_json())
    do(state, "3 pass")
    hands = [(), ("RRR", "RYY", "YYY"), ("RYP", "YYP", "PPP")]
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        assert [other.shown for other in view.seats] == [other.known for other in view.seats] == hands
        assert View.from_json(json.loads(json.dumps(view.to_json()))) == view


@pytest.mark.parametrize("edition", ["classic", "meccano"])
@pytest.mark.parametrize("limit", [1, 3, None])
@pytest.mark.parametrize("when", ["last-tile-shown", "yes"])
def test_who_draws_by_choice_is_not_stuck(edition: str, limit: int | None, when: str) -> None:
    """C16, C17, C23: who could lay and draws instead may hold anything, however often it has to draw on."""
    for seed in range(6):
        rng = Generator(seed)
        options = chromino.options(edition, 3, draw_limit=limit, draw_when_able=when)
        state = chromino.State.new(options, seed)
        while state.turn is not None and len(state.history) < 150:
            legal = state.legal(state.turn)
            state.apply(state.turn, Draw() if Draw() in legal and rng.below(3) else rng.choice(legal))
            view = state.view(None)
            for number, seat in enumerate(view.seats):
                if seat.stuck is not None and not (number == view.turn and view.draws):
                    assert misfits(state, number) >= seat.count - seat.fresh - len(seat.known)


def misfits(state: State, seat: int) -> int:
    """How many tiles of a seat did not fit when it was last stuck."""
    view = state.view(seat)
    laid = [(lay.squares, lay.x, lay.y, lay.direction) for lay in view.board[: view.seats[seat].stuck]]
    places = naive.placements(naive.board_of(laid), state.options.junior)
    return sum(not places[tile] and not places[tile[::-1]] for tile in view.hand)


@pytest.mark.parametrize("seed", range(12))
def test_who_was_stuck_held_nothing_that_fitted(seed: int) -> None:
    """C14, C15, C17, C18, C22, C23: all that a seat holds did not fit then, but for what it has taken since.

    Known tiles are no news; a last wild tile may have fitted (C21), and everybody has seen it.
    """
    rng = Generator(seed)
    usual = {"edition": "classic", "junior": "no", "draw_on": "must", "draw_when_able": "no"}
    options = random_options(rng, **usual if seed % 2 else {})
    met = 0
    for step in play(chromino.GAME, random_walk(options, rng, 250)):
        state = step.state
        assert isinstance(state, State)
        view = state.view(None)
        if rng.below(6):
            continue
        for number, seat in enumerate(view.seats):
            just_drawn = number == view.turn and view.draws > 0  # and what was drawn may fit
            if seat.stuck is not None and not just_drawn:
                met += 1
                assert seat.stuck <= len(view.board)
                assert misfits(state, number) >= seat.count - seat.fresh - len(seat.known)
                imagined = chromino.sample(view, rng)
                assert misfits(imagined, number) >= seat.count - seat.fresh - len(seat.known)
    assert met > 0 or not seed % 2
