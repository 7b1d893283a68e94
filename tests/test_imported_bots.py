"""Bots of other modules and packages: by `module:Class` and by entry point."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tessella import arena, bots
from tessella.bots import imported
from tessella.bots.imported import GROUP, Plugins
from tessella.cli import main
from tessella.core import Generator, OptionError
from tessella.games import chromino
from tests.plugins import install

SOURCE = """
class First:
    def choose(self, view, rng):
        return view.legal[0] if view.turn == view.seat else None

class Kept(First):
    def __init__(self, game, name, budget=None):
        self.facts = (game.name, name, budget)

def factory():
    return First()

ready = First()

class Needy:
    def __init__(self, weights): pass

class Fails:
    def __init__(self): raise RuntimeError("no weights")

class Idle: pass

number = 7

class Group:
    class Inner(First): pass
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with a module of bots; afterwards nothing of it is left."""
    (tmp_path / "outside_bots.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    yield tmp_path
    for name in [name for name in sys.modules if name in ("outside_bots", "half") or name.endswith("_plugin")]:
        del sys.modules[name]


@pytest.mark.parametrize("path", ["First", "factory", "ready", "Group.Inner"])
def test_a_class_a_factory_or_a_bot(path: str, folder: Path) -> None:
    """Of a module in the current folder; it plays, under the name by which it was chosen."""
    bot = bots.bot_named(chromino.GAME, f"outside_bots:{path}")
    assert bot.name == f"outside_bots:{path}"
    view = chromino.new("classic", players=2, seed=1, first=0).view(0)
    assert bot.choose(view, Generator(1)) == view.legal[0]


def test_what_a_bot_is_made_with(folder: Path) -> None:
    """Those of game, name and budget that it takes; a budget follows another colon."""
    bot = bots.bot_named(chromino.GAME, "outside_bots:Kept:500")
    assert isinstance(bot, imported.ImportedBot)
    game, name, budget = bot.player.facts
    assert (game, name, budget.rollouts) == ("chromino", "outside_bots:Kept:500", 500)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "nowhere:Bot",
            "there is no module 'nowhere' for the bot nowhere:Bot: it must be installed, or in the current",
        ),
        ("outside_bots:Bot", "the module outside_bots has no 'Bot': a bot is named module:Class"),
        ("outside_bots:number", "outside_bots:number is no class and no function, but int"),
        ("outside_bots:Idle", r"outside_bots:Idle makes no bot: it needs a method choose\(view, rng\)"),
        ("outside_bots:Needy", "outside_bots:Needy takes weights, which the arena does not know"),
        ("outside_bots:Fails", r"outside_bots:Fails cannot be made: RuntimeError\('no weights'\)"),
        ("outside_bots:First:500", "outside_bots:First takes no budget: leave it out"),
        ("outside_bots:Kept:soon", "a bot's budget is a number of rollouts, like outside_bots:Kept:500"),
        ("half:Bot", r"the bot half:Bot cannot be imported: ModuleNotFoundError\(\"No module named 'absent'\"\)"),
        ("steady:fast", "a bot.s budget is a number of rollouts, like steady:500"),
    ],
)
def test_what_cannot_be_a_bot(name: str, reason: str, folder: Path) -> None:
    """Says what is missing, and what would be right."""
    (folder / "half.py").write_text("import absent\n", encoding="utf-8")
    with pytest.raises(OptionError, match=reason):
        bots.bot_named(chromino.GAME, name)


def test_a_level_is_no_import(folder: Path) -> None:
    """What a server reads from the network never imports anything."""
    with pytest.raises(OptionError, match="there is no level 'outside_bots:First'; the levels are beginner"):
        bots.level_bot(chromino.GAME, "outside_bots:First")
    assert "outside_bots" not in sys.modules


@pytest.mark.parametrize("workers", [1, 2])
def test_it_plays_in_the_arena(workers: int, folder: Path) -> None:
    """In this process and in others, with the same result."""
    match = arena.make_match(chromino.GAME, chromino.options(players=2), ("outside_bots:First", "random"), 8, 1)
    result = arena.run(match, arena.local(workers), batch=1)
    assert result.games == 8
    assert result.to_json(timing=False) == arena.run(match).to_json(timing=False)


def test_it_plays_in_the_other_commands(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulate; and play, against a person who leaves."""
    main(["simulate", "--bots", "outside_bots:First", "--seed", "1", "--json"])
    assert json.loads(capsys.readouterr().out)["bots"] == ["outside_bots:First"] * 2
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    main(["play", "--level", "outside_bots:First", "--first", "2", "--record", "r.txt"])
    assert "You leave the game" in capsys.readouterr().out


# ---- by entry point ----


@pytest.fixture
def plugins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Plugins:
    """Three packages: one with a good bot, one of another game, one that cannot be imported."""
    monkeypatch.syspath_prepend(folder)
    install(folder, "gambit", SOURCE, "gambit_plugin:First", GROUP)
    install(folder, "elsewhere", SOURCE + "First.games = ['noughts']", "elsewhere_plugin:First", GROUP)
    install(folder, "broken", "raise RuntimeError('half done')", "broken_plugin:First", GROUP)
    install(folder, "steady", SOURCE, "steady_plugin:First", GROUP)
    plugins = Plugins()
    monkeypatch.setattr("tessella.bots.levels.PLUGINS", plugins)
    monkeypatch.setattr("tessella.cli.bots.PLUGINS", plugins)
    return plugins


def test_an_installed_bot_goes_by_its_name(plugins: Plugins, caplog: pytest.LogCaptureFixture) -> None:
    """A broken one is logged once and stops no other; none takes the name of a level."""
    game = chromino.GAME
    with caplog.at_level(logging.WARNING):
        assert bots.names(game)[-1] == "gambit"
        bot = bots.bot_named(game, "gambit")
    assert bot.name == "gambit"
    assert "elsewhere" not in bots.names(game)
    assert bots.names(game).count("steady") == 1
    assert not isinstance(bots.bot_named(game, "steady"), imported.ImportedBot)
    assert [entry.getMessage() for entry in caplog.records] == [
        "the bot 'broken' is left out: broken_plugin:First cannot be imported: RuntimeError('half done')"
    ]
    with pytest.raises(OptionError, match=r"no bot 'broken' for chromino \(broken_plugin:First cannot be imported"):
        bots.bot_named(game, "broken")


def test_the_listing_shows_them(plugins: Plugins, capsys: pytest.CaptureFixture[str]) -> None:
    """With the package of each, and those that are left out with the reason."""
    main(["bots", "--game", "chromino"])
    output = capsys.readouterr().out
    assert "  steady               level 3\n" in output
    assert "  gambit               of gambit_plugin\n" in output
    assert "broken is left out: broken_plugin:First cannot be imported" in output
    main(["bots", "--json"])
    listed = json.loads(capsys.readouterr().out)
    assert "gambit" in listed["bots"]["florentine"]
    assert list(listed["left_out"]) == ["broken"]
