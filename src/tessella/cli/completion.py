"""`tessella completion`: scripts that complete the words of a command line.

A script holds all commands, options and names; it starts no program when the Tab key is pressed. shtab writes it from
the parser. (argcomplete would run the command at every press; the scripts of both are equally complete.)
"""

import argparse
from collections.abc import Iterator

from tessella.bots import LEVELS, names
from tessella.cli import COMMANDS, DESCRIPTION, parser_of
from tessella.games import GAMES

SHELLS = {
    "bash": 'add to ~/.bashrc: eval "$(tessella completion bash)"',
    "zsh": 'add to ~/.zshrc, after compinit: eval "$(tessella completion zsh)"',
    "fish": "write it to ~/.config/fish/completions/tessella.fish",
}
FILES = ("FILE", "OUT")
FOLDERS = ("FOLDER", "DIR")
"""The metavars of arguments that are completed as files and folders."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    hints = "; ".join(f"{shell}: {hint}" for shell, hint in SHELLS.items())
    parser.add_argument("shell", metavar="SHELL", choices=list(SHELLS), help=f"bash, zsh or fish. For {hints}")


def run(args: argparse.Namespace) -> None:
    """Print the script of a shell."""
    print(script_of(args.shell))


def script_of(shell: str) -> str:
    """The script that completes `tessella` in a shell."""
    import shtab

    parser = parser_of("tessella", DESCRIPTION, COMMANDS, "tessella.cli", COMMANDS)
    bots = list(dict.fromkeys(name for game in GAMES.values() for name in names(game)))
    choices = {
        "--bots": bots,
        "bot": bots,
        "--level": list(LEVELS),
        "--seats": ["open", *LEVELS],
        "--game": list(GAMES),
        "--edition": list(dict.fromkeys(edition for game in GAMES.values() for edition in game.editions)),
    }
    for action in _actions(parser):
        name = action.option_strings[-1] if action.option_strings else action.dest
        if name in choices:
            action.choices = choices[name]
        elif action.metavar in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it
        elif action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    script: str = shtab.complete(parser, shell)
    return script


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
