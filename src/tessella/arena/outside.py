"""Bots from outside: programs in any language that speak lines of JSON. `docs/bots.md` describes the protocol.

Whatever such a program does, it can only lose its own game: a `Forfeit` says why. Each game and each seat gets a
process of its own. One that lived longer could remember a deal, which is played again with the seats rotated, and one
that sat in two seats would see two hands.
"""

import json
import re
import shlex
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from tessella.arena.process import Forfeit, Process, shown
from tessella.bots import Bot, bot_named
from tessella.bots.budget import LONGEST, read_budget
from tessella.core import Action, Game, Generator, Json, NotationError, OptionError, Options, Outcome, View

PROTOCOL = 1
STARTING = 5.0
"""Seconds that a program has to start and to answer the greeting."""
USUAL = 1.0
"""Seconds for each choice, if nothing else is said."""
LAG = 0.25
"""Seconds that an answer may be late: a busy machine is no fault of the bot."""
LUCK_BITS = 53
"""Whole numbers up to so many bits are exact in every language's JSON."""


class Outside(Bot):
    """A program that is started anew for each game; `at_table` seats it."""

    def __init__(self, name: str) -> None:
        """A command, perhaps with a budget: "./mybot", "node bot.js", "./mybot:50ms"."""
        command, seconds = name, USUAL
        found = re.fullmatch("(.+):([0-9]+m?s)", name)
        if found:
            budget = read_budget(found[2])
            if budget is None:
                raise OptionError(f"the budget of {found[1]} is a time from 1ms to {LONGEST:.0f}s, not {found[2]}")
            command, seconds = found[1], budget.seconds
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"{shown(command)} is no command: {error}") from None
        if sys.platform == "win32":
            raise OptionError("bots from outside need Linux, macOS or the like")
        if not words or shutil.which(words[0]) is None:
            raise OptionError(
                f"there is no program {shown(words[0] if words else command)}, or it may not be run; a script can be "
                "given to its interpreter: 'python3 ./mybot.py'"
            )
        self.name = name
        self.command = words
        self.seconds = seconds

    def choose(self, view: View, rng: Generator) -> Action | None:
        """Only at a table."""
        raise TypeError("a bot from outside plays at a table: see at_table")


def is_command(name: str) -> bool:
    """Whether a bot's name is a program's: it has a slash or a space in it, like no other bot's."""
    return "/" in name or " " in name


def entrant(game: Game, name: str) -> Bot:
    """One of our own bots, or a program. Only the arena runs programs: `bots.bot_named` knows none."""
    return Outside(name) if is_command(name) else bot_named(game, name)


class Seated(Bot):
    """A program in one seat of one game."""

    def __init__(self, bot: Outside, game: Game, options: Options, seat: int) -> None:
        self.name = bot.name
        self.bot = bot
        self.game = game
        self.agreed = options
        self.seat = seat
        self.asked = 0
        self.process: Process | None = None

    def choose(self, view: View, rng: Generator) -> Action | None:
        """What the program answers; `Forfeit` if that is nothing that can be played. It starts when first asked."""
        process = self.process or self._start()
        self.asked += 1
        milliseconds = round(1000 * self.bot.seconds)
        luck = rng.word() >> (64 - LUCK_BITS)
        process.say(
            {"type": "choose", "id": self.asked, "view": view.to_json(), "budget_ms": milliseconds, "luck": luck}
        )
        answer = self._answer(self.bot.seconds, "action")
        if answer.get("id") != self.asked:
            raise Forfeit(f"was asked question {self.asked} and answered {shown(answer.get('id'))}")
        text = answer.get("action", "")
        if text is None and view.turn != view.seat:
            return None
        if not isinstance(text, str):
            raise Forfeit(f"answered {shown(text)} where an action was wanted")
        try:
            return self.game.parse(text)
        except NotationError as error:
            raise Forfeit(f"answered what is no action: {shown(str(error))}") from None

    def _start(self) -> Process:
        self.process = Process(self.bot.command)
        self.process.say({"type": "hello", "protocol": PROTOCOL})
        ready = self._answer(STARTING, "ready")
        if ready.get("protocol") != PROTOCOL:
            raise Forfeit(f"speaks protocol {shown(ready.get('protocol'))}, not {PROTOCOL}")
        self.process.say(
            {
                "type": "game",
                "game": self.game.name,
                "options": self.agreed.to_text(),
                "seat": self.seat + 1,
                "players": self.agreed.players,
            }
        )
        return self.process

    def _answer(self, seconds: float, wanted: str) -> Json:
        """The next line, which must be a JSON object of this type."""
        assert self.process is not None
        line = self.process.hear(time.monotonic() + seconds + LAG, f"within {1000 * seconds:.0f} ms")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Forfeit(f"printed what is no JSON: {shown(line)}") from None
        if not isinstance(answer, dict) or answer.get("type") != wanted:
            raise Forfeit(f"printed {shown(line)} where a message of type {wanted!r} was wanted")
        return answer

    def end(self, outcome: Outcome | None) -> None:
        """Tell the program how the game ended (None: somebody forfeited it), and see that it is gone."""
        if self.process is not None:
            process, self.process = self.process, None
            process.end({"type": "end", "outcome": None if outcome is None else outcome.to_json()})


class AtTable:
    """The bots of one game, those from outside with their processes."""

    def __init__(self, seated: Sequence[Bot]) -> None:
        self.seated = seated
        self.outcome: Outcome | None = None
        """To be told to those from outside, once it is known."""

    def dismiss(self, bot: Seated) -> None:
        """A bot leaves."""
        bot.end(self.outcome)


@contextmanager
def at_table(game: Game, options: Options, bots: Sequence[Bot]) -> Iterator[AtTable]:
    """Seat bots for a game. However it ends, no process of theirs is left."""
    table = AtTable(
        [Seated(bot, game, options, seat) if isinstance(bot, Outside) else bot for seat, bot in enumerate(bots)]
    )
    with ExitStack() as leaving:
        for bot in table.seated:
            if isinstance(bot, Seated):
                leaving.callback(table.dismiss, bot)
        yield table
