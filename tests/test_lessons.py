"""The positions of the browser's course, and the pictures in its rules, are what the rules say of them."""

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tessella.games.chromino.notation import Lay, parse_lay
from tessella.games.chromino.placing import contacts, why_not
from tessella.games.chromino.tiles import WILD_TILES
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.notation import parse_lay as parse_card
from tessella.games.florentine.puzzles.board import position, ways

pytestmark = pytest.mark.once

WEB = Path(__file__).parent.parent / "web"
TOOL = WEB / "tools" / "lessons.py"
GAMES = WEB / "src" / "games"


@pytest.mark.skipif(not TOOL.exists(), reason="the browser client's sources are not here")
def test_the_course_shows_the_places_that_the_rules_allow() -> None:
    spec = importlib.util.spec_from_file_location("lessons", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for path, text in module.lessons().items():
        assert path.read_text(encoding="utf-8") == text, f"{path} is stale: python web/tools/lessons.py"


def _figures(game: str) -> dict[str, dict[str, Any]]:
    figures: dict[str, dict[str, Any]] = json.loads((GAMES / game / "figures.json").read_text(encoding="utf-8"))
    assert figures
    return figures


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


@pytest.mark.skipif(not GAMES.exists(), reason="the browser client's sources are not here")
def test_the_pictures_of_cards_show_what_the_rules_allow() -> None:
    for name, figure in _figures("florentine").items():
        cards = [parse_card(text) for text in figure["board"]]
        for i, card in enumerate(cards[1:], 1):
            assert card in ways(position(cards[:i], [card.card]), card.card), (name, str(card))


@pytest.mark.skipif(not GAMES.exists(), reason="the browser client's sources are not here")
def test_the_pictures_of_tiles_show_what_the_rules_allow() -> None:
    for name, figure in _figures("chromino").items():
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


@pytest.mark.skipif(not GAMES.exists(), reason="the browser client's sources are not here")
def test_the_client_has_the_cards_of_the_deck() -> None:
    """F3: the client lists them, to cross out those that were seen."""
    source = (GAMES / "florentine" / "set.ts").read_text(encoding="utf-8")
    cards = re.findall(r"\b[RrBbGgOo]{4}\b", source)
    assert tuple(cards) == reconstruction()


@pytest.mark.skipif(not GAMES.exists(), reason="the browser client's sources are not here")
def test_the_client_has_the_wild_tiles() -> None:
    """C2: the plain ones are all that three colours can make (C1)."""
    source = (GAMES / "chromino" / "set.ts").read_text(encoding="utf-8")
    assert tuple(re.findall(r'"([BGRYP]\*[BGRYP])"', source)) == WILD_TILES
