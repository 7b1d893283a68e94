"""Florentine Dominoes in a terminal: nothing is lost where there are no colours, and it is as wide as it may be."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.console import Console
from rich.text import Text

from tessella.core import NotationError
from tessella.games import florentine
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.drawing.terminal import board_text, hand_text, names_text
from tessella.games.florentine.notation import Aside, Black, Lay
from tessella.games.florentine.view import STAGES, Space
from tests.florentine.test_pictures import BLACK, BOARD, RED, Place, Triangle, boards, cells, game, letters, sides
from tests.pictures import contrast, printed, require_no_colours

WIDTHS = {7: None, 5: 59, 3: 45}
"""How wide a card is, if the square may be so wide."""
REACH = {7: 2, 5: 1, 3: 1}
"""How far the western and the eastern letter are from the middle of a card."""


def middles(lines: list[str]) -> dict[Place, tuple[int, int]]:
    """Line and column of the middle of every cell, read as a player does, by the numbers on top and at the left."""
    columns = {int(label[0]): label.end() - 1 for label in re.finditer(r"-?\d+", lines[0])}
    rows = {int(label[1]): i for i, line in enumerate(lines) if i and (label := re.match(r" {0,1}(-?\d)(?: |$)", line))}
    return {(x, y): (i, j) for x, j in columns.items() for y, i in rows.items()}


def spots(middle: tuple[int, int], width: int) -> dict[str, tuple[int, int]]:
    """Where the letters of a card are."""
    i, j = middle
    far = REACH[width]
    return {"N": (i - 1, j), "E": (i, j + far), "S": (i + 1, j), "W": (i, j - far)}


def read_back(lines: list[str], width: int) -> dict[Triangle, str]:
    """The letters of every triangle."""
    padded = [line.ljust(100) for line in lines] + [" " * 100]
    letters = {}
    for place, middle in middles(lines).items():
        for side, (i, j) in spots(middle, width).items():
            if padded[i][j].upper() in "RBGO":
                letters[*place, side] = padded[i][j]
    return letters


@given(boards(), st.booleans(), st.sampled_from(list(WIDTHS)), st.data())
def test_text_has_all_letters_and_marks_in_place(
    board: list[Lay], colour: bool, width: int, data: st.DataObject
) -> None:
    """F2: whether in colour or not, and however narrow."""
    marks = data.draw(st.dictionaries(cells, st.integers(1, 99).map(lambda number: f"{number}+")))
    last = data.draw(st.none() | st.sampled_from(range(len(board)))) if board else None
    lines = printed(board_text(board, marks=marks, last=last, colour=colour, widest=WIDTHS[width]))
    assert read_back(lines, width) == letters(board)
    taken = {(lay.x, lay.y) for lay in board}
    for place, (i, j) in middles(lines).items():
        cell = lines[i].ljust(100)[j - width // 2 : j + width // 2 + 1]
        if place not in taken:
            assert cell.strip() == marks.get(place, "·")


@given(boards(), st.lists(sides, unique=True), st.booleans())
def test_text_puts_letters_of_closed_spaces_in_brackets(
    board: list[Lay], triangles: list[Triangle], colour: bool
) -> None:
    """F15: exactly those, without colours too."""
    space = Space("red", 0, 0, tuple(triangles))
    lines = printed(board_text(board, closed=[space], colour=colour))
    places = middles(lines)
    for x, y, side in letters(board):
        i, j = spots(places[x, y], 7)[side]
        around = lines[i].ljust(100)[j - 1 : j + 2 : 2]
        assert ("(" in around, ")" in around) == (((x, y, side) in triangles),) * 2
    narrower = "\n".join(printed(board_text(board, closed=[space], colour=colour, widest=WIDTHS[5])))
    assert len(re.findall(r"[()]", narrower)) == sum(
        1 if side in "EW" else 2 for side in (t[2] for t in letters(board) if t in triangles)
    )


@given(boards(), st.lists(sides, unique=True), st.booleans())
def test_text_underlines_letters_of_closed_spaces_where_there_is_no_room(
    board: list[Lay], triangles: list[Triangle], colour: bool
) -> None:
    text = board_text(board, closed=[Space("red", 0, 0, tuple(triangles))], colour=colour, widest=WIDTHS[3])
    lines = text.plain.splitlines()
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines))]
    for x, y, side in letters(board):
        i, j = spots(middles(lines)[x, y], 3)[side]
        style = text.get_style_at_offset(Console(), starts[i] + j)
        assert bool(style.underline) == ((x, y, side) in triangles)


def test_text_looks_like_this() -> None:
    lines = printed(
        board_text(BOARD, last=2, closed=[RED], marks={(2, 0): "12+", (1, 1): "7"}, black=[(1, -4, "green")])
    )
    assert lines[0] == "      -3      -2      -1       0       1       2       3"
    assert lines[1:4] == [" " * 36 + "▓▓▓▓▓▓▓", "-4" + " " * 34 + "▓▓▓▓▓▓▓", " " * 36 + "▓  g  ▓"]
    assert [line[27:60].rstrip() for line in lines[13:19]] == [
        " ╲  g  ╱║╲  g   ║┌     ┐",  # noqa: RUF001 - seams, no letters
        "  b ╱(R)║(R)╲ g ║  12+      ·",  # noqa: RUF001
        " ╱ (R)  ║╱  b  ╲║└     ┘",  # noqa: RUF001
        " ╲ (R) ╱ ┌     ┐",  # noqa: RUF001
        "  B ╳ O     7       ·       ·",  # noqa: RUF001
        " ╱  G  ╲ └     ┘",  # noqa: RUF001
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_text_black_cards_are_hatched_and_turn_their_letter_to_the_square(width: int) -> None:
    """F2, F14."""
    lines = printed(board_text([], black=BLACK, widest={7: 76, 5: 75, 3: 57}[width]))
    assert read_back(lines, width) == {(x, y, side): name[0] for (x, y, name), side in zip(BLACK, "WENS", strict=True)}
    assert "".join(lines).count("▓") == {7: 68, 5: 50, 3: 32}[width]


@pytest.mark.parametrize("last", [0, 1, -1])
@pytest.mark.parametrize("width", WIDTHS)
def test_text_highlights_the_last_card_alone(last: int, width: int) -> None:
    lines = printed(board_text(BOARD, last=last, widest=WIDTHS[width]))
    i, j = middles(lines)[BOARD[last].x, BOARD[last].y]
    beside = {(row, j + way * (width // 2 + 1)) for row in (i - 1, i, i + 1) for way in (-1, 1)}
    assert {(row, line.start()) for row, text in enumerate(lines) for line in re.finditer("║", text)} == beside
    assert "║" not in board_text(BOARD).plain
    with pytest.raises(IndexError):
        board_text(BOARD, last=3)


@given(boards())
def test_text_has_seams_only_between_different_colours(board: list[Lay]) -> None:
    lines = [line.ljust(100) for line in printed(board_text(board))] + [" " * 100]
    for lay in board:
        i, j = middles(lines)[lay.x, lay.y]
        corners = lines[i - 1][j - 3] + lines[i - 1][j + 3] + lines[i + 1][j + 3] + lines[i + 1][j - 3]
        colours = lay.triangles.upper()
        seams = [colours[k - 1] != colours[k] for k in range(4)]
        assert [corner != " " for corner in corners] == seams
        assert (lines[i][j] == "╳") == all(seams)  # noqa: RUF001 - a seam, no letter


@pytest.mark.parametrize(
    ("widest", "longest"), [(None, 76), (80, 76), (76, 76), (75, 58), (58, 58), (57, 40), (20, 40)]
)
def test_text_is_as_wide_as_it_may_be(widest: int | None, longest: int) -> None:
    """A terminal of 80 characters has room for the whole board with black cards on all sides."""
    text = board_text(BOARD, black=BLACK, closed=[RED], last=1, widest=widest)
    assert {len(line) for line in text.plain.splitlines()[1:]} == {longest}
    assert printed(text, width=20) == [line.rstrip() for line in text.plain.splitlines()]


def test_text_paints_each_letter_on_its_colour() -> None:
    """And the letters of gems on white, in the colours of the gems."""
    text = board_text([Lay("rbgo", 0, 0), Lay("ORBG", 0, 1)])
    styles = {letter: text.get_style_at_offset(Console(), text.plain.index(letter)) for letter in "rbgoRBGO"}
    assert styles["r"].bgcolor == Color.parse("#c8102e")
    assert len({styles[letter].bgcolor for letter in "rbgo"}) == 4
    assert len({styles[letter].color for letter in "RBGO"}) == 4
    for style in styles.values():
        ink, ground = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor) if colour)
        assert contrast(ink, ground) >= 4.5


def test_text_has_four_different_grounds_in_sixteen_colours_too() -> None:
    (line,) = printed(names_text(["rbgo"]), colours=True)
    grounds = {letter: ground for ground, letter in re.findall(r"\x1b\[\d+;(\d+)m([rbgo])", line)}
    assert len(grounds) == len(set(grounds.values())) == 4


def test_text_without_colour_has_none() -> None:
    require_no_colours(board_text(BOARD, black=BLACK, closed=[RED], last=0, marks={(2, 2): "1"}, colour=False))
    require_no_colours(hand_text(["RRbg"], colour=False))
    require_no_colours(names_text(["RRbg"], colour=False))


def cards_in(text: Text) -> list[str]:
    """The cards that are drawn in rows, read from the northern triangle on."""
    lines = [line.ljust(120) for line in text.plain.splitlines()]
    cards = []
    for i in range(0, len(lines), 4):
        top, middle, bottom = lines[i : i + 3]
        cards += [top[j] + middle[j + 2] + bottom[j] + middle[j - 2] for j in range(3, 115, 9) if top[j] != " "]
    return cards


@given(st.lists(st.sampled_from(reconstruction()), max_size=30), st.none() | st.integers(1, 100))
def test_hand_shows_its_cards_in_order_and_wraps(hand: list[str], widest: int | None) -> None:
    text = hand_text(hand, widest=widest)
    assert cards_in(text) == hand
    assert all(len(line) <= max(widest or 80, 7) for line in text.plain.splitlines())
    assert names_text(hand).plain.split() == hand


def test_names_break_between_cards_only() -> None:
    assert printed(names_text(["RRbg", "rbgo", "bbgg"]), width=12, soft_wrap=False) == ["RRbg  rbgo", "bbgg"]


@pytest.mark.parametrize("wrong", ["RRbx", "RRb", ""])
def test_what_is_no_card_is_refused(wrong: str) -> None:
    with pytest.raises(NotationError):
        hand_text(["RRbg", wrong])
    with pytest.raises(NotationError):
        names_text(["RRbg", wrong])


# ------------------------------------------------------------------------------------------------------- views


@pytest.mark.parametrize("stage", STAGES)
def test_text_of_a_view_marks_its_legal_places_with_their_numbers(stage: str) -> None:
    """F7, F12, F14: where one can lay in several ways, the first number and a plus."""
    state = game(4, cards=20) if stage == "hands" else game(4, stage=stage)
    view = state.view(state.turn)
    assert view.stage == stage
    lines = printed(florentine.GAME.drawing.text(view))
    numbers: dict[Place, list[int]] = {}
    for number, action in enumerate(view.legal, 1):
        if isinstance(action, (Lay, Black)):
            numbers.setdefault((action.x, action.y), []).append(number)
    assert numbers
    for place, here in numbers.items():
        i, j = middles(lines)[place]
        assert lines[i].ljust(100)[j - 3 : j + 4].strip() == f"{here[0]}{'+' if len(here) > 1 else ''}"
    assert read_back(lines, 7) == letters(view.board)
    assert "".join(lines).count("(") == sum(len(space.triangles) for space in view.spaces if space.closed)
    assert max(map(len, printed(florentine.GAME.drawing.text(view, 45)))) <= 45


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_hand_of_a_view_tells_what_the_viewer_may_know(stage: str, seat: int | None) -> None:
    """F5, F8, F12: colours, gems and numbers of cards, what is aside or in the pool, and one's own cards."""
    state = game(7, cards=20) if stage == "hands" else game(7, stage=stage)
    view = state.view(seat)
    assert view.stage == stage
    shown = florentine.GAME.drawing.hand(view, 80)
    text = shown.plain
    for number, other in enumerate(view.seats):
        named = f"You ({other.colour}) have" if number == seat else f"Seat {number + 1} ({other.colour}) "
        (line,) = [line for line in text.splitlines() if line.startswith(named)]
        assert f" {other.gems} {other.gem} in {other.closed} closed space" in line
        assert ("holds 4 cards" in line) == (stage == "hands" and number != seat)
    assert ("The stack holds" in text) == (stage == "hands")
    assert (f"The stack holds {view.stack}\n" in text) == (stage == "hands")
    if stage == "pool":
        assert cards_in(below(shown, "the pool:")) == list(view.pool)
    elif view.pool:
        assert " ".join(view.pool) in " ".join(text.split())
    if stage == "hands" and seat is not None:
        assert cards_in(below(shown, "and hold")) == list(view.hand)


def below(text: Text, ending: str) -> Text:
    """What stands below the line that ends so, up to the next line in words."""
    lines = text.plain.splitlines()
    start = next(i for i, line in enumerate(lines) if line.endswith(ending)) + 1
    end = next((i for i in range(start, len(lines)) if lines[i].startswith("You (")), len(lines))
    return Text("\n".join(lines[start:end]))


def test_hand_of_a_view_shows_what_is_aside() -> None:
    """F8: as it is written, for it cannot be laid now."""
    state = game(4, cards=20)
    seat = state.turn
    assert seat is not None
    assert "Nothing is aside" in florentine.GAME.drawing.hand(state.view(seat)).plain
    card = state.view(seat).hand[0]
    state.apply(seat, Aside(card))
    assert f"Aside {card}\n" in florentine.GAME.drawing.hand(state.view(seat)).plain
