"""Random games a second, and milliseconds of a decision of each level, as JSON.

`web/tools/speed.ts` runs this natively and in the engine of the browser, one after the other, and compares the two. So
it needs nothing but the package.
"""

import json
import time
from importlib import import_module
from typing import Any

from tessella import bots
from tessella.core import Game, Generator
from tessella.games import GAMES

SECONDS = 0.5
"""For each figure of random games."""
DECISIONS = 12


def playouts(game: Game, options: Any) -> float:
    """Random games per second."""
    rollouts = import_module(f"tessella.games.{game.name}.rollouts").Rollouts(*options.kernel_config())
    rollouts.playouts(3, 1)
    games, used, batch = 0, 0.0, 5
    while used < SECONDS:
        began = time.perf_counter()
        rollouts.playouts(batch, games)
        took = max(time.perf_counter() - began, 1e-3)
        used, games = used + took, games + batch
        batch = max(1, int(batch * SECONDS / 4 / took))
    return games / used


def decision(game: Game, options: Any, level: str) -> float:
    """The mean milliseconds of some decisions in a game of the level against itself. A forced move is not one."""
    bot, rng, state = bots.bot_named(game, level), Generator(1), game.new(options, 1)
    times: list[float] = []
    while state.turn is not None and len(times) < DECISIONS:
        for seat in reversed(state.actors()):
            view = state.view(seat)
            began = time.perf_counter()
            action = bot.choose(view, rng)
            if len(view.legal) > 1 and seat == state.turn:
                times.append(1000 * (time.perf_counter() - began))
            if action is not None:
                state.apply(seat, action)
                break
    return sum(times) / len(times)


def main() -> None:
    """Measure and print."""
    report = {}
    for game in GAMES.values():
        options = game.options(next(iter(game.editions)), 2)
        levels = {level: decision(game, options, level) for level in bots.levels_of(game)}
        report[game.title] = {"compiled": game.compiled, "playouts": playouts(game, options), "levels": levels}
    print(json.dumps(report))


if __name__ == "__main__":
    main()
