"""Random games a second under many rules, and how much faster the compiled kernel is than the same source interpreted.

Rates depend on the machine and on what else it does; the ratios are taken within one run and can be compared.
"""

import argparse
import time
from types import ModuleType

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tessella import chromino
from tessella.chromino import rollouts
from tessella.testkit import interpreted

SETTINGS: list[tuple[str, int, dict[str, object]]] = [
    ("classic", 2, {}),
    ("classic", 4, {}),
    ("classic", 8, {}),
    ("classic", 2, {"scoring": "expert"}),
    ("classic", 2, {"draw_limit": None}),
    ("classic", 2, {"junior": "ends"}),
    ("joker", 2, {}),
    ("joker", 2, {"junior": "squares"}),
    ("meccano", 2, {}),
    ("meccano", 2, {"scoring": "contacts"}),
]


def rate(module: ModuleType, options: chromino.Options, seconds: float) -> float:
    """Games a second of CPU time."""
    kernel = module.Rollouts(*options.switches())
    games, used, batch = 0, 0.0, 5
    while used < seconds:
        start = time.process_time()
        kernel.playouts(batch, games)
        used += (took := max(time.process_time() - start, 1e-6))
        games += batch
        batch = max(1, int(batch * seconds / 4 / took))
    return games / used


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure (default: 0.5)")
    args = parser.parse_args()
    source = interpreted("tessella.chromino.rollouts", "tessella.chromino.kernel", "tessella.chromino.board")
    console = Console()
    table = Table("rules", "games/s", "interpreted", "ratio", "to the plain game", title="Random games a second")
    plain = 0.0
    for edition, players, choices in track(SETTINGS, "Measuring", console=console, transient=True):
        options = chromino.options(edition, players, **choices)
        fast = rate(rollouts, options, args.seconds)
        slow = rate(source, options, args.seconds)
        plain = plain or fast
        name = ", ".join([edition, f"{players} players", *(f"{key}: {value}" for key, value in choices.items())])
        table.add_row(name, f"{fast:,.0f}", f"{slow:,.0f}", f"{fast / slow:,.0f}", f"{fast / plain:.2f}")
    console.print(table)


if __name__ == "__main__":
    main()
