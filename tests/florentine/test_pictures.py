"""The SVG pictures of Florentine Dominoes: what is drawn is what was handed in, and every colour has its sign."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from xml.etree.ElementTree import XML, Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import NotationError
from tessella.games import florentine
from tessella.games.chromino.drawing import svg as chromino_svg
from tessella.games.florentine.cards import COLOUR_NAMES, COLOURS, SIDES, STEPS
from tessella.games.florentine.drawing.svg import CELL, PALETTES, board_svg, card_svg
from tessella.games.florentine.notation import Black, Lay, parse_lay
from tessella.games.florentine.view import Space
from tests.pictures import (
    SVG,
    contrast,
    ids,
    marked,
    require_standing_alone,
    require_the_same_every_time,
)

Place = tuple[int, int]
Point = tuple[float, float]
Triangle = tuple[int, int, str]

LOOKS = [(palette, dark) for palette in PALETTES for dark in (False, True)]
BOARD = [parse_lay(text) for text in ("gRRb@0,0", "ROGB@0,1", "ggbR@1,0")]
RED = Space("red", 4, 0, ((0, 0, "E"), (0, 0, "S"), (1, 0, "W"), (0, 1, "N")))
GREEN = Space("green", 0, 0, ((0, 0, "N"),))
BLACK = [(4, -1, "blue"), (-4, 3, "red"), (2, 4, "ochre"), (0, -4, "green")]
GHOSTS = [(2, 0), (-1, 0), (0, -4)]

cells = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
sides = st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.sampled_from(SIDES))


@st.composite
def boards(draw: st.DrawFn) -> list[Lay]:
    """Any cards anywhere in the square; pictures know no rules."""
    cards = st.text("RrBbGgOo", min_size=4, max_size=4)
    return [Lay(draw(cards), x, y) for x, y in draw(st.lists(cells, max_size=12, unique=True))]


def letters(board: Iterable[Lay]) -> dict[Triangle, str]:
    return {(lay.x, lay.y, side): letter for lay in board for side, letter in zip(SIDES, lay.triangles, strict=True)}


def game(seed: int, *, stage: str = "", cards: int = 49) -> florentine.State:
    """A game of four in which cards are laid whenever they can be, until a stage or so many cards, or to the end."""
    state = florentine.new(players=4, seed=seed)
    luck = random.Random(seed)
    while state.turn is not None and (view := state.view(None)).stage != stage and len(view.board) < cards:
        legal = state.legal(state.turn)
        state.apply(state.turn, luck.choice([a for a in legal if isinstance(a, (Lay, Black))] or legal))
    return state


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?[\d.]+", text)]


def corners(element: Element) -> list[Point]:
    """The points of a polygon, or of a path of straight lines."""
    coordinates = numbers(element.attrib.get("points") or element.attrib["d"])
    return list(zip(coordinates[::2], coordinates[1::2], strict=True))


def middle(element: Element) -> Point:
    if element.tag == f"{SVG}circle":
        return float(element.attrib["cx"]), float(element.attrib["cy"])
    if element.tag == f"{SVG}path":
        x, y = numbers(element.attrib["d"])[:2]
        return x, y + 5
    xs, ys = zip(*corners(element), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def side_of(x: float, y: float) -> str:
    """The side of a card that a point, seen from its middle, is at."""
    return max(SIDES, key=lambda side: x * STEPS[SIDES.index(side)][0] + y * STEPS[SIDES.index(side)][1])


def place_of(element: Element) -> Place:
    """The cell whose middle an element is moved to."""
    x, y = (number / CELL - 0.5 for number in numbers(element.attrib["transform"]))
    assert (x, y) == (round(x), round(y))
    return round(x), round(y)


def sign(shape: Element) -> str:
    """The letter that a shape stands for."""
    kind = shape.tag.removeprefix(SVG)
    corner_count = len(corners(shape)) if kind == "polygon" else 0
    letter = {("circle", 0): "R", ("path", 0): "B", ("polygon", 8): "G", ("polygon", 4): "O"}[kind, corner_count]
    return letter if shape.get("class") == "gem" else letter.lower()


def drawn(picture: Element, palette: str) -> dict[Triangle, str]:
    """Place, side and letter of every triangle, by what is really drawn there."""
    definitions = {element.attrib["id"]: element for element in picture.iter() if "id" in element.attrib}
    signs: dict[Triangle, str] = {}
    for card in marked(picture, "card"):
        for use in card.iter(f"{SVG}use"):
            definition = definitions[use.attrib["href"].removeprefix("#")]
            shapes = marked(definition, "gem") + marked(definition, "setting")
            if not shapes:
                continue
            (shape,) = shapes
            plate = numbers(re.sub(r"A[\d.]+,[\d.]+ 0 0 1 ", "L", definition[0].attrib["d"]))
            side = side_of(sum(plate[::2]), sum(plate[1::2]))
            assert side_of(*middle(shape)) == side
            assert definition[0].get("fill") == PALETTES[palette].grounds[sign(shape).upper()]
            assert (*place_of(card), side) not in signs
            signs[*place_of(card), side] = sign(shape)
    return signs


@given(boards(), st.sampled_from(LOOKS))
def test_svg_draws_each_triangle_with_its_sign_where_it_lies(board: list[Lay], look: tuple[str, bool]) -> None:
    """F1, F2: the gem of its colour, or the gem's shape as a line, which is told by shape alone."""
    picture = XML(board_svg(board, palette=look[0], dark=look[1]))
    assert [parse_lay(card.attrib["data-lay"]) for card in marked(picture, "card")] == board
    assert drawn(picture, look[0]) == letters(board)


@given(boards())
def test_svg_has_seams_only_between_different_colours(board: list[Lay]) -> None:
    all_ends = []
    for card in marked(XML(board_svg(board)), "card"):
        ends = {(x > 0, y > 0) for path in marked(card, "seams") for x, y in corners(path) if (x, y) != (0, 0)}
        all_ends.append(ends)
    around = [(False, False), (True, False), (True, True), (False, True)]
    for lay, ends in zip(board, all_ends, strict=True):
        colours = lay.triangles.upper()
        assert ends == {corner for i, corner in enumerate(around) if colours[i - 1] != colours[i]}


@given(st.lists(st.lists(sides, min_size=1, max_size=25, unique=True), max_size=4), st.sampled_from(COLOUR_NAMES))
def test_svg_gold_runs_exactly_along_the_edges_of_closed_spaces(drawn: list[list[Triangle]], own: str) -> None:
    """F15: along each edge of its triangles that is not between two of them, whatever shape a space has."""
    spaces = [Space(COLOUR_NAMES[i], 0, 0, tuple(triangles)) for i, triangles in enumerate(drawn)]
    picture = XML(board_svg([], closed=spaces, own=own))
    for name, wanted in (
        ("closed", [space for space in spaces if space.colour != own]),
        ("own", [space for space in spaces if space.colour == own]),
    ):
        paths = [path for group in marked(picture, name) for path in group]
        assert [gold(path) for path in paths] == [edges(space) for space in wanted]


def edges(space: Space) -> set[frozenset[Point]]:
    """The edges of a space, found by counting: one between two of its triangles is there twice."""
    counted: Counter[frozenset[Point]] = Counter()
    for x, y, side in space.triangles:
        dx, dy = STEPS[SIDES.index(side)]
        centre = (x + 0.5, y + 0.5)
        ends = [(centre[0] + (dx + turn * dy) / 2, centre[1] + (dy + turn * dx) / 2) for turn in (1, -1)]
        counted.update(frozenset(pair) for pair in combinations([centre, *ends], 2))
    return {edge for edge, count in counted.items() if count == 1}


def gold(path: Element) -> set[frozenset[Point]]:
    """The edges that a path runs along; it must not run along any twice."""
    edges: list[frozenset[Point]] = []
    for loop in path.attrib["d"].split("z")[:-1]:
        spots = [(x / CELL, y / CELL) for x, y in corners(Element("path", d=loop))]
        edges += [frozenset(pair) for pair in zip(spots, spots[1:] + spots[:1], strict=True)]
    assert len(edges) == len(set(edges))
    return set(edges)


def test_svg_own_gold_is_stronger_and_above_all_other() -> None:
    picture = XML(board_svg(BOARD, closed=[RED, GREEN], own="red"))
    (pale,), (strong,) = marked(picture, "closed"), marked(picture, "own")
    assert (len(pale), len(strong)) == (1, 1)
    assert float(strong.attrib["stroke-width"]) > float(pale.attrib["stroke-width"])
    order = list(picture)
    assert order.index(strong) > order.index(pale) > max(order.index(card) for card in marked(picture, "card"))
    assert not marked(XML(board_svg(BOARD, closed=[RED, GREEN])), "own")


@pytest.mark.parametrize("black", [[], BLACK[:1], BLACK[1:3], BLACK])
def test_svg_shows_the_whole_square_and_what_lies_outside(black: list[tuple[int, int, str]]) -> None:
    """F10, F14: 7 by 7 cells, and one more on a side where a black card lies."""
    picture = XML(board_svg(BOARD, black=black))
    left, top, width, height = (int(part) for part in picture.attrib["viewBox"].split())
    assert (picture.attrib["width"], picture.attrib["height"]) == (str(width), str(height))
    xs, ys = [-3, 3, *(x for x, _, _ in black)], [-3, 3, *(y for _, y, _ in black)]
    right, bottom = (max(xs) + 1) * CELL, (max(ys) + 1) * CELL
    margins = {min(xs) * CELL - left, min(ys) * CELL - top, left + width - right, top + height - bottom}
    assert len(margins) == 1
    assert CELL / 4 <= margins.pop() <= CELL
    (square,) = marked(picture, "square")
    assert abs(float(square.attrib["x"]) + 3 * CELL) <= CELL / 4
    assert abs(float(square.attrib["width"]) - 7 * CELL) <= CELL / 2


@pytest.mark.parametrize("palette", PALETTES)
def test_svg_black_cards_turn_their_triangle_to_the_square(palette: str) -> None:
    """F2, F14: black, but for a small triangle at the edge that faces the square, with its colour's sign."""
    cards = marked(XML(board_svg(BOARD, black=BLACK, palette=palette)), "black")
    assert [place_of(card) for card in cards] == [(x, y) for x, y, _ in BLACK]
    assert [card.get("data-at") for card in cards] == [f"{x},{y}" for x, y, _ in BLACK]
    for card, (_, _, name), facing in zip(cards, BLACK, "WENS", strict=True):
        body, triangle, shape = card
        assert contrast(body.attrib["fill"], "#000000") < 1.3
        assert COLOUR_NAMES[COLOURS.index(sign(shape).upper())] == name
        assert triangle.get("fill") == PALETTES[palette].grounds[sign(shape).upper()]
        assert {side_of(x, y) for x, y in corners(triangle)} == {facing}
        assert side_of(*middle(shape)) == facing


@pytest.mark.parametrize(("palette", "dark"), LOOKS)
def test_svg_stands_alone(palette: str, dark: bool) -> None:
    full = board_svg(
        BOARD,
        black=BLACK,
        closed=[RED, GREEN],
        own="red",
        last=1,
        ghosts=GHOSTS,
        numbers=True,
        palette=palette,
        dark=dark,
    )
    require_standing_alone(full)
    require_standing_alone(card_svg("RRbg", palette=palette, dark=dark))


def test_svg_says_what_it_shows() -> None:
    text = board_svg(BOARD, last=2, closed=[RED], black=BLACK[:2], ghosts=GHOSTS[:1], title='Ann & "Bo" <1>\x07')
    picture = XML(text)
    assert picture.get("role") == "img"
    assert [child.tag for child in picture][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert picture.findtext(f"{SVG}title") == 'Ann & "Bo" <1> '
    assert picture.findtext(f"{SVG}desc") == (
        "A board of Florentine Dominoes with 3 cards, the last one outlined; 1 space is closed; "
        "2 black cards lie outside; 1 place is marked."
    )
    assert XML(board_svg([])).findtext(f"{SVG}desc") == "An empty board of Florentine Dominoes."


@pytest.mark.parametrize("last", [0, 1, -1])
def test_svg_outlines_the_last_card_above_all_others(last: int) -> None:
    picture = XML(board_svg(BOARD, last=last))
    (outline,) = marked(picture, "last")
    assert outline.get("stroke") == "#c2542d"
    assert is_around(outline, (BOARD[last].x, BOARD[last].y))
    assert list(picture).index(outline) > max(list(picture).index(card) for card in marked(picture, "card"))
    assert not marked(XML(board_svg(BOARD)), "last")
    with pytest.raises(IndexError):
        board_svg(BOARD, last=3)


def is_around(rect: Element, place: Place) -> bool:
    """Whether a rectangle runs along the edge of a cell."""
    left, top, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
    wanted = (place[0] * CELL, place[1] * CELL, CELL, CELL)
    return all(abs(got - want) <= CELL / 8 for got, want in zip((left, top, width, height), wanted, strict=True))


def test_svg_ghosts_are_dashed_and_numbered_in_order() -> None:
    picture = XML(board_svg(BOARD, ghosts=GHOSTS, numbers=True))
    assert [is_around(ghost, place) for ghost, place in zip(marked(picture, "ghost"), GHOSTS, strict=True)] == [
        True
    ] * 3
    (badges,) = marked(picture, "numbers")
    assert [text.text for text in badges.iter(f"{SVG}text")] == ["1", "2", "3"]
    spots = [middle(circle) for circle in badges.iter(f"{SVG}circle")]
    assert [(x // CELL, y // CELL) for x, y in spots] == GHOSTS
    assert not list(XML(board_svg(BOARD, ghosts=GHOSTS)).iter(f"{SVG}text"))


def test_svg_palettes_and_darkness_all_differ_and_share_no_ids() -> None:
    """Nor with pictures of Chromino: all can stand on one page."""
    assert list(PALETTES) == list(chromino_svg.PALETTES)
    assert len({board_svg(BOARD, palette=palette, dark=dark) for palette, dark in LOOKS}) == 6
    assert len({card_svg("RRbg", palette=palette, dark=dark) for palette, dark in LOOKS}) == 6
    used = [ids(board_svg(BOARD, palette=palette, dark=dark)) for palette, dark in LOOKS]
    used += [ids(chromino_svg.board_svg([], palette=palette, dark=dark)) for palette, dark in LOOKS]
    assert all(one.isdisjoint(other) for one, other in combinations(used, 2))


def test_svg_unknown_palette_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'sepia'.*game, okabe-ito, high-contrast"):
        board_svg(BOARD, palette="sepia")
    with pytest.raises(ValueError, match="okabe-ito"):
        card_svg("RRbg", palette="Game")


@pytest.mark.parametrize(("palette", "least"), [("game", 3), ("okabe-ito", 3), ("high-contrast", 7)])
@pytest.mark.parametrize("card", ["RBGO", "rbgo"])
def test_svg_gems_and_settings_stand_out_on_their_grounds(card: str, palette: str, least: float) -> None:
    """Of a gem it is the stone or the ring around it that does."""
    groups = [
        g for g in XML(card_svg(card, palette=palette)).iter(f"{SVG}g") if marked(g, "gem") + marked(g, "setting")
    ]
    drawn = {sign(g[1]): g for g in groups if g.get("id")}
    assert sorted(drawn) == sorted(card)
    for plate, shape, *_ in drawn.values():
        lines = [shape.attrib[name] for name in ("fill", "stroke") if shape.attrib[name] != "none"]
        assert max(contrast(plate.attrib["fill"], line) for line in lines) >= least


def test_svg_is_the_same_every_time_and_compact() -> None:
    require_the_same_every_time(
        "from tessella import florentine; state = florentine.new(players=4, seed=3)\n"
        "for _ in range(70): state.apply(state.turn, state.legal(state.turn)[0]) if state.turn is not None else None\n"
        "print(florentine.GAME.drawing.svg(state.view(0)))"
    )
    assert len(florentine.GAME.drawing.svg(game(3).view(0))) < 45_000


@pytest.mark.parametrize("card", ["RRbg", "rbgo", "ROGB", "oooo"])
def test_svg_of_one_card_shows_its_triangles_in_the_order_written(card: str) -> None:
    picture = XML(card_svg(card))
    assert drawn(picture, "game") == letters([Lay(card, 0, 0)])
    assert picture.findtext(f"{SVG}title") == f"Florentine card {card}"
    assert "north red with jade, east red with jade, south blue, west green." in card_svg("RRbg")


@pytest.mark.parametrize("wrong", ["RRbx", "RRb", ""])
def test_svg_of_what_is_no_card_is_refused(wrong: str) -> None:
    with pytest.raises(NotationError):
        card_svg(wrong)


@pytest.mark.parametrize("seat", [None, 0, 3])
def test_svg_of_a_view(seat: int | None) -> None:
    """F14, F15: its cards, black cards and closed spaces, the viewer's own ones in strong gold."""
    view = game(4).view(seat)
    picture = XML(florentine.GAME.drawing.svg(view))
    assert drawn(picture, "game") == letters(view.board)
    assert [place_of(card) for card in marked(picture, "black")] == [seat.black for seat in view.seats if seat.black]
    closed = [space for space in view.spaces if space.closed]
    own = [space for space in closed if seat is not None and space.colour == view.seats[seat].colour]
    assert bool(own) == (seat is not None)
    assert [gold(path) for g in marked(picture, "own") for path in g] == [edges(space) for space in own]
    assert sum(len(g) for g in marked(picture, "closed")) == len(closed) - len(own)
    assert not marked(picture, "last")


def test_svg_of_a_view_outlines_the_last_card_but_not_the_only_one() -> None:
    state = game(4, cards=1)
    assert not marked(XML(florentine.GAME.drawing.svg(state.view(0))), "last")
    view = game(4, cards=9).view(0)
    (outline,) = marked(XML(florentine.GAME.drawing.svg(view)), "last")
    assert is_around(outline, (view.board[-1].x, view.board[-1].y))


def test_pictures_need_rich_for_terminals_only() -> None:
    script = "import sys, tessella; tessella.florentine.GAME.drawing; print('rich' in sys.modules)"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.check_output([sys.executable, "-c", script], env=env, text=True).strip() == "False"
