"""Games from other packages, as an installer leaves them: a module, and a dist-info folder with an entry point."""

from pathlib import Path

from tessella.games import GROUP


def install(folder: Path, name: str, source: str, value: str | None = None, group: str = GROUP) -> None:
    """Write a package `<name>_plugin` with this source into a folder that is on `sys.path`, or will be.

    Its entry point is called like the game; `value` is what it points to, by default the module's `GAME`. As the folder
    is on `sys.path`, worker processes find the game, too: spawned ones get the path of their parent.
    """
    package = f"{name}_plugin"
    (folder / f"{package}.py").write_text(source, encoding="utf-8")
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    points = f"[{group}]\n{name} = {value or f'{package}:GAME'}\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
