"""Conundrums: solved as by brute force, made with the right numbers, read and written, checked (C36)."""

import io
import json
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.cli import main
from tessella.core import Generator, OptionError
from tessella.games.chromino import puzzles as conundrums
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.notation import DOWN, RIGHT, Lay
from tessella.games.chromino.placing import contacts
from tessella.games.chromino.puzzles import ChrominoPuzzle, ChrominoPuzzles
from tessella.games.chromino.puzzles.maker import boards
from tessella.games.chromino.puzzles.measure import WEIGHTS, Parts, Surroundings, together, weight
from tessella.games.chromino.tiles import TILES
from tessella.puzzles import LEVELS, ConundrumError
from tests.chromino import naive

PUZZLES = ChrominoPuzzles()
BOARDS = 5000 if COMPILED else 40
WRITTEN = """tessella conundrum 1
tile: BBB 3
tile: GYP
difficulty: 2
author: A. Nonymous

B-*-G . .
# a remark
B . G-G-Y
|
B . . . Y
|       |
G . . . R
        |
. . . . P
"""


# ---- solving ----


@pytest.mark.parametrize("part", range(5))
def test_solved_as_by_brute_force(part: int) -> None:
    """C5, C6, C7, C8, C36: on thousands of boards all places of any tile, found in three ways: by the engine, by the
    naive generator, and by what the measure looks at."""
    rng = Generator(part)
    for board in islice(_endless(rng), BOARDS // 5):
        used = {lay.tile for lay in board}
        tiles = tuple(tile for tile in TILES if tile not in used and rng.below(10) == 0) or ("PPP",)
        solution = ChrominoPuzzle(board, tiles, (None,) * len(tiles)).solve()
        everywhere = naive.placements(naive.board_of((lay.squares, lay.x, lay.y, lay.direction) for lay in board))
        around = Surroundings(board)
        for tile in tiles:
            readings = dict.fromkeys((tile, tile[::-1]))
            places = {Lay(squares, x, y, way) for squares in readings for y, x, way in everywhere[squares]}
            assert len(solution[tile]) == len(places)
            assert set(solution[tile]) == places == set(around.measure(tile)[1])


def _endless(rng: Generator) -> Iterator[tuple[Lay, ...]]:
    while True:
        yield from boards(rng, 6, 30)


# ---- making ----


@settings(max_examples=100 if COMPILED else 5)
@given(st.text("abc019-", min_size=1, max_size=6), st.sampled_from((None, *LEVELS)), st.sampled_from((None, 2)))
def test_new_ones(seed: str, difficulty: int | None, tiles: int | None) -> None:
    """C36: numbers that are right, the difficulty that was asked for, a text that reads back, the same again."""
    puzzle = conundrums.new(seed, difficulty, tiles)
    assert not puzzle.wrong_numbers()
    assert None not in puzzle.numbers
    assert difficulty in (None, puzzle.difficulty)
    assert tiles in (None, len(puzzle.pieces))
    assert puzzle.headers == {"seed": seed}
    assert conundrums.parse(str(puzzle)) == puzzle
    assert conundrums.make(puzzle.board, puzzle.pieces, puzzle.difficulty, puzzle.headers) == puzzle
    assert conundrums.new(seed, difficulty, tiles) == puzzle
    answer = [lay for places in puzzle.solve().values() for lay in places]
    assert puzzle.check(answer).solved
    assert puzzle.grade() == puzzle.difficulty


def test_a_series_has_no_two_alike() -> None:
    """Each of them can be made again by its own seed."""
    puzzles = list(PUZZLES.series("s", 40 if COMPILED else 5, difficulty=2))
    assert len({conundrums.likeness(each) for each in puzzles}) == len(puzzles)
    assert [each.headers["seed"] for each in puzzles][:2] == ["s.1", "s.2"]
    assert conundrums.new("s.2", 2) == puzzles[1]


@given(st.sampled_from([str(seed) for seed in range(5)]), st.booleans(), st.booleans(), st.booleans())
def test_turned_and_mirrored_ones_are_alike(seed: str, swapped: bool, mirrored: bool, upside_down: bool) -> None:
    """The same likeness in all eight positions; another with another tile or square."""
    puzzle = conundrums.new(seed, 1)
    turned = []
    for lay in puzzle.board:
        run = []
        for x, y, letter in lay.cells():
            across, down = (y, x) if swapped else (x, y)
            run.append((-across if mirrored else across, -down if upside_down else down, letter))
        run.sort()
        (x, y, _), (across, _, _) = run[0], run[1]
        turned.append(Lay("".join(letter for _, _, letter in run), x, y, RIGHT if across != x else DOWN))
    other = conundrums.make(turned, puzzle.pieces)
    assert conundrums.likeness(other) == conundrums.likeness(puzzle)
    assert other.numbers == puzzle.numbers
    fewer = ChrominoPuzzle(puzzle.board[:-1], puzzle.pieces, puzzle.numbers)
    assert conundrums.likeness(fewer) != conundrums.likeness(puzzle)


@pytest.mark.parametrize(
    ("difficulty", "tiles", "reason"),
    [
        (0, None, "the difficulty is a number from 1 to 5, not 0"),
        (6, None, "the difficulty is a number from 1 to 5, not 6"),
        (None, 0, "a conundrum of the kind 'places' has 1 to 4 tiles to place, not 0"),
        (None, 5, "a conundrum of the kind 'places' has 1 to 4 tiles to place, not 5"),
    ],
)
def test_what_cannot_be_asked_for(difficulty: int | None, tiles: int | None, reason: str) -> None:
    """It is said what can."""
    with pytest.raises(OptionError, match=reason):
        conundrums.new("1", difficulty, tiles)


def test_conundrums_of_the_day() -> None:
    """Every day and difficulty has its own, for ten years: here some of the days; they never change."""
    first = date(2026, 1, 1)
    days = [first + timedelta(days) for days in range(0, 3653, 13 if COMPILED else 900)]
    puzzles = [PUZZLES.daily(day, 1 + number % 5) for number, day in enumerate(days)]
    assert [each.difficulty for each in puzzles] == [1 + number % 5 for number in range(len(days))]
    assert len({conundrums.likeness(each) for each in puzzles}) == len(puzzles)
    assert PUZZLES.daily(days[1], 2) == puzzles[1]
    assert conundrums.likeness(PUZZLES.daily(date(2027, 3, 1))).hex() == PINNED


PINNED = "d5509e0db75eaeff68f5e0cffc320eb2"
"""What the third of all levels is on 1 March 2027: if this changes, everybody's conundrums do."""


# ---- how hard they are ----


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_parts_of_the_measure(seed: str) -> None:
    """C5, C6: what is counted of the places, counted again from their contacts."""
    puzzle = conundrums.new(seed, 5)
    for tile in puzzle.pieces:
        parts, places = Surroundings(puzzle.board).measure(tile)
        touched = [contacts(puzzle.board, lay) for lay in places]
        assert parts.places == len(places)
        assert parts.third == sum(len(each) > 2 for each in touched)
        assert parts.wild == sum(
            any(contact.letter == "*" or (contact.square == 1 and tile[1] == "*") for contact in each)
            for each in touched
        )
        assert parts.split == sum(len({contact.tile for contact in each}) == len(each) for each in touched)
    squares = {(x, y) for lay in puzzle.board for x, y, _ in lay.cells()}
    beside = {(x + dx, y + dy) for x, y in squares for dx, dy in naive.SIDES}
    assert parts.rim == len(beside - squares)
    assert weight(Parts(places=2, near=5)) == pytest.approx(2 * WEIGHTS["places"] + 5 * WEIGHTS["near"])
    assert together([Parts(1, 2), Parts(3, 4)]) == Parts(4, 6)


def test_places_inside_and_near_misses() -> None:
    """C5: between two tiles a third fits, in the middle of the board; one wrong square, and it is a near miss."""
    board = [Lay("RBR", 0, 0, RIGHT), Lay("RBG", 0, 2, RIGHT)]
    fits, places = Surroundings([board[0], Lay("R*R", 0, 2, RIGHT)]).measure("RBR")
    assert (fits.inside, Lay("RBR", 0, 1, RIGHT) in places) == (1, True)
    misses, places = Surroundings(board).measure("RBR")
    assert (misses.inside, Lay("RBR", 0, 1, RIGHT) in places) == (0, False)
    assert misses.near > fits.near


# ---- as text ----


def test_written_by_hand() -> None:
    """Numbers may be missing, remarks and empty lines may be there; further headers are kept."""
    read = conundrums.parse(WRITTEN)
    assert read.pieces == ("BBB", "GYP")
    assert read.numbers == (3, None)
    assert read.difficulty == 2
    assert read.headers == {"author": "A. Nonymous"}
    assert [str(lay) for lay in read.board] == ["B*G@0,0>", "BBG@0,1v", "GGY@2,1>", "YRP@4,2v"]


def with_line(number: int, line: str) -> str:
    """The text with another line, counted from 1."""
    lines = WRITTEN.splitlines()
    lines[number - 1] = line
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "a conundrum begins with the line 'tessella conundrum 1'"),
        (with_line(1, "tessella record 1"), 1, "a conundrum begins with the line"),
        (with_line(2, "tile: BXG 4"), 2, "'BXG' is no tile"),
        (with_line(2, "tile: BBG four"), 2, "write a tile and how many places it has, like 'tile: BGR 4'"),
        (with_line(2, "tile: R*R 4"), 2, "'R*R' is not in the set"),
        (with_line(3, "tile: BBB 4"), 3, "BBB is asked for twice"),
        (with_line(3, "tile: GBB 4"), 3, "BBG lies on the board"),
        (with_line(4, "difficulty: 9"), 4, "the difficulty is a number from 1 to 5, not '9'"),
        (with_line(4, "author: X"), 5, "'author' stands here a second time"),
        (with_line(5, "author: \x07"), 5, "a character in it that cannot be printed"),
        ("tessella conundrum 1\n\nB-*-G\n", 3, "no tile is asked for above"),
        ("tessella conundrum 1\ntile: BBB 4\n", 3, "there is no tile on the board"),
        (with_line(7, "B-x-G . ."), 7, "in column 3 stands 'x': a square is B G R Y P or"),
        (with_line(7, "B+*-G . ."), 7, "in column 2 stands '+': between squares there is - or a space"),
        (with_line(7, "B *-G . ."), 7, "the tile at 0,0 is not three squares in a row"),
        (with_line(7, "B-*-G-G ."), 7, "the tile at 0,0 is not three squares in a row"),
        (with_line(7, "B-*-G-. ."), 7, "what is joined at 2,0 is not two squares"),
        (with_line(7, "B-G-* . ."), 7, "'BG*' is no"),
        (with_line(9, "G . G-G-Y"), 9, "GBG@0,1v clashes: green meets blue at 0,0 (C5)"),
        (with_line(9, "B . G-G-R"), 11, "YRP@4,2v clashes: yellow meets red at 4,1 (C5)"),
        (with_line(9, "B . . . ."), 11, "YRP@4,2v touches no way to the first tile"),
        (with_line(10, " |"), 10, "the | in column 2 has no square right above it"),
        (with_line(7, "|"), 7, "the | in column 1 has no square right above it"),
        (WRITTEN + ". . Y-G-G\n", 16, "GGY lies there twice"),
    ],
)
def test_wrong_line_and_reason(text: str, line: int, reason: str) -> None:
    """C1, C4, C5, C36: what is impossible is refused with its line and its reason."""
    with pytest.raises(ConundrumError) as caught:
        conundrums.parse(text)
    assert reason in str(caught.value)
    assert caught.value.line == line


@given(st.integers(0, 400), st.sampled_from("BGRYP*.-| x"))
def test_any_other_character(at: int, other: str) -> None:
    """C36: whatever is changed in a text, it is read as a conundrum or refused with a line that is there."""
    text = WRITTEN[: at % len(WRITTEN)] + other + WRITTEN[at % len(WRITTEN) + 1 :]
    try:
        read = conundrums.parse(text)
    except ConundrumError as error:
        line = error.line
    else:
        line = 1
        assert conundrums.parse(str(read)) == read
    assert 1 <= line <= text.count("\n") + 1


@pytest.mark.parametrize(
    ("board", "tiles", "reason"),
    [
        ([], ["BBB"], "there is no tile on the board"),
        ([Lay("BBB", 0, 0, RIGHT)], [], "no tile is asked for"),
        ([Lay("BBB", 0, 0, RIGHT), Lay("BBG", 2, 0, RIGHT)], ["GGG"], "BBG@2,0> lies over BBB@0,0>"),
    ],
)
def test_what_cannot_be_made(board: list[Lay], tiles: list[str], reason: str) -> None:
    """C4, C36: as little from Python as from text."""
    with pytest.raises(OptionError, match=reason):
        conundrums.make(board, tiles)


# ---- answers ----


def test_checking_an_answer() -> None:
    """C4, C5, C8, C36: right ones, wrong ones with the clause they break, and only the number of those missing."""
    puzzle = conundrums.make([Lay("B*G", 0, 0, RIGHT)], ["BBB", "BYG"])
    places = puzzle.solve()
    first = places["BYG"][0]
    answer = [
        first,
        Lay("BBB", 0, 0, RIGHT),
        Lay("BBB", 0, 1, RIGHT),
        Lay("BBB", 9, 9, RIGHT),
        first,
        Lay("PPP", 0, 1, RIGHT),
    ]
    checked = puzzle.check(answer)
    assert checked.right == (first,)
    assert [(lay, clause) for lay, clause, _ in checked.wrong] == list(
        zip(answer[1:], ["C4", "C5", "C5", "C36", "C36"], strict=True)
    )
    assert checked.missing == {"BBB": len(places["BBB"]), "BYG": len(places["BYG"]) - 1}
    assert not checked.solved


# ---- the command ----


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A conundrum in a file."""
    path = tmp_path / "conundrum.txt"
    path.write_text(str(conundrums.new("7", 2, 2)), encoding="utf-8")
    return path


def output_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints."""
    main(["conundrum", *arguments])
    return capsys.readouterr().out


def test_solve(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every place, on a picture and by its text; where a number is wrong that is said."""
    puzzle = conundrums.parse(file.read_text(encoding="utf-8"))
    shown = output_of(capsys, "solve", str(file))
    solution = json.loads(output_of(capsys, "solve", str(file), "--json"))
    output_of(capsys, "solve", str(file), "--svg", str(tmp_path / "out.svg"))
    for tile, places in puzzle.solve().items():
        assert all(str(lay) in shown for lay in places)
        assert {"tile": tile, "number": len(places), "places": [str(lay) for lay in places]} in solution["tiles"]
        assert (tmp_path / f"out-{tile.replace('*', 'w')}.svg").read_text(encoding="utf-8").count("ghost") >= len(
            places
        )
    wrong = str(puzzle).replace(f"{puzzle.pieces[0]} {puzzle.numbers[0]}\n", f"{puzzle.pieces[0]} 99\n")
    file.write_text(wrong, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["conundrum", "solve", str(file)])
    right = f"The number of {puzzle.pieces[0]} is wrong: 99 is said, {puzzle.numbers[0]} is right."
    assert right in capsys.readouterr().out


def test_new_and_daily(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text, as JSON, into files; today's and any day's."""
    assert output_of(capsys, "new", "--seed", "a", "--difficulty", "1") == f"{conundrums.new('a', 1)}\n"
    listed = output_of(capsys, "new", "--seed", "a", "--count", "3", "--json").splitlines()
    assert [json.loads(line)["headers"]["seed"] for line in listed] == ["a.1", "a.2", "a.3"]
    assert output_of(capsys, "new", "--count", "2", "--out", str(tmp_path / "new")) == ""
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["1.txt", "2.txt"]
    assert output_of(capsys, "daily", "--date", "2027-03-01") == str(PUZZLES.daily(date(2027, 3, 1)))
    assert json.loads(output_of(capsys, "daily", "--json"))["difficulty"] == 3
    for arguments, reason in (
        (("daily", "--date", "soon"), "--date is a day like"),
        (("new", "--count", "0"), "--count is a number from 1"),
        (("new", "--difficulty", "7"), "the difficulty is a number from 1 to 5"),
        (("new", "--seed", " a"), "--seed is one line of text"),
    ):
        with pytest.raises(SystemExit, match=reason):
            main(["conundrum", *arguments])


def test_check(file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """C36: what is right, what is wrong, how many are missing; and which, if one gives up."""
    puzzle = conundrums.parse(file.read_text(encoding="utf-8"))
    places = [str(lay) for lays in puzzle.solve().values() for lay in lays]
    assert "All is found." in output_of(capsys, "check", str(file), *places)
    some = output_of(capsys, "check", str(file), places[0], "BBB@90,90>")
    assert f"right    {places[0]}" in some
    assert "wrong    BBB@90,90>: " in some
    assert places[1] not in some
    assert f"missing  {places[1]}" in output_of(capsys, "check", str(file), places[0], "--give-up")
    with pytest.raises(SystemExit, match="'BBB' is no"):
        main(["conundrum", "check", str(file), "BBB"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("nothing"))
    with pytest.raises(SystemExit, match="-: line 1: a conundrum begins with"):
        main(["conundrum", "check", "-"])


def test_print(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A PDF that says at its foot how to make it again, and is the same then."""
    first, second = tmp_path / "1.pdf", tmp_path / "2.pdf"
    wish = ("--count", "2", "--difficulty", "1", "--seed", "sheet")
    assert "pages, the solutions last" in output_of(capsys, "print", *wish, "-o", str(first))
    output_of(capsys, "print", *wish, "-o", str(second))
    assert first.read_bytes().startswith(b"%PDF")
    assert first.read_bytes() == second.read_bytes()
    for arguments, reason in (
        (("--paper", "a5"), "the papers are a4, letter"),
        (("--count", "0"), "--count is a number from 1"),
        (("-o", str(tmp_path / "no" / "sheet.pdf")), "cannot write"),
    ):
        with pytest.raises(SystemExit, match=reason):
            main(["conundrum", "print", *wish, *arguments])


@pytest.mark.parametrize(
    ("tiles", "difficulty", "headers", "reason"),
    [
        (["GBB"] * 2, None, {}, "BBG is asked for twice"),
        (["BBB"], 9, {}, "the difficulty is a number from 1 to 5, not 9"),
        (["BBB"], None, {"tile": "BGR"}, "cannot be a further header"),
        (["BBB"], None, {"author": "a\nb"}, "cannot be a further header"),
        ([f"{a}{b}{a}" for a in "BGR" for b in "BGRYP"][1:14], None, {}, "13 tiles are asked for; 12 are enough"),
    ],
)
def test_what_no_text_could_say(tiles: list[str], difficulty: int | None, headers: dict[str, str], reason: str) -> None:
    """C36: what `parse` refuses cannot be made either; a tile goes by its name, whichever way it is written."""
    board = [Lay("B*G", 0, 0, RIGHT)]
    with pytest.raises(OptionError, match=reason):
        conundrums.make(board, tiles, difficulty, headers)
    turned = conundrums.make(board, ["GBB"])
    assert turned.pieces == ("BBG",)
    assert conundrums.parse(str(turned)) == turned


def test_without_a_wish_there_is_always_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Four tiles are seldom easy, so nobody asks for an easy one."""
    for seed in range(5):
        assert len(conundrums.new(seed, None, 4).pieces) == 4
    with pytest.raises(SystemExit, match="--kind gems is for --game florentine"):
        main(["conundrum", "new", "--kind", "gems"])
    with pytest.raises(SystemExit, match="--date is a day like"):
        main(["conundrum", "daily", "--date", "2026-W01-1"])
    with pytest.raises(SystemExit, match="take one in Latin letters"):
        main(["conundrum", "print", "--seed", "🎲"])
    assert "# remark" not in str(conundrums.parse(WRITTEN.replace("# a remark", "  # remark")))
