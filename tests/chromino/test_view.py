"""Views as JSON and as text."""

import json

from tessella.chromino import View
from tests.chromino.table import do, may, table


def a_view() -> View:
    """Seat 2's, with as much in it as there can be: a last tile shown, a claim open, a call forgotten."""
    state = table("meccano", "GGG RRR", "BBG", "YPP RYY", bag="YPY RPR", board="BGG@-1,0>", scoring="contacts")
    do(state, "1 GGG@0,1>", "2 draw")
    return state.view(1)


def test_json_says_all() -> None:
    """C20, C22, C23: every field, seats counted from 1."""
    said = json.loads(json.dumps(a_view().to_json()))
    assert said["game"] == "chromino"
    assert (said["seat"], said["first"], said["turn"]) == (2, 1, 3)
    assert (said["bag"], said["held"], said["draws"], said["drawn_tile"], said["passes"]) == (1, 2, 0, None, 0)
    assert said["hand"] == ["BBG", "YPY"]
    assert said["claim"] == {"seat": 2, "tile": "BBG"}
    assert said["legal"] == ["spot 1"]
    assert (said["stop"], said["outcome"]) == (None, None)
    assert said["options"]["edition"] == "meccano"
    assert said["board"] == [
        {"lay": "BGG@-1,0>", "squares": [[-1, 0, "B"], [0, 0, "G"], [1, 0, "G"]], "seat": None},
        {"lay": "GGG@0,1>", "squares": [[0, 1, "G"], [1, 1, "G"], [2, 1, "G"]], "seat": 1},
    ]
    first, second, third = said["seats"]
    assert first == {
        "count": 1, "shown": ["RRR"], "known": ["RRR"], "score": 6, "tiles_drawn": 0, "called": False, "forgot": True
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
    said = state.view(None).to_json()
    assert said["turn"] is None
    assert said["stop"] == 1
    assert said["outcome"] == {"winners": [1], "reason": "last tile laid", "measure": "tiles left", "scores": [0, 2]}
