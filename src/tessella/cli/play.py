"""`tessella play`: a game in the terminal. You have seat 1; the others are bots."""

import argparse
import shutil
import sys
from datetime import datetime
from itertools import count
from pathlib import Path

from rich.columns import Columns

from tessella import drawing
from tessella.bots import LEVELS, Bot, bot_named, level_bot
from tessella.cli import UsageError
from tessella.cli.console import Console
from tessella.cli.setting import add_options, add_seed, chosen, data_folder, players_luck, write_file
from tessella.core import Action, Event, Game, IllegalAction, NotationError, State, View
from tessella.record import Record

YOU = 0
USUAL_LEVEL = "steady"
HELP = (
    "Type the number of an action (the board shows the places), or the action itself. "
    "? shows this help, q leaves the game."
)


class Left(Exception):  # noqa: N818 - not an error
    """The player leaves the game."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--record", metavar="FILE", help="where to write the record (default: in the data folder)")
    parser.add_argument(
        "--level",
        metavar="LEVEL",
        help=f"how well the bots play: {', '.join(LEVELS)} (default: steady); master:2s thinks for 2 seconds. Also "
        "another bot that `tessella bots` lists, or module:Class, a bot of your own",
    )
    add_options(parser)
    add_seed(parser)


def run(args: argparse.Namespace) -> None:
    """Play until the game is over or the player leaves; write the record in both cases."""
    game, options = chosen(args)
    state = game.new(options, args.seed)
    bot = level_bot(game, USUAL_LEVEL) if args.level is None else bot_named(game, args.level)
    file = record_file(args.record, game)
    terminal_game = TerminalGame(game, state, bot, Console())
    try:
        terminal_game.play()
    except (Left, KeyboardInterrupt):
        terminal_game.console.print("\nYou leave the game.")
    finally:
        write_file(str(file), str(Record.of(game, state)))
    program = sys.argv[0] if Path(sys.argv[0]).name == "tessella" else "python -m tessella"
    if shutil.which("tessella"):
        program = "tessella"
    terminal_game.console.print(
        f"The record is written. To see it: {program} replay {file}", soft_wrap=True, markup=False
    )


def record_file(name: str | None, game: Game) -> Path:
    """Create the file of the record, so that a file that cannot be written is refused before the game."""
    try:
        if name is not None:
            Path(name).open("x").close()
            return Path(name)
        folder = data_folder() / "games"
        folder.mkdir(parents=True, exist_ok=True)
        started = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game.name}"
        for number in count(1):
            file = folder / (f"{started}.txt" if number == 1 else f"{started}-{number}.txt")
            try:
                file.open("x").close()
                return file
            except FileExistsError:  # another game began in the same second
                continue
        raise AssertionError
    except FileExistsError:
        raise UsageError(f"{name} exists already: name another file with --record") from None
    except OSError as error:
        raise UsageError(
            f"cannot write a record to {error.filename}: {error.strerror}; name another file with --record"
        ) from None


class TerminalGame:
    """A game of a player at the terminal against bots. The player is shown their own view and nothing else."""

    def __init__(self, game: Game, state: State, bot: Bot, console: Console) -> None:
        self.game = game
        self.state = state
        self.bot = bot
        self.console = console
        self.rng = players_luck(state.seed)

    def play(self) -> None:
        """Play until the game is over."""
        options = self.state.options
        self.console.print(
            f"[bold]{self.game.name.capitalize()}[/bold], {options.edition}: {options.players} players.", end=" "
        )
        self.console.print(f"You are seat {YOU + 1}.")
        self.console.print(self.game.aim(options))
        self._help()
        while self.state.outcome is None:
            view = self.state.view(YOU)
            if view.turn == YOU:
                self._apply(YOU, self._ask(view))
            elif view.legal and (action := self._ask_out_of_turn(view)) is not None:
                self._apply(YOU, action)
            else:
                self._opponents()
        self._show(self.state.view(YOU))
        self.console.print(f"\n[bold]The game is over: {self.state.outcome}.[/bold]")

    def _help(self) -> None:
        self.console.print(f"{HELP} {self.game.writing}", markup=False)

    def _opponents(self) -> None:
        """Apply one action of a bot. Seats that may act out of turn choose before the seat on turn."""
        for seat in reversed(self.state.actors()):
            action = None if seat == YOU else self.bot.choose(self.state.view(seat), self.rng)
            if action is not None:
                self._apply(seat, action)
                return

    def _apply(self, seat: int, action: Action) -> None:
        self._show_events(self.state.apply(seat, action))

    def _show_events(self, events: list[Event]) -> None:
        text = "; ".join(event.seen_by(YOU).describe() for event in events)
        self.console.print(f"· {text}", style="dim", markup=False)

    def _show(self, view: View) -> None:
        self.console.print()
        self.console.print(drawing.text(self.game, view, self.console.width), soft_wrap=True)
        self.console.print()
        self.console.print(drawing.hand(self.game, view, self.console.width), soft_wrap=True)

    def _ask(self, view: View) -> Action:
        """Ask the player on turn for an action."""
        if len(view.legal) == 1:
            self._show(view)
            while line := self._read(f"You can only do this: {view.legal[0]}. Press Enter. "):
                action = self._parse(line, view)
                if action is not None:
                    return action
            return view.legal[0]
        self._show(view)
        self._list(view)
        while True:
            action = self._parse(self._read("What do you do? "), view)
            if action is not None:
                return action

    def _ask_out_of_turn(self, view: View) -> Action | None:
        """Ask for an action (a call, a spot, a claim) while another seat is on turn; None if the player declines."""
        self.console.print("Before the next player acts, you may:")
        self._list(view)
        while line := self._read("Number, or Enter to do nothing: "):
            action = self._parse(line, view)
            if action is not None:
                return action
        return None

    def _list(self, view: View) -> None:
        listed = [f"[bold]{number:>3}[/bold] {action}" for number, action in enumerate(view.legal, 1)]
        self.console.print(Columns(listed, padding=(0, 2), equal=True, column_first=True))

    def _parse(self, line: str, view: View) -> Action | None:
        """The action that a line means; None, with the reason printed, if it means none."""
        if line == "?":
            self._help()
            return None
        if line.isdecimal():
            if len(line) < 6 and 1 <= int(line) <= len(view.legal):
                return view.legal[int(line) - 1]
            self.console.print(f"There is no number {line[:9]}: take one from 1 to {len(view.legal)}.")
            return None
        try:
            action = self.game.parse(line)
            self.state.copy().apply(YOU, action)
        except (NotationError, IllegalAction) as error:
            self.console.print(str(error), style="red", markup=False)
            return None
        return action

    def _read(self, prompt: str) -> str:
        try:
            line = self.console.input(prompt).strip()
        except EOFError:
            raise Left from None
        if not sys.stdin.isatty():
            self.console.print()  # the line break that a terminal would show
        if line.lower() in ("q", "quit"):
            raise Left
        return line
