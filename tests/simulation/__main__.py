"""Replay a seed and print its story: `python -m tests.simulation SEED [--bug NAME]`."""

import argparse
import sys

from tests.simulation.bugs import BUGS
from tests.simulation.world import simulate


def main() -> int:
    """Replay; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--bug", choices=sorted(BUGS), help="plant this bug")
    parser.add_argument("--digest", action="store_true", help="print a hash of the story instead")
    given = parser.parse_args()
    result = simulate(given.seed, given.bug)
    if given.digest:
        print(result.story.digest())
    else:
        print(result.report())
        print(dict(sorted(result.story.counts.items())))
    return 0 if result.violation is None else 1


if __name__ == "__main__":
    sys.exit(main())
