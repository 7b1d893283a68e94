"""Views as JSON and as text."""

import json

import pytest

from tessella.core import Generator, IllegalAction, random_action
from tessella.games import florentine
from tests.florentine.table import CROSS, do, table


def a_view() -> florentine.View:
    """Seat 2's, with a closed space and cards aside."""
    state = table("bgRo rrrr", "oooo ggob", board="RbGo@0,0", stack="gggg bbbb bbbb", aside="rrbb")
    do(state, "1 bgRo@0,-1")
    return state.view(1)


def test_json_says_all() -> None:
    """F5, F8, F15: every field, seats counted from 1."""
    encoded = json.loads(json.dumps(a_view().to_json()))
    assert encoded["game"] == "florentine"
    assert (encoded["seat"], encoded["first"], encoded["turn"], encoded["stage"]) == (2, 1, 2, "hands")
    assert (encoded["stack"], encoded["pool"], encoded["hand"]) == (2, ["rrbb"], ["bggo", "oooo"])
    assert (encoded["board"], encoded["laid_by"]) == (["RbGo@0,0", "bgRo@0,-1"], [1, 1])
    assert encoded["seats"] == [
        {
            "colour": "red",
            "gem": "jade",
            "count": 2,
            "gems": 2,
            "closed": 1,
            "black": None,
            "black_done": False,
        },
        {"colour": "blue", "gem": "amber", "count": 2, "gems": 0, "closed": 0, "black": None, "black_done": False},
    ]
    assert {"colour": "red", "gems": 2, "open": 0, "triangles": [[0, -1, "S"], [0, 0, "N"]]} in encoded["spaces"]
    assert {"colour": "green", "gems": 1, "open": 1, "triangles": [[0, 0, "S"]]} in encoded["spaces"]
    assert encoded["legal"] == [
        "gobg@0,-2",
        "gobg@-1,0",
        "ggob@1,0",
        "ggob@0,1",
        "gobg@0,1",
        "oooo@-1,0",
        "aside bggo",
        "aside oooo",
    ]
    assert encoded["outcome"] is None


def test_text_says_it_in_words() -> None:
    """F5, F8, F15."""
    lines = str(a_view()).splitlines()
    assert lines[:5] == [
        "seat 2 sees: 2 on the board, 2 in the stack",
        "  seat 1: red, 2 cards, 2 jade in 1 closed space",
        "  seat 2: turn, blue, 2 cards, 0 amber in 0 closed spaces",
        "  aside: rrbb",
        "  hand: bggo oooo",
    ]
    assert lines[5].startswith("  may: ")
    assert "aside_oooo" in lines[5]


def test_json_of_an_end() -> None:
    """F14, F16: the black cards' places, and who won, and how."""
    board = CROSS.replace("rgbg@0,-3", "Rgbg@0,-3")
    state = table("", "", board=board, stage="black", aside="gggg", colours="red ochre")
    do(state, "1 black@0,-4", "2 pass")
    view = state.view(None)
    encoded = view.to_json()
    assert (encoded["turn"], encoded["pool"]) == (None, ["gggg"])
    assert encoded["outcome"] == {"winners": [1], "reason": "13 of 48 cards laid", "measure": "gems", "scores": [1, 0]}
    assert [(seat["gems"], seat["black"], seat["black_done"]) for seat in encoded["seats"]] == [
        (1, [0, -4], True),
        (0, None, True),
    ]
    assert "  seat 1: red, 1 jade in 1 closed space, black card at 0,-4" in str(view)
    assert "black card kept" in str(view)
    assert "  pool: gggg" in str(view)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_json_of_a_finished_game_adds_up(players: int) -> None:
    """F15, F16: gems counted from the board alone, in the closed spaces listed for each seat, are the scores."""
    for seed in range(5):
        state = florentine.new(players=players, seed=seed, colours="random")
        rng = Generator(seed)
        while state.outcome is None:
            state.apply(*random_action(state, rng))
        encoded = state.view(None).to_json()
        cards = {text.partition("@")[2]: text for text in encoded["board"]}
        for number, seat in enumerate(encoded["seats"]):
            counted = 0
            closed = [space for space in encoded["spaces"] if space["open"] == 0 and space["colour"] == seat["colour"]]
            assert len(closed) == seat["closed"]
            for space in closed:
                letters = [cards[f"{x},{y}"]["NESW".index(side)] for x, y, side in space["triangles"]]
                assert {letter.lower() for letter in letters} == {seat["colour"][0]}
                gems = sum(letter.isupper() for letter in letters)
                assert gems == space["gems"]
                counted += gems
            assert counted == seat["gems"] == encoded["outcome"]["scores"][number]


def test_views_of_nobody() -> None:
    """F4: there is no such seat."""
    state = florentine.new(players=2, seed=1)
    for seat in (-1, 2, 10**9):
        for ask in (state.view, state.legal):
            with pytest.raises(IllegalAction, match="the seats are 1 to 2"):
                ask(seat)
