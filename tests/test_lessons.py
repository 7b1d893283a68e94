"""The positions of the browser's course, and the pictures in its rules, are what the rules say of them."""

import importlib.util
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tessella.games.chromino.notation import Lay, parse_lay
from tessella.games.chromino.placing import contacts, why_not
from tessella.games.chromino.tiles import WILD_TILES
from tessella.games.florentine.config import CROSS, REACH
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.notation import parse_lay as parse_card
from tessella.games.florentine.placing import contacts as card_contacts
from tessella.games.florentine.placing import why_not as card_why_not
from tessella.games.florentine.puzzles.board import position, spaces, ways

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


def _lessons(game: str) -> dict[str, dict[str, Any]]:
    if not GAMES.exists():
        pytest.skip("the browser client's sources are not here")
    return {each["key"]: each for each in json.loads((GAMES / game / "lessons.json").read_text(encoding="utf-8"))}


def _tile_reason(lesson: dict[str, Any]) -> str | None:
    """Why the tile of a lesson may not lie where it begins."""
    start, tile = lesson["start"], lesson["rack"][0]
    down = start["turn"] % 2
    squares = tile[::-1] if start["turn"] >= 2 else tile
    x, y = start["x"] - (1 - down), start["y"] - down
    broken = why_not([parse_lay(text) for text in lesson["board"]], parse_lay(f"{squares}@{x},{y}{'>v'[down]}"), "no")
    return None if broken is None else broken[1]


def _fitting(lesson: dict[str, Any], piece: str) -> list[str]:
    """The placements of a piece in a lesson, of either game."""
    squares = [each["lay"] if isinstance(each, dict) else each for each in lesson["lays"]]
    spellings = {piece, piece[::-1]} if len(piece) == 3 else {piece[i:] + piece[:i] for i in range(4)}
    return [lay for lay in squares if lay.split("@")[0] in spellings]


@pytest.mark.parametrize("game", ["chromino", "florentine"])
def test_the_board_of_the_course_grows_from_one_piece_to_a_few(game: str) -> None:
    sizes = [len(lesson["board"]) for lesson in _lessons(game).values()]
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    # A corner needs the complete cross (F9).
    assert max(sizes) <= {"chromino": 6, "florentine": 15}[game]


@pytest.mark.parametrize("game", ["chromino", "florentine"])
def test_each_lesson_goes_on_with_the_board_of_the_one_before(game: str) -> None:
    boards = [lesson["board"] for lesson in _lessons(game).values()]
    for before, after in pairwise(boards):
        assert after[: len(before)] == before


def test_a_lesson_about_contacts_begins_with_one_and_ends_with_two() -> None:
    lesson = _lessons("chromino")["contacts"]
    assert "contact" in (_tile_reason(lesson) or "")
    board = [parse_lay(text) for text in lesson["board"]]
    start = lesson["start"]
    begun = parse_lay(f"{lesson['rack'][0]}@{start['x']},{start['y'] - 1}v")
    assert [each.good for each in contacts(board, begun)] == [True]
    assert lesson["lays"]
    assert all(len(each["contacts"]) >= 2 for each in lesson["lays"])


def test_a_lesson_about_clashes_begins_with_purple_on_green_and_a_turn_mends_it() -> None:
    lesson = _lessons("chromino")["clash"]
    reason = _tile_reason(lesson)
    assert reason is not None
    assert "purple" in reason
    assert "green" in reason
    turned = {**lesson, "start": {**lesson["start"], "turn": (lesson["start"]["turn"] + 2) % 4}}
    assert _tile_reason(turned) is None


def test_the_chameleon_is_explained_before_it_appears() -> None:
    lessons = _lessons("chromino")
    order = list(lessons)
    for key in order[: order.index("wild")]:
        assert "*" not in json.dumps([lessons[key]["board"], lessons[key]["rack"]])
    assert lessons["wild"]["rack"][0] in WILD_TILES
    touching = [square for each in lessons["wild"]["lays"] for square, *_ in each["contacts"]]
    assert 1 in touching


def test_the_lesson_about_drawing_has_nothing_that_fits_before_the_draw() -> None:
    lesson = _lessons("chromino")["draw"]
    assert lesson["task"] == "draw"
    assert not any(_fitting(lesson, piece) for piece in lesson["rack"])
    assert _fitting(lesson, lesson["drawn"])


def test_the_lesson_about_the_last_tile_has_one_tile_that_may_be_last() -> None:
    """C21."""
    (tile,) = _lessons("chromino")["last"]["rack"]
    assert tile not in WILD_TILES
    assert _fitting(_lessons("chromino")["last"], tile)


def test_the_lesson_about_the_aim_has_one_best_place_of_several() -> None:
    """F15, F16."""
    lesson = _lessons("florentine")["aim"]
    (goal,) = lesson["goal"]
    board = [parse_card(text) for text in lesson["board"]]
    closed = {
        str(lay): [
            space.gems for space in spaces(position([*board, lay], [])) if space.closed and space.colour == "red"
        ]
        for lay in map(parse_card, lesson["lays"])
    }
    assert len(closed) >= 3
    assert [lay for lay, gems in closed.items() if gems] == [goal]
    assert sum(closed[goal]) >= 2


def test_the_lesson_about_the_cross_begins_beside_it() -> None:
    """F9."""
    lesson = _lessons("florentine")["cross"]
    start = lesson["start"]
    begun = parse_card(f"{lesson['rack'][0]}@{start['x']},{start['y']}")
    broken = card_why_not([parse_card(text) for text in lesson["board"]], begun)
    assert broken is not None
    assert broken[0] == "F9"
    assert all("0" in lay.split("@")[1].split(",") for lay in lesson["lays"])


def test_the_lesson_about_putting_aside_has_cards_that_fit_nowhere() -> None:
    """F8."""
    lesson = _lessons("florentine")["aside"]
    assert lesson["task"] == "aside"
    assert len(lesson["rack"]) >= 2
    board = [parse_card(text) for text in lesson["board"]]
    for card in lesson["rack"]:
        assert not ways(position(board, [card]), card)
    assert ways(position(board, [lesson["drawn"]]), lesson["drawn"])


def test_the_lesson_about_corners_has_a_complete_cross_and_two_neighbours() -> None:
    """F10."""
    lesson = _lessons("florentine")["corner"]
    board = [parse_card(text) for text in lesson["board"]]
    assert len(board) == CROSS
    for text in lesson["lays"]:
        assert len(card_contacts(board, parse_card(text))) >= 2


def test_the_lesson_about_the_pool_has_cards_that_fit_and_one_that_does_not() -> None:
    """F12."""
    lesson = _lessons("florentine")["pool"]
    fits = [bool(_fitting(lesson, card)) for card in lesson["rack"]]
    assert sorted(fits) == [False, True, True]


def test_the_black_card_meets_its_colour_at_the_rim() -> None:
    """F14."""
    lesson = _lessons("florentine")["black"]
    cards = {(lay.x, lay.y): lay.triangles for lay in map(parse_card, lesson["board"])}
    for x, y in lesson["black"]:
        dx, dy = -(x // REACH if abs(x) == REACH else 0), -(y // REACH if abs(y) == REACH else 0)
        side = [(0, 1), (-1, 0), (0, -1), (1, 0)].index((dx, dy))
        assert cards[x + dx, y + dy][side].upper() == "R"
    assert len(lesson["black"]) >= 2
    assert lesson["goal"][0] in {f"black@{x},{y}" for x, y in lesson["black"]}


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
