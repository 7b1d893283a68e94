"""Puzzles through the interface that is the same for every game: what commands and server use."""

import json
from datetime import date
from typing import Any
from xml.etree import ElementTree

import pytest

from tessella.cli import main
from tessella.core import OptionError
from tessella.games import GAMES
from tessella.puzzles import ConundrumError, Puzzle, Puzzles, parse

OFFERED = {name: game.puzzles for name, game in GAMES.items() if game.puzzles is not None}
EVERY_KIND = [(name, kind) for name, puzzles in OFFERED.items() for kind in puzzles.kinds]


@pytest.fixture(scope="module", params=EVERY_KIND, ids=lambda pair: "-".join(pair))
def example(request: pytest.FixtureRequest) -> tuple[Puzzles[Any], Puzzle]:
    """A puzzle of each kind of each game, and the puzzles of its game."""
    name, kind = request.param
    puzzles = OFFERED[name]
    return puzzles, puzzles.new("1", kind, 1)


def test_a_text_is_read_back_by_its_title(example: tuple[Puzzles[Any], Puzzle]) -> None:
    """Nobody has to name the game."""
    puzzles, puzzle = example
    assert str(puzzle).startswith(f"{puzzles.title}\n")
    assert parse(str(puzzle), GAMES.values()) == (puzzles, puzzle)
    assert parse("\ufeff" + str(puzzle), GAMES.values())[1] == puzzle


def test_what_has_no_known_title_is_refused() -> None:
    """With those there are; a later version of a known text is its own game's to refuse."""
    titles = " or ".join(repr(puzzles.title) for puzzles in OFFERED.values())
    with pytest.raises(ConundrumError, match=f"line 1: a conundrum begins with the line {titles}"):
        parse("tessella record 1\n", GAMES.values())
    for puzzles in OFFERED.values():
        with pytest.raises(ConundrumError, match=f"begins with the line '{puzzles.title}'"):
            parse(puzzles.title.replace("1", "2"), GAMES.values())


def test_the_solution_solves_it(example: tuple[Puzzles[Any], Puzzle]) -> None:
    """C36: places are read from their texts; its numbers are right; nothing is missing then, and before that all is."""
    puzzles, puzzle = example
    wanted = puzzle.answers() if puzzles.kinds[puzzle.kind].goal == "all" else puzzle.answers()[:1]
    answer = [puzzles.parse_place(str(lay)) for lays in wanted for lay in lays]
    assert puzzle.check(answer).solved
    assert puzzle.wrong_numbers() == {}
    assert puzzle.numbers == puzzle.right_numbers()
    missing = puzzle.check([]).missing
    assert sum(missing.values()) > 0
    assert all("still to be found" in puzzle.missing_text(name, count) for name, count in missing.items())


def test_json_holds_the_solution_only_if_it_is_given(example: tuple[Puzzles[Any], Puzzle]) -> None:
    """And it can be written down as JSON."""
    _, puzzle = example
    solution = puzzle.solve()
    shown, solved = (json.loads(json.dumps(each)) for each in (puzzle.to_json(), puzzle.to_json(solution)))
    assert [piece[puzzle.word] for piece in shown[f"{puzzle.word}s"]] == list(puzzle.pieces)
    assert not any("places" in piece for piece in shown[f"{puzzle.word}s"])
    places = {piece[puzzle.word]: piece["places"] for piece in solved[f"{puzzle.word}s"]}
    assert places == {piece: [str(lay) for lay in lays] for piece, lays in solution.items()}


def test_solutions_for_the_terminal_and_as_pictures(example: tuple[Puzzles[Any], Puzzle]) -> None:
    """Every answer is written down, and the pictures are well-formed."""
    _, puzzle = example
    text = str(puzzle.solution_text(100))
    assert all(str(lay) in text for lays in puzzle.solve().values() for lay in lays)
    pictures = puzzle.solution_pictures()
    assert pictures
    for picture in pictures.values():
        ElementTree.fromstring(picture)


@pytest.mark.parametrize("name", OFFERED)
def test_the_puzzle_of_a_day_is_that_of_its_date(name: str) -> None:
    """As a date or as its text."""
    puzzles = OFFERED[name]
    puzzle = puzzles.daily(date(2027, 3, 1))
    assert puzzle == puzzles.daily("2027-03-01")
    assert puzzle != puzzles.daily("2027-03-02")
    assert puzzle.difficulty == 3
    assert puzzles.daily_pieces in (None, len(puzzle.pieces))


@pytest.mark.parametrize("name", OFFERED)
def test_an_unknown_kind_is_refused(name: str) -> None:
    """With those there are."""
    with pytest.raises(OptionError, match=f"the kind of a problem is {next(iter(OFFERED[name].kinds))}.*, not 'chess'"):
        OFFERED[name].new("1", "chess")


def test_the_commands_take_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The puzzle of the day of each; sheets only of those that have them."""
    for name, puzzles in OFFERED.items():
        main(["conundrum", "daily", "--game", name, "--date", "2027-03-01"])
        assert capsys.readouterr().out == str(puzzles.daily("2027-03-01"))
    for name in [name for name, puzzles in OFFERED.items() if puzzles.sheets is None]:
        with pytest.raises(SystemExit, match=f"there are no printed sheets of {name}, only of "):
            main(["conundrum", "print", "--game", name])
