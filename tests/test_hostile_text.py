"""Readers of untrusted text: however it is written, their work grows no faster than its length."""

import ast
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, Literal

import pytest

import tessella
from tessella.browser import routes
from tessella.core import TessellaError
from tessella.games import GAMES, game_named
from tessella.games.chromino.grid import parse_grid
from tessella.games.florentine.deck import read_deck
from tessella.puzzles import contract as puzzles
from tessella.record import TITLE, parse
from tessella.tables.names import clean_name
from tests.patterns import why_unsafe

SOURCES = Path(tessella.__file__).parent

# ---- patterns ----

TRUSTED = {
    "server/page.py": "the page that this project built",
    "arena/charts.py": "pictures that matplotlib drew",
    "arena/outside.py": "the command line of the person who runs it",
    "testkit/strategies.py": "texts of actions that the testkit wrote",
}
"""Files whose patterns read no text of others."""
READERS = {"compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer"}


def patterns() -> Iterator[tuple[str, str]]:
    """Every pattern in the sources, with its file: of the module `re`, and of the types of requests."""
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name not in TRUSTED:
                yield from ((name, text) for text in _patterns_of(node))
    yield from (("browser/routes.py", pattern) for _, pattern, _ in routes.ROUTES)


def _patterns_of(call: ast.Call) -> Iterator[str]:
    """The patterns that are written in a call. One that is computed must be listed in `patterns`."""
    of_re = (
        isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == "re"
    )
    if of_re and isinstance(call.func, ast.Attribute) and call.func.attr in READERS:
        if isinstance(call.args[0], ast.Constant):
            yield str(call.args[0].value)
        else:
            assert ast.unparse(call) == "re.compile(pattern)", f"a pattern that no test reads: {ast.unparse(call)}"
    for keyword in call.keywords:
        if keyword.arg == "pattern" and isinstance(keyword.value, ast.Constant):
            yield str(keyword.value.value)


def test_every_pattern_is_linear() -> None:
    """No pattern that reads the text of others can be made to go back and forth."""
    listed = list(patterns())
    assert len(listed) > 25
    assert {f"{name}: {text}": why for name, text in listed if (why := why_unsafe(text)) is not None} == {}


@pytest.mark.parametrize(
    "pattern",
    [
        r"([0-9]{1,3})\s+([^#]*?)\s*(?:#\s*(.*))?",
        r"(a+)+b",
        r"(x?a|xb)*",
        r"\s*(.*)",
        r"a*[a-z]*b",
        r"(\w+\s?)*!",
        r"([a-z]{0,200}){0,200}b",
    ],
)
def test_a_pattern_that_is_not_linear_is_known(pattern: str) -> None:
    """The check above can fail."""
    assert why_unsafe(pattern) is not None


@pytest.mark.parametrize(
    "pattern", [r"[a-z][a-z0-9-]*:.*", r"(\S+)(?:\s+([0-9]{1,4}))?", r"^[!-~]([ -~]{0,198}[!-~])?$"]
)
def test_a_pattern_that_is_linear_is_known(pattern: str) -> None:
    """The check above does not refuse everything."""
    assert why_unsafe(pattern) is None


# ---- readers ----


def head(game: str) -> str:
    """A record down to its first action."""
    return f"{TITLE}\ngame: {game}\nedition: classic\nplayers: 2\nseed: 1\n"


RUNS: dict[str, Callable[[int], str]] = {
    "spaces": lambda size: " " * size,
    "spaces and a letter": lambda size: "x" + " " * size + "y",
    "tabs": lambda size: "x" + "\t " * size + "y",
    "letters": lambda size: "a" * size,
    "digits": lambda size: "9" * size,
    "hashes": lambda size: "1 x" + " #" * size,
    "colons": lambda size: "x:" * size,
    "commas": lambda size: "red," * size,
    "at signs": lambda size: "BGR@" * size,
    "minus signs": lambda size: "BGR@" + "-" * size,
    "line ends": lambda size: "\n" * size,
    "comments": lambda size: "# x\n" * size,
    "headers": lambda size: "".join(f"x{i}: y\n" for i in range(size)),
    "one header again and again": lambda size: "note: y\n" * size,
    "cards": lambda size: "RRbg " * size,
    "cards on the board": lambda size: "RRbg@0,0 " * size,
    "squares": lambda size: "B" * 150 + "\n" + "B\n" * size,
    "marks on a letter": lambda size: "a" + "\u0300\u0316" * size,
    "byte order marks": lambda size: "\ufeff" * size,
}
READ: dict[str, Callable[[str], object]] = {
    "record": parse,
    "record's headers": lambda text: parse(f"{TITLE}\n{text}"),
    "record's deck": lambda text: parse(f"{TITLE}\ngame: florentine\nedition: classic\nplayers: 2\ndeck: {text}\n"),
    "chromino's actions": lambda text: parse(f"{head('chromino')}\n1 {text}"),
    "florentine's actions": lambda text: parse(f"{head('florentine')}\n1 {text}"),
    "record's notes": lambda text: parse(f"{head('chromino')}\n1 x{text}#{text}"),
    "chromino's notation": GAMES["chromino"].parse,
    "florentine's notation": GAMES["florentine"].parse,
    "chromino's options": lambda text: [
        GAMES["chromino"].read_options({"edition": "classic", "players": "2", name: text})
        for name in ("first", "draw-limit", "players", "edition", "junior")
    ],
    "florentine's colours": lambda text: GAMES["florentine"].read_options(
        {"edition": "classic", "players": "2", "colours": text}
    ),
    "deck": read_deck,
    "grid": lambda text: parse_grid(f"tiles: BGR\n{text}"),
    "grid's tiles": lambda text: parse_grid(f"tiles: {text}"),
    "conundrum": lambda text: puzzles.parse(f"tessella conundrum 1\n{text}", GAMES.values()),
    "conundrum's tiles": lambda text: puzzles.parse(f"tessella conundrum 1\ntile: {text}\n", GAMES.values()),
    "problem": lambda text: puzzles.parse(
        f"tessella florentine problem 1\nkind: places\ncard: RRbg\n{text}", GAMES.values()
    ),
    "name": clean_name,
    "game": game_named,
}
SIZES = (400, 800)


def steps(read: Callable[[str], Any], text: str) -> int:
    """The lines of Python that a reader runs."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(text)
    except TessellaError:
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("reader", READ)
def test_twice_the_text_is_at_most_twice_the_work(reader: str) -> None:
    """Counted in steps, not in seconds; a reader refuses what it cannot read with a clear error."""
    for run, make in RUNS.items():
        steps(READ[reader], make(SIZES[0]))  # what is computed once
        short, long = (steps(READ[reader], make(size)) for size in SIZES)
        assert long <= 2.2 * short + 50, f"{run}: {short} steps for {SIZES[0]}, {long} for {SIZES[1]}"


def test_a_long_name_is_cut_before_it_is_normalized(monkeypatch: pytest.MonkeyPatch) -> None:
    """To sort a run of marks takes a time that grows with its length squared, inside `normalize`."""
    lengths: list[int] = []

    def normalize(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
        lengths.append(len(text))
        return unicodedata.normalize(form, text)

    monkeypatch.setattr(
        "tessella.tables.names.unicodedata", SimpleNamespace(**vars(unicodedata) | {"normalize": normalize})
    )
    assert clean_name("Zoë" + "\u0300\u0316" * 100_000) is not None
    assert max(lengths) < 100
