"""The registry of games: the built-in ones, those of other packages, and those that a program registers itself."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import tessella
from tessella import games
from tessella.core import OptionError
from tessella.games import BUILT_IN, GAMES, Registry, chromino, game_named, register, registered
from tessella.games.chromino.game import Chromino
from tests.plugins import install

TWIN = """
from tessella.games.chromino.game import Chromino

class Twin(Chromino):
    name = "{name}"

GAME = Twin()
"""


class Twin(Chromino):
    """Another game, which plays like a known one."""

    name = "twin"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path of this process and of those that it starts."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *os.environ.get("PYTHONPATH", "").split()]))
    yield tmp_path
    for name in [name for name in sys.modules if name.endswith("_plugin")]:
        del sys.modules[name]


# ---- built in ----


def test_the_built_in_games_come_first() -> None:
    """In their order, each under its own name."""
    assert tuple(GAMES)[: len(BUILT_IN)] == BUILT_IN
    assert [GAMES[name].name for name in BUILT_IN] == list(BUILT_IN)
    assert next(iter(GAMES)) == games.DEFAULT


def test_built_in_games_are_attributes_of_the_package() -> None:
    """`tessella.chromino` is the module of that game; other names are none."""
    assert tessella.chromino is chromino
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = tessella.chess


def test_naming_a_game_imports_no_other() -> None:
    """Nor are plug-ins looked for."""
    script = (
        "import sys; from tessella.games import GAMES\n"
        f"GAMES[{BUILT_IN[1]!r}]\n"
        f"assert 'tessella.games.{BUILT_IN[0]}' not in sys.modules\n"
        "assert GAMES._failures is None"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# ---- registered by a program ----


def test_a_game_can_be_registered_for_a_while() -> None:
    """Then it is found by its name, and afterwards no more."""
    game = Twin()
    with registered(game):
        assert game_named("twin") is game
        assert list(GAMES)[-1] == "twin"
        assert len(GAMES) == len(list(GAMES))
    with pytest.raises(OptionError, match="there is no game 'twin'; the games are chromino, florentine"):
        game_named("twin")


def test_a_name_is_given_once() -> None:
    """Neither a built-in game nor a registered one can be replaced."""
    with pytest.raises(OptionError, match="there is a game 'chromino' already"):
        register(Chromino())
    with registered(Twin()), pytest.raises(OptionError, match="there is a game 'twin' already"):
        register(Twin())


# ---- from other packages ----


def test_an_installed_game_is_found(folder: Path) -> None:
    """By its entry point."""
    install(folder, "cousin", TWIN.format(name="cousin"))
    registry = Registry()
    assert list(registry) == [*BUILT_IN, "cousin"]
    assert registry["cousin"].name == "cousin"
    assert registry.failures == {}


@pytest.mark.parametrize(
    ("source", "value", "reason"),
    [
        ("raise RuntimeError('half done')", None, "bad_plugin:GAME cannot be imported: RuntimeError('half done')"),
        ("GAME = 7", None, "bad_plugin:GAME is not a tessella.core.Game"),
        (TWIN.format(name="bad"), "bad_plugin:OTHER", "bad_plugin:OTHER cannot be imported: AttributeError"),
        (TWIN.format(name="good"), None, "calls itself 'good'; the entry point must have the same name"),
    ],
)
def test_a_broken_plugin_stops_no_other(
    source: str, value: str | None, reason: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged once, with the reason; the other games are there."""
    install(folder, "bad", source, value)
    install(folder, "cousin", TWIN.format(name="cousin"))
    registry = Registry()
    with caplog.at_level(logging.WARNING):
        assert list(registry) == [*BUILT_IN, "cousin"]
        assert "bad" not in registry
    (entry,) = caplog.records
    assert reason in entry.getMessage()
    assert entry.getMessage().startswith("the game 'bad' of the package bad_plugin is left out: ")
    assert reason in registry.failures["bad"]


def test_a_plugin_cannot_take_a_name(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The built-in game stays."""
    install(folder, "chromino", TWIN.format(name="chromino"))
    registry = Registry()
    assert list(registry) == list(BUILT_IN)
    assert registry["chromino"] is chromino.GAME
    assert registry.failures == {"chromino": "there is another game of this name"}
    assert "chromino_plugin" not in sys.modules


def _edition_of(name: str) -> str:
    return next(iter(game_named(name).editions))


def test_worker_processes_know_installed_games(folder: Path) -> None:
    """Spawned ones, as the arena and the server start them."""
    install(folder, "cousin", TWIN.format(name="cousin"))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(_edition_of, "cousin").result() == "classic"


def test_the_commands_know_installed_games(folder: Path) -> None:
    """And tell why one is left out."""
    install(folder, "cousin", TWIN.format(name="cousin"))
    install(folder, "bad", "raise RuntimeError('half done')")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "tessella", *arguments], capture_output=True, text=True)

    played = run("simulate", "--game", "cousin", "--seed", "1")
    assert "game: cousin" in played.stdout
    refused = run("simulate", "--game", "bad", "--seed", "1")
    assert "there is no game 'bad' (bad_plugin:GAME cannot be imported: RuntimeError('half done'))" in refused.stderr
    assert "bad is left out: bad_plugin:GAME cannot be imported" in run("about").stdout
