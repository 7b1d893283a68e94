"""`tessella about`: versions, kernels and folders."""

import argparse
import platform

import tessella
from tessella.cli.setting import data_folder, print_json
from tessella.core.extras import DISTRIBUTION
from tessella.core.source import in_checkout, outdated, warnings
from tessella.games import GAMES
from tessella.record import VERSION

COMPILING = {
    True: "to compile it: a C compiler, then make kernels",
    False: f"to compile it: a C compiler, then pip install --force-reinstall --no-binary {DISTRIBUTION} {DISTRIBUTION}",
}
"""How to get a compiled kernel, in a checkout and in an installed package."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> None:
    """Print the facts."""
    facts = {
        "tessella": tessella.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "kernels": {name: "compiled" if game.compiled else "interpreted" for name, game in GAMES.items()},
        "left_out": dict(GAMES.failures),
        "outdated": outdated(),
        "record": VERSION,
        "data": str(data_folder()),
    }
    if args.json:
        print_json(facts)
        return
    print(f"Tessella {facts['tessella']}, on Python {facts['python']} ({facts['system']})")
    for name, game in GAMES.items():
        kind = "compiled" if game.compiled else f"interpreted: slower ({COMPILING[in_checkout()]})"
        print(f"  {name} kernel: {kind}")
        print(f"  {name} editions: {', '.join(game.editions)}")
    for name, reason in GAMES.failures.items():
        print(f"  {name} is left out: {reason}")
    for warning in warnings():
        print(f"  {warning}")
    print(f"  record format: version {VERSION}")
    print(f"  data folder: {facts['data']}")
    print("An unofficial project: the games and their names belong to their owners.")
