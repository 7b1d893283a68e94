"""A game as a small text file: options, seed, actions. It can be replayed to any ply. See docs/records.md.

tessella record 1
game: NAME
edition: classic
...
seed: 7

1 BGR@4,-2>
2 draw            # a note
...
result: seat 1 wins (last tile laid; tiles left: 0, 3)
check: 0f5a...
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeVar

from tessella.core import (
    Action,
    Game,
    IllegalAction,
    LineError,
    NotationError,
    OptionError,
    Options,
    State,
    seat_number,
    seed_text,
)
from tessella.games import game_named

T = TypeVar("T")

VERSION = 1
TITLE = f"tessella record {VERSION}"
UNFINISHED = "unfinished"

# No two parts of a pattern can take the same character: a hostile line must not make the matcher go back and forth.
_HEADER = re.compile(r"([a-z][a-z0-9-]*):(.*)")
_OWN = ("game", "seed", "result", "check")
_ACTION = re.compile(r"([0-9]{1,3})\s([^#]*)(?:#(.*))?")


class RecordError(LineError):
    """A record is wrong: the first wrong line, and why."""


def _check_line(text: str) -> None:
    if text != text.strip() or not text.replace("\t", " ").isprintable():
        raise OptionError(f"a header or comment is one printable line without spaces around it, not {text!r}")


@dataclass(frozen=True)
class Record:
    """A game as its options, its seed and its actions."""

    game: Game
    options: Options
    seed: str
    actions: tuple[tuple[int, Action], ...] = ()
    """Each with its seat."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers (names, a date, a place, ...), which are kept but not interpreted."""
    comments: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Lines of comment, by the number of actions before them."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """Notes behind an action, by its number from 0."""

    def __post_init__(self) -> None:
        for name, text in self.headers.items():
            if not _HEADER.fullmatch(f"{name}:") or name in (*_OWN, *self.game.option_help()):
                raise OptionError(f"{name!r} cannot be a further header: use a new word of small letters and hyphens")
            _check_line(text)
        for text in [*self.notes.values(), *(line for lines in self.comments.values() for line in lines)]:
            _check_line(text)
        last = len(self.actions)
        if not all(0 <= ply < last for ply in self.notes) or not all(0 <= ply <= last for ply in self.comments):
            raise OptionError(f"a note or comment belongs to no action: there are {last}")

    @classmethod
    def of(cls, game: Game, state: State, headers: Mapping[str, str] | None = None) -> "Record":
        """The record of a game so far."""
        if not state.seed:
            raise ValueError("a state that was not dealt from a seed has no record")
        return cls(game, state.options, state.seed, tuple(state.history), dict(headers or {}))

    def replay(self, ply: int | None = None) -> State:
        """The game after some actions (None: all of them)."""
        last = len(self.actions) if ply is None else ply
        if not 0 <= last <= len(self.actions):
            raise OptionError(f"there is no ply {last}; the record has 0 to {len(self.actions)}")
        state = self.game.new(self.options, self.seed)
        for seat, action in self.actions[:last]:
            state.apply(seat, action)
        return state

    def __str__(self) -> str:
        """The record as text; `parse` reads it back."""
        lines = [TITLE, f"game: {self.game.name}"]
        young = self.game.record_defaults
        lines += [f"{name}: {text}" for name, text in self.options.to_text().items() if young.get(name) != text]
        lines += [f"seed: {self.seed}", *(f"{name}: {text}".rstrip() for name, text in self.headers.items()), ""]
        for i, (seat, action) in enumerate(self.actions):
            lines += self._comments(i)
            lines.append(f"{seat_number(seat)} {action}" + (f"  # {self.notes[i]}" if i in self.notes else ""))
        lines += self._comments(len(self.actions))
        outcome = self.replay().outcome
        lines.append(f"result: {UNFINISHED if outcome is None else outcome}")
        lines.append(f"check: {self.check()}")
        return "\n".join(lines) + "\n"

    def check(self) -> str:
        """A short fingerprint of the game: its options, seed and actions.

        Options count only where they differ from the edition's, or from what older records are played by: an option
        that is added to the game later must not change their fingerprint.
        """
        texts = self.options.to_text()
        edition = {"edition": texts["edition"], "players": texts["players"]}
        usual = self.game.read_options({**edition, **self.game.record_defaults}).to_text()
        chosen = edition | {name: text for name, text in texts.items() if usual[name] != text}
        parts = [self.game.name, *(f"{name}={text}" for name, text in sorted(chosen.items())), self.seed]
        parts += [f"{seat_number(seat)} {action}" for seat, action in self.actions]
        return sha256("\n".join(parts).encode()).hexdigest()[:16]

    def _comments(self, ply: int) -> list[str]:
        return [f"# {comment}".rstrip() for comment in self.comments.get(ply, ())]


def parse(text: str) -> Record:
    """Read a record and replay it. `RecordError` names the first wrong line and what is wrong with it."""
    return _Reader(text).read()


class _Reader:
    """Reads a record line by line and replays it at once, so that an error names the first wrong line."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        self.number = 0
        self.headers: dict[str, tuple[int, str]] = {}
        self.header_errors: list[RecordError] = []
        """Errors of the headers, which are checked together."""
        self.comments: dict[int, list[str]] = {}
        self.notes: dict[int, str] = {}
        self.actions: list[tuple[int, Action]] = []

    def read(self) -> Record:
        if not self.lines or self.lines[0] != TITLE:
            raise RecordError(1, f"a record begins with the line {TITLE!r}")
        self.number = 1
        following = self._read_headers()
        game, options, seed = self._read_setting(self.number + (following is None))
        state = game.new(options, seed)
        while following is not None and not following.startswith("result:"):
            self._play(game, state, following)
            following = self._next()
        if following is None:
            raise RecordError(
                self.number + 1, f"the record has no end: its last line is a result, perhaps 'result: {UNFINISHED}'"
            )
        self._check_result(state, following)
        self._check_end(Record(game, options, seed, tuple(self.actions)))
        return Record(
            game,
            options,
            seed,
            tuple(self.actions),
            {name: text for name, (_, text) in self.headers.items()},
            {ply: tuple(lines) for ply, lines in self.comments.items()},
            self.notes,
        )

    def _next(self) -> str | None:
        """The next line that is neither empty nor a comment; comments are kept."""
        while self.number < len(self.lines):
            line = self.lines[self.number].strip()
            self.number += 1
            if not line.replace("\t", " ").isprintable():
                raise self._error("the line has a character that cannot be printed")
            if line.startswith("#"):
                self.comments.setdefault(len(self.actions), []).append(line[1:].strip())
            elif line:
                return line
        return None

    def _error(self, reason: str) -> RecordError:
        return RecordError(self.number, reason)

    def _read_headers(self) -> str | None:
        """Read headers up to the first line that is not a header, and return that line."""
        while (line := self._next()) is not None:
            match = _HEADER.fullmatch(line)
            if line[0].isdigit() or (match and match[1] in ("result", "check")):
                return line
            if match is None:
                self._add_header_error(f"{line!r} is not a header: write a word of small letters, a colon and a text")
            elif match[1] in self.headers:
                self._add_header_error(f"there is a second header {match[1]!r}")
            else:
                self.headers[match[1]] = (self.number, match[2].strip())
        return None

    def _add_header_error(self, reason: str, line: int | None = None) -> None:
        self.header_errors.append(RecordError(self.number if line is None else line, reason))

    def _read_setting(self, end: int) -> tuple[Game, Options, str]:
        """Read the game, its options and the seed; only further headers are left. The headers end before line `end`."""
        game = self._header("game", game_named, end)
        seed = self._header("seed", seed_text, end)
        texts: dict[str, str] = {}
        if game is not None:
            known = [name for name in self.headers if name in game.option_help()]
            for name in sorted(known, key=lambda name: (name != "edition", name != "players")):
                line, text = self.headers.pop(name)
                try:
                    game.read_options({**texts, name: text})
                    texts[name] = text
                except OptionError as error:
                    self._add_header_error(str(error), line)
            for name in ("edition", "players"):
                if name not in known:
                    self._add_header_error(f"the header {name!r} is missing above", end)
        if self.header_errors:
            raise min(self.header_errors, key=lambda error: error.line)
        assert game is not None
        assert seed is not None
        return game, game.read_options({**game.record_defaults, **texts}), seed

    def _header(self, name: str, read: Callable[[str], T], end: int) -> T | None:
        """Read a required header."""
        line, text = self.headers.pop(name, (end, None))
        try:
            if text is not None:
                return read(text)
            self._add_header_error(f"the header {name!r} is missing above", line)
        except OptionError as error:
            self._add_header_error(str(error), line)
        return None

    def _play(self, game: Game, state: State, line: str) -> None:
        match = _ACTION.fullmatch(line)
        if match is None:
            raise self._error(f"{line!r} is not an action: write the seat and what it does, like '1 pass'")
        seat = int(match[1]) - 1
        try:
            action = game.parse(match[2].strip())
            state.apply(seat, action)
        except (NotationError, IllegalAction) as error:
            raise self._error(str(error)) from None
        if match[3] is not None:
            self.notes[len(self.actions)] = match[3].strip()
        self.actions.append((seat, action))

    def _check_result(self, state: State, line: str) -> None:
        written = line.partition(":")[2].strip()
        actual = UNFINISHED if state.outcome is None else str(state.outcome)
        if written != actual:
            raise self._error(f"the result is {actual!r}, not {written!r}")

    def _check_end(self, record: Record) -> None:
        line = self._next()
        if line is not None and line.startswith("check:"):
            if line.partition(":")[2].strip() != record.check():
                raise self._error(f"the check of these lines is {record.check()}: something above was changed")
            line = self._next()
        if line is not None:
            raise self._error(f"nothing may follow the result, but this line is {line!r}")
