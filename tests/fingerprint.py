"""A hash over games of all bot levels and over random games, printed as JSON: `python tests/fingerprint.py`.

It needs nothing of the test suite, so that it runs in the engine of the browser, too. Compiled, interpreted and as
WebAssembly the kernels must give the same hash.
"""

import hashlib
import json
import sys
from importlib import import_module

from tessella import bots
from tessella.core import Game, Generator, Options
from tessella.games import GAMES

BUDGETS = {"sharp": "sharp:12", "master": "master:24"}
"""Rollouts, never time: interpreted kernels must finish, and the choice must not depend on the machine."""
SETTINGS = [
    ("chromino", {"edition": "classic", "players": "2"}),
    ("chromino", {"edition": "meccano", "players": "3", "scoring": "contacts"}),
    ("florentine", {"players": "2"}),
]
PLAYOUTS = 25


def moves(game: Game, options: Options, level: str, seed: int) -> list[str]:
    """All actions of a game of a level against itself."""
    bot, rng, state = bots.bot_named(game, BUDGETS.get(level, level)), Generator(seed), game.new(options, seed)
    actions = []
    while state.turn is not None:
        for seat in reversed(state.actors()):
            action = bot.choose(state.view(seat), rng)
            if action is not None:
                state.apply(seat, action)
                actions.append(f"{seat} {action}")
                break
    return [*actions, str(state.outcome)]


def random_games(game: Game, options: Options, games: int) -> list[str]:
    """What random games inside the kernel came to."""
    rollouts = import_module(f"tessella.games.{game.name}.rollouts").Rollouts(*options.kernel_config())  # type: ignore[attr-defined]
    return [str(rollouts.playouts(games, 3)), str(game.playouts(options, games, 5))]


def main() -> None:
    """Play and print."""
    lines: list[str] = []
    for name, texts in SETTINGS:
        game = GAMES[name]
        options = game.read_options(texts)
        lines += random_games(game, options, PLAYOUTS)
        for level in bots.levels_of(game):
            lines += moves(game, options, level, seed=len(lines))
    report = {
        "hash": hashlib.sha256("\n".join(lines).encode()).hexdigest(),
        "lines": len(lines),
        "compiled": all(game.compiled for game in GAMES.values()),
        "platform": sys.platform,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
