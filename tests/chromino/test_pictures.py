"""The pictures of Chromino: what is drawn is what was handed in, and every colour has its sign."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from math import dist
from xml.etree.ElementTree import XML, Element

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.console import Console

from tessella.core import NotationError
from tessella.games.chromino.drawing.shapes import CELL
from tessella.games.chromino.drawing.svg import PALETTES, board_svg, tile_svg
from tessella.games.chromino.drawing.terminal import board_text, hand_text
from tessella.games.chromino.notation import Lay, parse_lay
from tessella.games.chromino.tiles import COLOURS, TILES, WILD
from tests.pictures import (
    SVG,
    contrast,
    ids,
    marked,
    printed,
    require_no_colours,
    require_standing_alone,
    require_the_same_every_time,
)

LOOKS = [(palette, dark) for palette in PALETTES for dark in (False, True)]
BOARD = [parse_lay(text) for text in ("B*G@-1,0>", "YBY@-2,-1v", "BRP@-1,1>", "GPP@2,0v", "RRY@0,2>")]
GHOSTS = [parse_lay(text) for text in ("GRB@3,0>", "BRG@3,0>", "PPG@3,-2v", "GYG@-3,-1v", "YYY@-4,-3>")]

Place = tuple[int, int]


@st.composite
def boards(draw: st.DrawFn) -> list[Lay]:
    """Tiles that do not lie on each other, anywhere on the plane; pictures know no rules."""
    far_x = draw(st.sampled_from([0, 0, 7, -12, 98, -104, 1003, -1200]))
    far_y = draw(st.sampled_from([0, 7, -40, 100, -1100]))
    near = st.integers(-6, 6)
    drawn = st.tuples(st.sampled_from(TILES), st.booleans(), near, near, st.sampled_from(">v"))
    taken: set[Place] = set()
    board = []
    for tile, turned, x, y, direction in draw(st.lists(drawn, max_size=14)):
        lay = Lay(tile[::-1] if turned else tile, far_x + x, far_y + y, direction)
        if taken.isdisjoint(places(lay)):
            taken.update(places(lay))
            board.append(lay)
    return board


def places(lay: Lay) -> set[Place]:
    return {(x, y) for x, y, _ in lay.cells()}


def letters(board: Sequence[Lay]) -> dict[Place, str]:
    return {(x, y): letter for lay in board for x, y, letter in lay.cells()}


# -------------------------------------------------------------------------------------------------------- SVG


def sign(definition: Element) -> str:
    """The letter that a square's shape stands for."""
    (shape,) = marked(definition, "shape")
    if shape.tag == f"{SVG}g":
        assert len({sector.get("fill") for sector in shape.iter(f"{SVG}path")}) == 5
        return WILD
    corners = len(re.findall("[hvz]", shape.get("d", ""))) or len(shape.get("points", "").split())
    return {0: "B", 3: "G", 4: "R", 10: "Y", 12: "P"}[corners]


def drawn_squares(tile: Element, picture: Element) -> list[tuple[int, int, str]]:
    """Place and letter of each square of a tile, by what is really drawn there."""
    definitions = {element.attrib["id"]: element for element in picture.iter() if "id" in element.attrib}
    used = [(use, definitions[use.attrib["href"].removeprefix("#")]) for use in tile.iter(f"{SVG}use")]
    return [
        (int(use.get("x", 0)) // CELL, int(use.get("y", 0)) // CELL, sign(definition))
        for use, definition in used
        if marked(definition, "shape")
    ]


def is_around(rect: Element, lay: Lay) -> bool:
    """Whether a rectangle runs along the edge of a tile's place, a quarter of a cell to either side."""
    left, top, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
    edge = [CELL * part for part in (min(places(lay)) + max(places(lay)))]
    edges = (left, top, left + width - CELL, top + height - CELL)
    return all(abs(got - want) <= CELL / 4 for got, want in zip(edges, edge, strict=True))


@given(boards(), st.sampled_from(LOOKS))
def test_svg_draws_each_square_with_its_shape_where_it_lies(board: list[Lay], look: tuple[str, bool]) -> None:
    palette, dark = look
    picture = XML(board_svg(board, palette=palette, dark=dark))
    tiles = marked(picture, "tile")
    assert [parse_lay(tile.attrib["data-lay"]) for tile in tiles] == board
    assert [drawn_squares(tile, picture) for tile in tiles] == [list(lay.cells()) for lay in board]


@given(boards(), boards())
def test_svg_is_framed_tightly_with_a_margin(board: list[Lay], ghosts: list[Lay]) -> None:
    picture = XML(board_svg(board, ghosts=ghosts))
    left, top, width, height = (int(part) for part in picture.attrib["viewBox"].split())
    assert (picture.attrib["width"], picture.attrib["height"]) == (str(width), str(height))
    xs, ys = zip(*letters([*board, *ghosts]) or [(0, 0)], strict=True)
    right, bottom = (max(xs) + 1) * CELL, (max(ys) + 1) * CELL
    margins = {min(xs) * CELL - left, min(ys) * CELL - top, left + width - right, top + height - bottom}
    assert len(margins) == 1
    assert CELL / 4 <= margins.pop() <= CELL


@pytest.mark.parametrize(("palette", "dark"), LOOKS)
def test_svg_stands_alone(palette: str, dark: bool) -> None:
    require_standing_alone(board_svg(BOARD, last=1, ghosts=GHOSTS, numbers=True, palette=palette, dark=dark))
    require_standing_alone(tile_svg("B*G", palette=palette, dark=dark))


def test_svg_says_what_it_shows() -> None:
    text = board_svg(BOARD, last=4, ghosts=GHOSTS[:1], title='Ann & "Bo" <1>\x07')
    picture = XML(text)
    assert picture.get("role") == "img"
    assert [child.tag for child in picture][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert picture.findtext(f"{SVG}title") == 'Ann & "Bo" <1> '
    description = picture.findtext(f"{SVG}desc")
    assert description == "A Chromino board with 5 tiles, the last one outlined; 1 place is marked."
    single = XML(board_svg(BOARD[:1]))
    assert single.findtext(f"{SVG}title") == "Chromino board"
    assert single.findtext(f"{SVG}desc") == "A Chromino board with 1 tile."


def test_svg_of_an_empty_board_is_a_small_picture() -> None:
    picture = XML(board_svg([]))
    assert 0 < int(picture.attrib["width"]) <= 4 * CELL
    assert picture.findtext(f"{SVG}desc") == "An empty Chromino board."


@pytest.mark.parametrize("last", [0, 1, 4, -1])
def test_svg_outlines_the_last_tile_above_all_others(last: int) -> None:
    picture = XML(board_svg(BOARD, last=last))
    (outline,) = marked(picture, "last")
    assert [lay for lay in BOARD if is_around(outline, lay)] == [BOARD[last]]
    assert outline.get("stroke") == "#c2542d"
    order = [element.get("class") for element in picture.iter()]
    assert order.index("last") > max(i for i, name in enumerate(order) if name == "tile")


def test_svg_marks_nothing_unasked_and_no_tile_that_is_not_there() -> None:
    picture = XML(board_svg(BOARD, ghosts=GHOSTS))
    assert not marked(picture, "last")
    assert not list(picture.iter(f"{SVG}text"))
    with pytest.raises(IndexError):
        board_svg(BOARD, last=5)


def test_svg_ghosts_are_dashed_and_numbered_in_order() -> None:
    picture = XML(board_svg(BOARD, ghosts=GHOSTS, numbers=True))
    ghosts = marked(picture, "ghost")
    assert [is_around(ghost, lay) for ghost, lay in zip(ghosts, GHOSTS, strict=True)] == [True] * 5
    (dashed,) = [g for g in picture.iter(f"{SVG}g") if g.get("stroke-dasharray")]
    assert dashed.get("stroke") == "#1d7a4f"
    assert list(dashed) == ghosts
    (numbers,) = marked(picture, "numbers")
    assert [text.text for text in numbers.iter(f"{SVG}text")] == ["1", "2", "3", "4", "5"]
    spots = [(x // CELL, y // CELL) for x, y, _ in circles(GHOSTS)]
    assert all(spot in places(lay) for spot, lay in zip(spots, GHOSTS, strict=True))


def circles(ghosts: Sequence[Lay]) -> list[list[float]]:
    """Middle and radius of each number's circle."""
    (numbers,) = marked(XML(board_svg(BOARD, ghosts=ghosts, numbers=True)), "numbers")
    return [[float(c.attrib[name]) for name in ("cx", "cy", "r")] for c in numbers.iter(f"{SVG}circle")]


def test_svg_numbers_stay_apart_and_are_small_only_where_they_must() -> None:
    crowd = circles([GHOSTS[0]] * 14 + [Lay("BGB", x, -1, "v") for x in (3, 4, 5)])
    assert len(crowd) == 17
    assert all(dist(one[:2], other[:2]) >= one[2] + other[2] for one, other in combinations(crowd, 2))
    assert len({radius for _, _, radius in circles([GHOSTS[0]] * 3)}) == 1
    assert circles([GHOSTS[0]] * 3)[0][2] == circles(GHOSTS[:1])[0][2] > circles([GHOSTS[0]] * 4)[0][2]


def test_svg_ghosts_along_each_other_keep_their_lines_apart() -> None:
    ghosts = [Lay("BGB", x, 0, ">") for x in range(3)]
    drawn = marked(XML(board_svg([], ghosts=ghosts)), "ghost")
    assert len({ghost.attrib["y"] for ghost in drawn}) == 3


def test_svg_palettes_and_darkness_all_differ_and_share_no_ids() -> None:
    assert set(PALETTES) == {"game", "okabe-ito", "high-contrast"}
    assert len({board_svg(BOARD, palette=palette, dark=dark) for palette, dark in LOOKS}) == 6
    assert len({tile_svg("B*G", palette=palette, dark=dark) for palette, dark in LOOKS}) == 6
    for colour in ("#14b5ea", "#47a942", "#e31837", "#fff20d", "#62126c", "#f3ece0", "#e9dfce"):
        assert colour in board_svg(BOARD)
    assert "#211c19" in board_svg(BOARD, dark=True)
    used = [ids(board_svg([], palette=palette, dark=dark)) for palette, dark in LOOKS]
    assert all(one.isdisjoint(other) for one, other in combinations(used, 2))


def test_svg_unknown_palette_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'sepia'.*game, okabe-ito, high-contrast"):
        board_svg(BOARD, palette="sepia")
    with pytest.raises(ValueError, match="okabe-ito"):
        tile_svg("BGR", palette="Game")


@pytest.mark.parametrize(("palette", "least"), [("game", 3), ("okabe-ito", 3), ("high-contrast", 7)])
def test_svg_shapes_stand_out_on_their_squares(palette: str, least: float) -> None:
    groups = XML(board_svg([], palette=palette)).iter(f"{SVG}g")
    squares = {sign(g): g for g in groups if len(g) == 2 and g[1].get("fill") and marked(g, "shape")}
    assert set(squares) == set(COLOURS)
    for plate, shape in squares.values():
        assert contrast(plate.attrib["fill"], shape.attrib["fill"]) >= least


def test_svg_is_the_same_every_time_and_compact() -> None:
    require_the_same_every_time(
        "from tessella.games.chromino.notation import Lay; from tessella.games.chromino.drawing.svg import board_svg;"
        "lays = [Lay('BGR', 3 * i, i, '>') for i in range(9)];"
        "print(board_svg(lays, last=2, ghosts=lays, numbers=True))"
    )
    assert len(board_svg([Lay(tile, 3 * (i % 9), i // 9, ">") for i, tile in enumerate(TILES)])) < 25_000


@pytest.mark.parametrize("tile", ["BGR", "RGB", "P*Y", "YYY"])
def test_svg_of_one_tile_shows_its_squares_in_the_order_written(tile: str) -> None:
    picture = XML(tile_svg(tile))
    assert [letter for _, _, letter in drawn_squares(picture, picture)] == list(tile)
    assert picture.findtext(f"{SVG}title") == f"Chromino tile {tile}"
    assert "A Chromino tile: blue, wild, green." in tile_svg("B*G")


# --------------------------------------------------------------------------------------------------- terminal


def read_back(lines: list[str], width: int) -> dict[Place, str]:
    """What stands in every cell, its place read as a player does, by the numbers on top and at the left."""
    labels = [(int(label[0]), label.end() - 1) for label in re.finditer(r"-?\d+", lines[0])]
    x0, column0 = labels[0]
    assert all(column - column0 == (x - x0) * width for x, column in labels)
    read = {}
    for line in lines[1:]:
        label = re.match(r" *(-?\d+) ", line)
        assert label
        for start in range(label.end(), len(line), width):
            read[x0 + (start + 1 - column0) // width, int(label[1])] = line[start : start + width]
    return read


def framed(spots: Mapping[Place, str]) -> set[Place]:
    xs, ys = zip(*spots or [(0, 0)], strict=True)
    return {(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)}


@given(boards(), st.data(), st.booleans())
def test_text_has_all_letters_and_marks_in_place(board: list[Lay], data: st.DataObject, colour: bool) -> None:
    laid = letters(board)
    spots = st.sampled_from(sorted(framed(laid)))
    marks = data.draw(st.dictionaries(spots, st.integers(1, 2000).map(str)))
    last = data.draw(st.none() | st.sampled_from(range(len(board)))) if board else None
    width = max([3, *(len(mark) + 1 for mark in marks.values())])
    read = read_back(printed(board_text(board, last=last, marks=marks, colour=colour)), width)
    assert set(read) == framed({**laid, **marks})
    for place, cell in read.items():
        if place in laid:
            assert cell[1] == laid[place]
        elif place in marks:
            assert cell.strip() == marks[place]
            assert len(cell) < width or cell.endswith(" ")
        else:
            assert cell.strip() == "·"


def test_text_looks_like_this() -> None:
    board = [parse_lay("B*G@-1,0>"), parse_lay("YRR@0,1v")]
    assert printed(board_text(board, last=1, marks={(2, 1): "12"})) == [
        "   -2 -1  0  1  2  3",
        "-1  ·  ·  ·  ·  ·  ·",
        " 0  · ├B──*──G┤ ·  ·",
        " 1  ·  · ╔Y╗ · 12  ·",
        " 2  ·  · ║R║ ·  ·  ·",
        " 3  ·  · ╚R╝ ·  ·  ·",
        " 4  ·  ·  ·  ·  ·  ·",
    ]


def test_text_of_an_empty_board_is_its_middle() -> None:
    assert printed(board_text([])) == ["   -1  0  1", "-1  ·  ·  ·", " 0  ·  ·  ·", " 1  ·  ·  ·"]


def test_text_numbers_of_columns_never_run_together() -> None:
    for x in (-14, -104, -1001, 96, 996):
        lines = printed(board_text([Lay("BGR", x + 3 * i, 4, ">") for i in range(5)]))
        assert read_back(lines, 3)[x, 4] == "├B─"
        assert len(shown := [int(label) for label in lines[0].split()]) >= 7
        assert len({b - a for a, b in pairwise(shown)}) == 1


def test_text_tells_tiles_apart_that_lie_side_by_side() -> None:
    lying = [Lay("BBB", 0, y, ">") for y in range(3)]
    standing = [Lay("BBB", x, 0, "v") for x in range(3)]
    assert letters(lying) == letters(standing)
    assert printed(board_text(lying)) != printed(board_text(standing))


@pytest.mark.parametrize("last", [0, 1, -1])
def test_text_highlights_the_last_tile_alone(last: int) -> None:
    double = "═║╔╗╚╝╠╣"
    read = read_back(printed(board_text(BOARD, last=last)), 3)
    assert {place for place, cell in read.items() if set(cell) & set(double)} == places(BOARD[last])
    assert not set(board_text(BOARD).plain) & set(double)
    with pytest.raises(IndexError):
        board_text(BOARD, last=5)


def test_text_paints_each_letter_on_its_colour() -> None:
    text = board_text([Lay("BGR", 0, 0, ">"), Lay("Y*P", 0, 1, ">")], last=1)
    styles = {c: text.get_style_at_offset(Console(), text.plain.index(c)) for c in COLOURS + WILD}
    assert styles["B"].bgcolor == Color.parse("#14b5ea")
    assert styles[WILD].bgcolor == Color.parse("#ffffff")
    assert len({style.bgcolor for style in styles.values()}) == 6
    for style in styles.values():
        ink, ground = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor) if colour)
        assert contrast(ink, ground) >= 4.5


def test_text_has_six_different_grounds_in_sixteen_colours_too() -> None:
    (line,) = printed(hand_text(["BGR", "P*Y"]), colours=True)
    grounds = {letter: ground for ground, letter in re.findall(r"\x1b\[1;\d+;(\d+)m([BGRYP*])", line)}
    assert len(grounds) == len(set(grounds.values())) == 6
    assert grounds["P"] == "45"


def test_text_without_colour_has_none() -> None:
    require_no_colours(board_text(BOARD, last=0, marks={(5, 5): "1"}, colour=False))
    require_no_colours(hand_text(["BGR"], colour=False))


@given(st.lists(st.sampled_from([*TILES, "RGB", "G*B"]), max_size=12))
def test_hand_shows_its_tiles_in_order(hand: list[str]) -> None:
    shown = hand_text(hand).plain.split()
    assert [re.sub(r"[^BGRYP*]", "", tile) for tile in shown] == hand


def test_hand_breaks_between_tiles_only() -> None:
    lines = printed(hand_text(["BGR", "YYY", "P*R"]), width=24, soft_wrap=False)
    assert lines == ["├B──G──R┤  ├Y──Y──Y┤", "├P──*──R┤"]


@pytest.mark.parametrize("wrong", ["BGX", "BG", "*BG", ""])
def test_what_is_no_tile_is_refused(wrong: str) -> None:
    with pytest.raises(NotationError):
        hand_text(["BGR", wrong])
    with pytest.raises(NotationError):
        tile_svg(wrong)


def test_a_board_that_is_too_wide_is_drawn_in_narrow_cells() -> None:
    """Two characters a cell: the letters and the numbers are all there."""
    tiles = [Lay("BGR", 3 * i, 0, ">") for i in range(10)]
    wide = board_text(tiles, marks={(4, 1): "12+"}).plain
    narrow = board_text(tiles, marks={(4, 1): "12+"}, widest=80).plain
    assert max(map(len, wide.splitlines())) > 80
    assert max(map(len, narrow.splitlines())) <= 80
    row = narrow.splitlines()[2]
    assert [letter for letter in row if letter in "BGR"] == list("BGR" * 10)
    assert "12" in narrow
    assert board_text(tiles[:3], widest=80).plain == board_text(tiles[:3]).plain
