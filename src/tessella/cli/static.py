"""`tessella static`: write the page as a folder for any static web host; it plays without a server."""

import argparse
import shutil
import tempfile
from pathlib import Path

from tessella.cli import UsageError
from tessella.server.page import is_static, mark_static

CLIENT = Path(__file__).parent.parent / "server" / "client"
LAST = ("index.html", "sw.js")
"""These name all the other files, so they are replaced last."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where to write the site: a new or an empty folder")
    parser.add_argument("--server", metavar="URL", help="a Tessella server, for play with friends by link")
    parser.add_argument(
        "--replace", action="store_true", help="replace the Tessella site in FOLDER; other files there stay"
    )


def run(args: argparse.Namespace) -> None:
    """Write the site."""
    folder: Path = args.folder
    check_client(CLIENT)
    check_target(folder, args.replace)
    try:
        files = write(CLIENT, folder, args.server)
    except ValueError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot write {error.filename or folder}: {error.strerror}") from None
    size = sum(path.stat().st_size for path in files)
    print(f"{folder}: {len(files)} files, {size / 1e6:.1f} MB. Put them on any static web host, in any folder.")
    print(f"To try it here: python -m http.server --directory {folder}")


def check_client(client: Path) -> None:
    """Refuse if the package lacks its page or the engine."""
    for name, what in (("index.html", "its page"), ("engine/engine.json", "the engine for the browser")):
        if not (client / name).exists():
            raise UsageError(f"this tessella was built without {what}: install a wheel, or run make web in a checkout")


def check_target(folder: Path, replace: bool) -> None:
    """Refuse to write over anything but a Tessella site, and over that only if asked to."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder")
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not is_static(folder):
        raise UsageError(f"{folder} is not empty and holds no static site of Tessella: name a new or an empty folder")
    if not replace:
        raise UsageError(f"{folder} holds a static site already: --replace writes over it")


def write(client: Path, folder: Path, server: str | None) -> list[Path]:
    """Write the client as a static site and return its files. Errors leave the folder as it was."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".tessella-", dir=folder.parent) as temporary:
        site = Path(temporary) / "site"
        shutil.copytree(client, site)
        mark_static(site, server)
        folder.mkdir(exist_ok=True)
        for source in sorted(site.iterdir(), key=lambda path: path.name in LAST):
            target = folder / source.name
            if target.is_dir() and not target.is_symlink():
                shutil.rmtree(target)
            source.replace(target)
    names = [path.relative_to(client) for path in client.rglob("*") if path.is_file()]
    return [folder / name for name in names]
