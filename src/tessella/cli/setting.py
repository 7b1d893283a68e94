"""What several commands share: the options of a game as arguments, and files."""

import argparse
import json
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from tessella.cli import UsageError
from tessella.core import Game, Generator, Options
from tessella.games import GAMES, game_named


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments that choose a game and what is agreed for it."""
    parser.add_argument("--game", metavar="NAME", default=next(iter(GAMES)), help=f"one of: {', '.join(GAMES)}")
    shared = parser.add_argument_group("what is agreed for the game")
    groups = {game: parser.add_argument_group(f"in {game} also") for game in GAMES}
    for name, helps in _options().items():
        if len(helps) > 1:
            shared.add_argument(
                f"--{name}", metavar="…", help="; ".join(f"{game}: {text}" for game, text in helps.items())
            )
        for game, text in helps.items() if len(helps) == 1 else ():
            metavar = "FILE" if name in GAMES[game].files else "…"
            groups[game].add_argument(f"--{name}", metavar=metavar, help=text)


def _options() -> dict[str, dict[str, str]]:
    """The options of all games: for each the games that have it, and what it is about there."""
    texts_by_game: dict[str, dict[str, str]] = {}
    for game in GAMES.values():
        for name, text in game.option_help().items():
            texts_by_game.setdefault(name, {})[game.name] = text
    return texts_by_game


def add_seed(parser: argparse.ArgumentParser) -> None:
    """The argument that decides the deal."""
    parser.add_argument(
        "--seed", metavar="TEXT", help="the same seed deals the same game (default: a fresh secret one)"
    )


def players_luck(seed: str) -> Generator:
    """The luck of random players at a game with this seed: the same seed, the same choices."""
    return Generator(int.from_bytes(sha256(f"players {seed}".encode()).digest()[:8], "little"))


def chosen(args: argparse.Namespace) -> tuple[Game, Options]:
    """The game and its options."""
    game = game_named(args.game)
    return game, game.read_options(given_options(args, game))


def given_options(args: argparse.Namespace, game: Game) -> dict[str, str]:
    """The texts of the options that are given; of a file its content."""
    texts = {name: getattr(args, name.replace("-", "_")) for name in _options()}
    given = {name: text for name, text in texts.items() if text is not None}
    return {name: read_file(text) if name in game.files else text for name, text in given.items()}


def read_file(name: str) -> str:
    """A text file's content; `-` is the standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"cannot read {name}: it is no text in UTF-8") from None


def write_file(name: str, text: str) -> None:
    """Write a text file; `-` is the standard output."""
    try:
        if name == "-":
            print(text, end="")
        else:
            Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from None


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, ensure_ascii=False))


def data_folder() -> Path:
    """Where games are kept: TESSELLA_DATA, or the usual place of this system."""
    from platformdirs import user_data_path

    named = os.environ.get("TESSELLA_DATA")
    return Path(named) if named else user_data_path("tessella", appauthor=False)
