"""Random games per second by many options, and how much faster the compiled kernel is than its interpreted source.

Rates depend on the machine and its load; the ratios are measured in one run and can be compared.
"""

import argparse
import time
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella.core import Game
from tessella.games import GAMES
from tessella.testkit import interpreted

SETTINGS: list[tuple[str, str, int, dict[str, object]]] = [
    ("chromino", "classic", 2, {}),
    ("chromino", "classic", 4, {}),
    ("chromino", "classic", 8, {}),
    ("chromino", "classic", 2, {"scoring": "expert"}),
    ("chromino", "classic", 2, {"draw_limit": None}),
    ("chromino", "classic", 2, {"junior": "ends"}),
    ("chromino", "joker", 2, {}),
    ("chromino", "joker", 2, {"junior": "squares"}),
    ("chromino", "meccano", 2, {}),
    ("chromino", "meccano", 2, {"scoring": "contacts"}),
    ("florentine", "classic", 4, {}),
    ("florentine", "classic", 3, {}),
    ("florentine", "classic", 2, {}),
]
"""The others of a game are compared with its first."""


def rate(module: ModuleType, config: Sequence[object], seconds: float) -> float:
    """Games per second of CPU time."""
    kernel = module.Rollouts(*config)
    games, used, batch = 0, 0.0, 5
    while used < seconds:
        start = time.process_time()
        kernel.playouts(batch, games)
        used += (took := max(time.process_time() - start, 1e-6))
        games += batch
        batch = max(1, int(batch * seconds / 4 / took))
    return games / used


def modules(game: Game) -> tuple[ModuleType, ModuleType]:
    """A game's rollouts as loaded, and interpreted from their source."""
    rollouts, *others = (f"tessella.games.{game.name}.{name}" for name in ("rollouts", "kernel", "board", "moves"))
    return import_module(rollouts), interpreted(rollouts, *others, "tessella.core.luck")


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure (default: 0.5)")
    parser.add_argument("--game", choices=GAMES, help="only this game")
    args = parser.parse_args()
    console = Console()
    table = Table("rules", "games/s", "interpreted", "ratio", "to the plain game", title="Random games a second")
    loaded = {name: modules(game) for name, game in GAMES.items()}
    plain: dict[str, float] = {}
    settings = [setting for setting in SETTINGS if args.game in (None, setting[0])]
    for name, edition, players, choices in track(settings, "Measuring", console=console, transient=True):
        options: Any = GAMES[name].options(edition, players, **choices)
        fast, slow = (rate(module, options.kernel_config(), args.seconds) for module in loaded[name])
        ratio = fast / plain.setdefault(name, fast)
        rules = ", ".join([name, edition, f"{players} players", *(f"{key}: {value}" for key, value in choices.items())])
        table.add_row(rules, f"{fast:,.0f}", f"{slow:,.0f}", f"{fast / slow:,.0f}", f"{ratio:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
