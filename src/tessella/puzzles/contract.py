"""Puzzles as the rest of the project sees them: the same for every game that has some (`Game.puzzles`)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar

from tessella.core import Action, Game, Json
from tessella.core.validation import listing
from tessella.puzzles.common import ConundrumError, check_kind
from tessella.puzzles.link import Link, read_link, write_link

if TYPE_CHECKING:
    from rich.text import Text

PLACES = "places"
"""The kind of puzzle that asks for every place of each piece."""
USUAL_DIFFICULTY = 3
"""The difficulty of the puzzle of the day, if no other is wanted."""

AnyLay = TypeVar("AnyLay", bound=Action)
Goal = Literal["all", "one"]
"""Whether all answers of a puzzle are to be found, or one of them."""


@dataclass(frozen=True, slots=True)
class Move(Generic[AnyLay]):
    """A placement that the rules allow on the way to an answer, right or wrong."""

    after: tuple[AnyLay, ...]
    """What was laid before it, in the order of their texts; empty on the board as shown."""
    lay: AnyLay
    value: int | None = None
    """What it brings, in kinds that count something."""
    replies: tuple[AnyLay, ...] = ()
    """Placements of the other seat that show why it is no answer, in kinds with another seat."""


class Kind(ABC):
    """What there is to find in a puzzle. Each game has its own kinds (`Puzzles.kinds`)."""

    name: str
    """One lower-case word, as in texts and addresses."""
    about: str
    """The task, in a sentence."""
    goal: Goal = "one"
    steps: int | None = 1
    """How many placements an answer has; None: one for each piece."""


def laid_before(lays: Iterable[AnyLay]) -> tuple[AnyLay, ...]:
    """What was laid so far, as `Move.after` has it: the same for every order of laying."""
    return tuple(sorted(lays, key=str))


@dataclass(frozen=True, slots=True)
class CheckedAnswer(Generic[AnyLay]):
    """What is right and wrong about an answer."""

    right: tuple[AnyLay, ...]
    wrong: tuple[tuple[AnyLay, str, str], ...]
    """Each with the clause that it breaks, and how."""
    missing: Mapping[str, int]
    """For each piece the number of places that are still to be found."""

    @property
    def solved(self) -> bool:
        """Whether all was found, and nothing else was named."""
        return not self.wrong and not any(self.missing.values())


def check_answer(
    answer: Sequence[AnyLay],
    solution: Mapping[str, Sequence[AnyLay]],
    piece_of: Callable[[AnyLay], str],
    why_wrong: Callable[[AnyLay], tuple[str, str]],
) -> CheckedAnswer[AnyLay]:
    """Compare an answer with the solution. What is missing is only counted."""
    right: list[AnyLay] = []
    wrong = []
    for lay in answer:
        if piece_of(lay) not in solution:
            wrong.append((lay, "C36", f"{piece_of(lay)} is not asked for, but {listing(solution)}"))
        elif lay in right:
            wrong.append((lay, "C36", "this place was named before"))
        elif lay in solution[piece_of(lay)]:
            right.append(lay)
        else:
            wrong.append((lay, *why_wrong(lay)))
    missing = {piece: sum(lay not in right for lay in places) for piece, places in solution.items()}
    return CheckedAnswer(tuple(right), tuple(wrong), missing)


class Puzzle(ABC):
    """A board and pieces, each to be placed on this board alone. Immutable; `Puzzles.parse(str(puzzle)) == puzzle`."""

    title: ClassVar[str]
    """The first line of its text: what it is, and the version of the format."""
    word: ClassVar[str]
    """What the game calls a piece, as in the headers of the text."""

    kind: str
    """What there is to find: a name of `Puzzles.kinds`."""
    board: tuple[Action, ...]
    """The pieces that lie there, from top to bottom."""
    pieces: tuple[str, ...]
    """The pieces to place."""
    theirs: tuple[str, ...]
    """The open pieces of the other seat, in kinds that have one."""
    numbers: tuple[int | None, ...]
    """The numbers that are given with the task, one for each of `numbered`; None where none is given."""
    difficulty: int | None
    headers: Mapping[str, str]
    """Further headers (author, seed, title, ...), which mean nothing here and are kept."""

    @property
    def numbered(self) -> tuple[str, ...]:
        """What `numbers` count: the places of each piece, if nothing else is to be found."""
        return self.pieces

    # ---- solving ----

    @abstractmethod
    def solve(self) -> Mapping[str, Sequence[Action]]:
        """For each piece every place that it has in an answer, from top to bottom."""

    @abstractmethod
    def fits(self) -> Mapping[str, Sequence[Action]]:
        """For each piece every place where it fits on the board as shown."""

    @abstractmethod
    def answers(self) -> Sequence[Sequence[Action]]:
        """Every answer: the placements in an order in which they can be laid."""

    @abstractmethod
    def moves(self) -> Sequence[Move[Any]]:
        """Every placement that is possible on the way, right or wrong; none where all places are to be found."""

    @abstractmethod
    def grade(self) -> int:
        """How difficult it is, from 1 to 5, measured on the puzzle itself."""

    @abstractmethod
    def graded(self) -> Self:
        """The same with its difficulty as it is measured."""

    @abstractmethod
    def check(self, answer: Sequence[Any]) -> CheckedAnswer[Any]:
        """Check an answer. What is missing is only counted; `solve` gives it."""

    def right_numbers(self) -> tuple[int, ...]:
        """What `numbers` should be."""
        return tuple(len(places) for places in self.solve().values())

    def wrong_numbers(self) -> dict[str, tuple[int, int]]:
        """Of `numbered` those whose number is given and wrong: the given number, and the right one."""
        pairs = zip(self.numbered, self.numbers, self.right_numbers(), strict=True)
        return {name: (given, right) for name, given, right in pairs if given not in (None, right)}

    def missing_text(self, name: str, count: int) -> str:
        """That something of `CheckedAnswer.missing` is still to be found, in words."""
        return f"{count} still to be found"

    # ---- as text, JSON and pictures ----

    def task_lines(self) -> Sequence[str]:
        """The headers of this game that come before those of the pieces."""
        return ()

    @abstractmethod
    def board_lines(self) -> Sequence[str]:
        """The board as it is written."""

    def __str__(self) -> str:
        """The puzzle as text; `Puzzles.parse` reads it back."""
        given = dict(zip(self.numbered, self.numbers, strict=True))
        lines = [self.title, *self.task_lines()]
        for piece in self.pieces:
            number = given.get(piece)
            lines.append(f"{self.word}: {piece}" + ("" if number is None else f" {number}"))
        if self.difficulty is not None:
            lines.append(f"difficulty: {self.difficulty}")
        lines += [f"{name}: {text}".rstrip() for name, text in self.headers.items()]
        return "\n".join([*lines, "", *self.board_lines()]) + "\n"

    def task_json(self) -> Json:
        """What `to_json` holds in this game besides board and pieces."""
        return {}

    def shown(self) -> Mapping[str, str]:
        """What the task says besides board and pieces, by the names of the headers."""
        return {}

    def link(self) -> str:
        """The puzzle in one short line; `Puzzles.read` reads it. Numbers and headers are left out."""
        asked = {name: text for name, text in self.shown().items() if name not in self.numbered}
        return write_link(Link(self.kind, list(map(str, self.board)), self.pieces, self.theirs, asked))

    def to_json(self, solution: Mapping[str, Sequence[Action]] | None = None) -> Json:
        """The puzzle as JSON, with its solution if that is given."""
        given = dict(zip(self.numbered, self.numbers, strict=True))
        pieces: list[Json] = []
        for piece in self.pieces:
            pieces.append({self.word: piece, **({"number": given[piece]} if piece in given else {})})
            if solution is not None:
                pieces[-1]["places"] = [str(lay) for lay in solution[piece]]
        return {
            "difficulty": self.difficulty,
            "headers": dict(self.headers),
            "board": [str(lay) for lay in self.board],
            **self.task_json(),
            f"{self.word}s": pieces,
        }

    @abstractmethod
    def solution_text(self, widest: int | None = None) -> "Text | str":
        """The solution for a terminal, in at most `widest` characters where that can be done."""

    @abstractmethod
    def solution_pictures(self) -> Mapping[str, str]:
        """The solution as standalone SVG pictures, by names that differ."""


AnyPuzzle = TypeVar("AnyPuzzle", bound=Puzzle)


class Sheets(ABC):
    """Prints puzzles on paper."""

    @abstractmethod
    def require(self) -> None:
        """Raise an error that tells what to install if nothing can be printed: better before the puzzles are made."""

    @abstractmethod
    def can_print(self, text: str) -> bool:
        """Whether the font has all the letters of a text."""

    @abstractmethod
    def print_sheet(self, puzzles: Sequence[Any], file: Path, paper: str, grey: bool, heading: str, foot: str) -> int:
        """Write puzzles and their solutions to a PDF; return the number of pages. The same arguments give the same
        bytes."""


class BoardSolver(ABC):
    """Lists the places of pieces on a board that is written down without the rest of a puzzle."""

    file_help: str
    """How to write the board, in a line."""

    @abstractmethod
    def places(self, text: str) -> Sequence[tuple[str, Sequence[Action]]]:
        """Each piece as it is written, and every place where it fits; `NotationError` names a wrong line."""

    @abstractmethod
    def to_json(self, places: Sequence[tuple[str, Sequence[Any]]]) -> Json:
        """The places as JSON."""


class Puzzles(ABC, Generic[AnyPuzzle]):
    """The puzzles of one game. A puzzle follows from its seed and what is asked for, and never changes."""

    title: str
    """The first line of their texts."""
    kinds: Mapping[str, Kind]
    """What there is to find, by name; the first is meant where none is named."""
    place_help: str
    """How to write a place, in a few words."""
    daily_pieces: int | None = None
    """How many pieces the puzzle of the day has; None: as it comes."""

    @property
    def sheets(self) -> Sheets | None:
        """How they are printed; None: they are not."""
        return None

    @property
    def boards(self) -> BoardSolver | None:
        """How boards are solved that are written down alone; None: they are not."""
        return None

    @abstractmethod
    def new(
        self, seed: str | int, kind: str | None = None, difficulty: int | None = None, pieces: int | None = None
    ) -> AnyPuzzle:
        """The puzzle of this seed; `OptionError` if there is none like that."""

    @abstractmethod
    def parse(self, text: str) -> AnyPuzzle:
        """Read a puzzle. `ConundrumError` names the first wrong line and what is wrong with it.

        The numbers are not checked: `Puzzle.wrong_numbers` does that.
        """

    @abstractmethod
    def make(
        self, kind: str, board: Sequence[Any], pieces: Sequence[str], theirs: Sequence[str], task: Mapping[str, str]
    ) -> AnyPuzzle:
        """A puzzle with its numbers, not graded; `OptionError` or `NotationError` say what is impossible about it."""

    def read(self, text: str) -> AnyPuzzle:
        """Read a puzzle as a file has it, or from its link."""
        if text.removeprefix("\ufeff").startswith(self.title.rsplit(" ", 1)[0]):
            return self.parse(text)
        link = read_link(text.strip())
        board = [self.parse_place(place) for place in link.board]
        return self.make(self.kind_named(link.kind), board, link.pieces, link.theirs, link.task)

    @abstractmethod
    def parse_place(self, text: str) -> Action:
        """Read a place of an answer; `NotationError` if it is none."""

    def likeness(self, puzzle: AnyPuzzle) -> Hashable:
        """The same for puzzles that look alike."""
        return str(puzzle)

    def series(
        self,
        seed: str,
        count: int,
        kind: str | None = None,
        difficulty: int | None = None,
        pieces: int | None = None,
    ) -> Iterator[AnyPuzzle]:
        """Several puzzles, no two alike. Each is also `new(its seed, ...)`."""
        seen: set[Hashable] = set()
        number = 0
        while len(seen) < count:
            number += 1
            puzzle = self.new(f"{seed}.{number}", kind, difficulty, pieces)
            key = self.likeness(puzzle)
            if key not in seen:
                seen.add(key)
                yield puzzle

    def daily(self, day: date | str, difficulty: int = USUAL_DIFFICULTY, kind: str | None = None) -> AnyPuzzle:
        """The puzzle of a day: it follows from the date, the kind and the difficulty, and from nothing else."""
        usual = self.kind_named(kind) == self.kind_named(None)
        return self.new(str(day), kind, difficulty, self.daily_pieces if usual else None)

    def kind_named(self, kind: str | None) -> str:
        """The kind that is meant; `OptionError` names those there are."""
        if kind is None:
            return next(iter(self.kinds))
        check_kind(kind, self.kinds)
        return kind


def parse(text: str, games: Iterable[Game]) -> tuple[Puzzles[Puzzle], Puzzle]:
    """Read a puzzle of any of these games, whose first line tells which; with it come the puzzles of its game."""
    offered: list[Puzzles[Puzzle]] = [game.puzzles for game in games if game.puzzles is not None]
    for puzzles in offered:
        if text.removeprefix("\ufeff").startswith(puzzles.title.rsplit(" ", 1)[0]):
            return puzzles, puzzles.parse(text)
    titles = listing([repr(puzzles.title) for puzzles in offered], "or")
    raise ConundrumError(1, f"a conundrum begins with the line {titles}")
