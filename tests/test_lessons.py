"""The positions of the browser's course, and the pictures in its rules, are what the rules say of them."""

import importlib.util
import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tessella.games.chromino.notation import Lay, parse_lay
from tessella.games.chromino.placing import contacts, why_not
from tessella.games.florentine.notation import parse_lay as parse_card
from tessella.games.florentine.puzzles.board import position, ways

pytestmark = pytest.mark.once

WEB = Path(__file__).parent.parent / "web"
TOOL = WEB / "tools" / "lessons.py"
FIGURES = WEB / "src" / "learn" / "figures.json"


@pytest.mark.skipif(not TOOL.exists(), reason="the browser client's sources are not here")
def test_the_course_shows_the_places_that_the_rules_allow() -> None:
    spec = importlib.util.spec_from_file_location("lessons", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = module.FILE.read_text(encoding="utf-8")
    assert written == module.lessons(), "web/src/learn/lessons.json is stale: python web/tools/lessons.py"


def _worth(lay: Lay) -> int:
    return 3 if "*" in lay.squares else len(set(lay.squares))


def _sums(figure: dict[str, Any]) -> tuple[str, str]:
    """What the last tile scores by the tiles it touches (C30) and by its contacts (C31), written as a sum."""
    board, lay = [parse_lay(text) for text in figure["board"]], parse_lay(figure["laid"])
    worths = sorted((_worth(board[each.tile]), each.tile) for each in contacts(board, lay))
    touched = sorted({tile for _, tile in worths})
    own = _worth(lay)
    by_tiles = [own, *(_worth(board[tile]) for tile in touched)]
    by_contacts = [own + worth for worth, _ in worths]
    pairs = " + ".join(f"({own} + {worth})" for worth, _ in worths)
    return " + ".join(map(str, by_tiles)) + f" = {sum(by_tiles)}", f"{pairs} = {sum(by_contacts)}"


@pytest.mark.skipif(not FIGURES.exists(), reason="the browser client's sources are not here")
def test_the_pictures_in_the_rules_show_what_the_rules_allow() -> None:
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert [game for game, _ in groupby(each["game"] for each in figures.values())] == ["chromino", "florentine"]
    for name, figure in figures.items():
        if figure["game"] == "florentine":
            cards = [parse_card(text) for text in figure["board"]]
            for i, card in enumerate(cards[1:], 1):
                assert card in ways(position(cards[:i], [card.card]), card.card), (name, str(card))
            continue
        lays = [parse_lay(text) for text in [*figure["board"], *([figure["laid"]] if "laid" in figure else [])]]
        if name == "conundrum":
            for text in figure["places"]:
                assert why_not(lays, parse_lay(text), "no") is None, text
            continue
        for i, lay in enumerate(lays[1:], 1):
            broken = why_not(lays[:i], lay, figure.get("junior", "no"))
            assert (broken is not None) == (name == "clash" and i == len(lays) - 1), (name, str(lay), broken)
        if "sum" in figure:
            assert figure["sum"] in _sums(figure), name
