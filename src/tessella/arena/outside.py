"""Bots from outside: programs in any language that speak lines of JSON. `docs/bots.md` describes the protocol.

A program that misbehaves only loses its own game: `Forfeit` says why. Each seat of each game gets its own process: one
that lived longer could remember a deal, which is played again with the seats rotated, and one that had two seats would
see two hands.
"""

import json
import re
import shlex
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from tessella.arena.process import Forfeit, Process, StderrFile, excerpt
from tessella.bots import Bot, bot_named
from tessella.bots.budget import LONGEST, read_budget
from tessella.core import (
    Action,
    Game,
    Generator,
    Json,
    NotationError,
    OptionError,
    Options,
    Outcome,
    View,
    seat_name,
    seat_number,
)

PROTOCOL = 1
STARTING = 5.0
"""Seconds within which a program must start and answer the first message."""
USUAL = 1.0
"""Seconds for each choice, without a budget in the name."""
LAG = 0.25
"""Seconds that an answer may be late, as the machine may be busy."""
LUCK_BITS = 53
"""Integers of so many bits are exact in the JSON of every language."""


class ProgramBot(Bot):
    """A program as a bot. `start_programs` starts it anew for each game."""

    def __init__(self, name: str) -> None:
        """`name`: a command, perhaps with a budget: "./mybot", "node bot.js", "./mybot:50ms"."""
        command, seconds = name, USUAL
        with_budget = re.fullmatch("(.+):([0-9]+m?s)", name)
        if with_budget:
            command, text = with_budget.groups()
            budget = read_budget(text)
            if budget is None:
                raise OptionError(f"the budget of {command} is a time from 1ms to {LONGEST:.0f}s, not {text}")
            seconds = budget.seconds
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"{excerpt(command)} is no command: {error}") from None
        if sys.platform == "win32":
            raise OptionError("bots from outside need Linux, macOS or another Unix")
        if not words or shutil.which(words[0]) is None:
            raise OptionError(
                f"there is no program {excerpt(words[0] if words else command)}, or it is not executable; a script can "
                "be run by its interpreter: 'python3 ./mybot.py'"
            )
        self.name = name
        self.command = words
        self.seconds = seconds

    def choose(self, view: View, rng: Generator) -> Action | None:
        """Not possible without a process: see `ProgramSeat`."""
        raise TypeError("a bot from outside needs a process for each game: see start_programs")


def is_command(name: str) -> bool:
    """Whether a name is the command of a program: it has a slash or a space, as no bot's name has."""
    return "/" in name or " " in name


def make_bot(game: Game, name: str) -> Bot:
    """One of our own bots, or a program. Only the arena runs programs: `bots.bot_named` does not."""
    return ProgramBot(name) if is_command(name) else bot_named(game, name)


class ProgramSeat(Bot):
    """A program in one seat of one game."""

    def __init__(
        self, bot: ProgramBot, game: Game, options: Options, seat: int, stderr: StderrFile | None = None
    ) -> None:
        self.name = bot.name
        self.stderr = stderr
        self.bot = bot
        self.game = game
        self.options = options
        self.seat = seat
        self.questions = 0
        self.process: Process | None = None

    def choose(self, view: View, rng: Generator) -> Action | None:
        """The program's answer; `Forfeit` if it is not an action. The program starts at the first question."""
        process = self.process or self._start()
        self.questions += 1
        milliseconds = round(1000 * self.bot.seconds)
        luck = rng.word() >> (64 - LUCK_BITS)
        process.send(
            {"type": "choose", "id": self.questions, "view": view.to_json(), "budget_ms": milliseconds, "luck": luck}
        )
        answer = self._answer(self.bot.seconds, "action")
        if answer.get("id") != self.questions:
            raise Forfeit(f"was asked question {self.questions} and answered {excerpt(answer.get('id'))}")
        text = answer.get("action", "")
        if text is None and view.turn != view.seat:
            return None
        if not isinstance(text, str):
            raise Forfeit(f"answered {excerpt(text)} instead of an action")
        try:
            return self.game.parse(text)
        except NotationError as error:
            raise Forfeit(f"answered with a text that is no action: {excerpt(str(error))}") from None

    def _start(self) -> Process:
        self.process = Process(self.bot.command, self._write_stderr if self.stderr is not None else None)
        self.process.send({"type": "hello", "protocol": PROTOCOL})
        ready = self._answer(STARTING, "ready")
        if ready.get("protocol") != PROTOCOL:
            raise Forfeit(f"speaks protocol {excerpt(ready.get('protocol'))}, not {PROTOCOL}")
        self.process.send(
            {
                "type": "game",
                "game": self.game.name,
                "options": self.options.to_text(),
                "seat": seat_number(self.seat),
                "players": self.options.players,
            }
        )
        return self.process

    def _answer(self, seconds: float, kind: str) -> Json:
        """The next line, which must be a JSON object of this type."""
        assert self.process is not None
        line = self.process.read_line(time.monotonic() + seconds + LAG, f"within {1000 * seconds:.0f} ms")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Forfeit(f"printed a line that is not JSON: {excerpt(line)}") from None
        if not isinstance(answer, dict) or answer.get("type") != kind:
            raise Forfeit(f"printed {excerpt(line)} instead of a message of type {kind!r}")
        return answer

    def _write_stderr(self, text: bytes) -> None:
        assert self.stderr is not None
        self.stderr.write(f"{self.name} in {seat_name(self.seat)}", text)

    def end(self, outcome: Outcome | None) -> None:
        """Send the program the outcome (None if a bot forfeited the game), and end its process."""
        if self.process is not None:
            process, self.process = self.process, None
            process.end({"type": "end", "outcome": None if outcome is None else outcome.to_json()})


class SeatBots:
    """The bots of one game, by seat; programs as `ProgramSeat`."""

    def __init__(self, bots: Sequence[Bot]) -> None:
        self.bots = bots
        self.outcome: Outcome | None = None
        """Set it when the game is over: it is sent to the programs at the end."""

    def end(self, bot: ProgramSeat) -> None:
        """End the process of a program."""
        bot.end(self.outcome)


@contextmanager
def start_programs(
    game: Game, options: Options, bots: Sequence[Bot], stderr: StderrFile | None = None
) -> Iterator[SeatBots]:
    """Give each program a process for a game. However the game ends, no process is left.

    `stderr`: where the standard error of the programs is kept.
    """
    seat_bots = SeatBots(
        [
            ProgramSeat(bot, game, options, seat, stderr) if isinstance(bot, ProgramBot) else bot
            for seat, bot in enumerate(bots)
        ]
    )
    with ExitStack() as ending:
        for bot in seat_bots.bots:
            if isinstance(bot, ProgramSeat):
                ending.callback(seat_bots.end, bot)
        yield seat_bots
