"""The long forms of the checks that `make test` runs briefly. `make soak ARGS="--minutes 30 --seed 7"`.

Every part draws its own games from the seed, and goes on for its share of the time. Prints what was done; exits with 1
if anything broke, with what is needed to see it again.
"""

import argparse
import faulthandler
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # run as a script, the folder `tests` is no package

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tessella.core import Game, Generator
from tessella.games import chromino, florentine
from tessella.games.chromino.kernel import COMPILED
from tessella.testkit import check_game, random_walk
from tessella.testkit.conformance import Pieces
from tests.chromino import choices as chromino_choices
from tests.chromino import fuzz as chromino_fuzz
from tests.chromino import kernels as chromino_kernels
from tests.chromino.test_conformance import tiles_in_play
from tests.chromino.test_leaks import require_no_leaks
from tests.florentine import choices as florentine_choices
from tests.florentine import fuzz as florentine_fuzz
from tests.florentine import kernels as florentine_kernels
from tests.florentine.test_conformance import cards_in_play
from tests.florentine.test_leaks import TABLES
from tests.florentine.test_leaks import require_no_leaks as require_no_leaks_of_cards

MOST_MEMORY = 100
"""MB that the engine may take, Python included."""
ENGINE_ALONE = """
import resource, sys
from importlib import import_module
from pathlib import Path
from tessella.core import Generator, random_action
from tessella.games import GAMES
games, seed = int(sys.argv[1]), int(sys.argv[2])
rng = Generator(seed)
for game in GAMES.values():
    rules, rollouts = (import_module(f"tessella.games.{game.name}.{name}") for name in ("rules", "rollouts"))
    for edition, data in rules.EDITIONS.items():
        options = game.options(edition, data.most)
        rollouts.Rollouts(*options.kernel_config()).playouts(20 * games, seed)
        for number in range(games):
            state = game.new(options, number)
            kept = []
            while state.turn is not None:
                state.apply(*random_action(state, rng))
                kept.append(state.copy().view(0))
                game.sample(kept[-1], rng)
status = Path("/proc/self/status")  # the other way counts what the process that started this one took
if status.exists():
    print(next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")))
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


class Checks(NamedTuple):
    """What there is to check one game with; the modules have the same functions for both."""

    game: Game
    choices: Any
    fuzz: Any
    kernels: Any
    pieces: Pieces
    leaks: Callable[[Generator], None]
    compare: Callable[[Generator], int]
    """Compare 100 positions; returns how many places that were."""


def _compare_tiles(rng: Generator) -> int:
    edition = rng.choice(("classic", "classic", "classic", *chromino.EDITIONS))
    junior = rng.choice(("no", "no", "no", "ends", "squares"))
    return chromino_kernels.compare_games(edition, junior, rng.word(), 100)


CHECKS = (
    Checks(
        chromino.GAME,
        chromino_choices,
        chromino_fuzz,
        chromino_kernels,
        tiles_in_play,
        lambda rng: require_no_leaks(random_walk(chromino_choices.random_options(rng), rng, 200)),
        _compare_tiles,
    ),
    Checks(
        florentine.GAME,
        florentine_choices,
        florentine_fuzz,
        florentine_kernels,
        cards_in_play,
        lambda rng: require_no_leaks_of_cards(random_walk(rng.choice(TABLES), rng, 200)),
        lambda rng: florentine_kernels.compare_games(rng.word(), 100).ways,
    ),
)


@dataclass
class Figures:
    """What was done."""

    numbers: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, name: str, number: float) -> None:
        """Count something."""
        self.numbers[name] = self.numbers.get(name, 0) + number


def engine_memory(games: int, seed: int) -> float:
    """The most memory (MB) that a process takes which plays, copies, views and samples, and knows nothing of tests."""
    command = [sys.executable, "-c", ENGINE_ALONE, str(games), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) / (1 << 20 if sys.platform == "darwin" else 1 << 10)


class Soak:
    """The parts, each a method that does a little, of any game, and is called until its time is over."""

    def __init__(self, seed: int, placements: int, memory_games: int = 100) -> None:
        self.rng = Generator(seed)
        self.seed = seed
        self.wanted = placements
        self.memory_games = memory_games
        self.figures = Figures()

    def checks(self) -> Checks:
        """Those of one game or the other."""
        return self.rng.choice(CHECKS)

    def actions(self) -> None:
        """Everybody tries everything, in games played by `State.apply`."""
        self._played(*self.checks().fuzz.fuzz_game(self.rng))

    def many(self) -> None:
        """The same, briskly: as many games as there is time for."""
        self._played(*self.checks().fuzz.brisk_game(self.rng))

    def _played(self, laid: int, refused: int) -> None:
        self.figures.add("games by actions", 1)
        self.figures.add("placements by actions", laid)
        self.figures.add("illegal actions refused", refused)

    def kernel(self) -> None:
        """Games inside the kernel, every tile or card accounted for at their ends."""
        games = 5000 if COMPILED else 20
        self.figures.add("placements in the kernel", self.checks().fuzz.playouts(self.rng, games))
        self.figures.add("games in the kernel", games)

    def laws(self) -> None:
        """The laws of the contract, in whole games."""
        checks = self.checks()
        walk = random_walk(checks.choices.random_options(self.rng), self.rng, 400)
        check_game(checks.game, walk.options, walk.seed, walk.choices, checks.pieces)
        self.figures.add("games by all laws", 1)

    def leaks(self) -> None:
        """What is hidden stays hidden."""
        self.checks().leaks(self.rng)
        self.figures.add("games without a leak", 1)

    def lists(self) -> None:
        """Every place of every tile or card, by each kernel and by the naive generator."""
        self.figures.add("places compared", self.checks().compare(self.rng))
        self.figures.add("positions compared", 100)

    def sums(self) -> None:
        """What random games come to, by each kernel."""
        checks = self.checks()
        switches = checks.choices.random_options(self.rng).kernel_config()
        luck = self.rng.word()
        results = [engine.game.Rollouts(*switches).playouts(20, luck) for engine in checks.kernels.ENGINES]
        assert all(each == results[0] for each in results), f"{switches}, luck {luck}: {results}"
        self.figures.add("rollouts compared", 20)

    def memory(self) -> None:
        """What the engine takes, alone in a process."""
        peak = engine_memory(self.memory_games, self.seed)
        self.figures.numbers["peak memory of the engine, MB"] = peak
        assert peak < MOST_MEMORY, f"the engine took {peak:.0f} MB"

    def placements(self) -> float:
        """Tiles and cards laid so far."""
        return sum(number for name, number in self.figures.numbers.items() if name.startswith("placements"))


def run(soak: Soak, seconds: float, console: Console) -> Figures:
    """Each part for its share of the time; the kernel's until enough tiles are laid, too."""
    parts: list[tuple[Callable[[], None], float]] = [
        (soak.actions, 0.15),
        (soak.many, 0.25),
        (soak.laws, 0.15),
        (soak.leaks, 0.10),
        (soak.lists, 0.20),
        (soak.sums, 0.10),
        (soak.memory, 0),
        (soak.kernel, 0.05),
    ]
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console) as progress:
        for part, share in parts:
            what = part.__name__
            task = progress.add_task(what, total=1)
            start = time.monotonic()
            try:
                while True:
                    part()
                    passed = (time.monotonic() - start) / max(share * seconds, 0.001)
                    if part == soak.kernel:
                        passed = min(passed, soak.placements() / soak.wanted)
                    progress.update(task, completed=min(passed, 1))
                    if passed >= 1:
                        break
            except Exception:
                soak.figures.failures.append(f"{what}: {part.__doc__}\n{traceback.format_exc()}")
                progress.update(task, description=f"[red]{what} broke")
    return soak.figures


def main() -> int:
    """Run all of it; 1 if anything broke."""
    parser = argparse.ArgumentParser(description="Play random games for a long time, looking for a broken rule.")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--placements", type=int, default=10_000_000, help="lay at least so many tiles and cards")
    given = parser.parse_args()
    faulthandler.enable()
    console = Console()
    kernels = " and ".join(engine.name for engine in chromino_kernels.ENGINES)
    console.print(f"Soaking for {given.minutes:g} minutes with seed {given.seed} ({kernels} kernels)")
    soak = Soak(given.seed, given.placements)
    figures = run(soak, 60 * given.minutes, console)
    table = Table("figure", "value", title="What was done")
    table.columns[1].justify = "right"
    for name, number in {"placements": soak.placements(), **figures.numbers}.items():
        table.add_row(name, f"{number:,.0f}")
    console.print(table)
    for failure in figures.failures:
        console.print(failure, style="red", markup=False)
    console.print(f"{len(figures.failures)} of the parts broke" if figures.failures else "Nothing broke")
    return 1 if figures.failures else 0


if __name__ == "__main__":
    sys.exit(main())
