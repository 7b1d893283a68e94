"""The base stays small: what is an extra is neither installed nor loaded with it."""

import re
import subprocess
import sys
from importlib.metadata import distribution, requires
from pathlib import Path

import tessella
from tessella.core.extras import DISTRIBUTION

MOST = 60_000_000
"""Bytes that the base may take, with all that it needs."""
EXTRAS = {
    *("distributed", "matplotlib", "fpdf", "hypothesis"),
    *("gymnasium", "numpy", "pettingzoo", "pyspiel"),
    *("asyncpg", "litestar", "msgspec", "uvicorn", "uvloop"),
}
"""What only the extras use, by its name when it is imported."""
MODULES = "tessella.cli, tessella.arena, tessella.bots, tessella.research, tessella.games.chromino.learning.batch"


def needed() -> set[str]:
    """The packages that the base installs, itself left out."""
    names: set[str] = set()
    waiting = [DISTRIBUTION]
    while waiting:
        for text in requires(waiting.pop()) or ():
            name, marker = re.split(r"[^\w.-]", text, maxsplit=1)[0].lower(), text.partition(";")[2]
            # What is wanted on other systems or older Pythons alone is left out, too.
            if name not in names and not re.search("extra ==|python_version|platform", marker):
                names.add(name)
                waiting.append(name)
    return names


def size_of(package: str) -> int:
    """The bytes of an installed package."""
    dist = distribution(package)
    files = [Path(str(dist.locate_file(file))) for file in dist.files or ()]
    return sum(file.stat().st_size for file in files if file.exists())


def test_the_base_is_small() -> None:
    """Its own files and those of all that it needs."""
    packages = needed()
    assert {"rich", "platformdirs"} <= packages
    assert not packages & {*EXTRAS, "open-spiel", "open_spiel"}
    own = sum(file.stat().st_size for file in Path(tessella.__file__).parent.rglob("*") if file.is_file())
    total = own + sum(map(size_of, packages))
    print(f"the base takes {total / 1e6:.0f} MB")
    assert total < MOST


def test_the_base_loads_no_extra() -> None:
    """Whoever plays, or lets bots play, waits for none of these."""
    code = f"import sys, {MODULES}; print(*{EXTRAS!r} & set(sys.modules))"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == ""
