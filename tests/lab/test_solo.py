"""Games alone: what is published of them is what happened, and nothing is played twice."""

import json
from pathlib import Path

import pytest

from lab import plan, results, solo
from lab.commands import main
from lab.plan import LadderMatch
from lab.solo import Solo, SoloResult, SoloResults
from tessella import arena
from tessella.bots import LEVELS, bot_named
from tessella.bots.simple import RandomBot
from tessella.core import Action, Generator, View
from tessella.games import chromino

pytestmark = pytest.mark.once

PLAIN, EXPERT = (options for _, options in solo.VARIANTS)


def alone(level: str = "casual", options: str = PLAIN, deals: int = 12) -> Solo:
    """A short solo."""
    return Solo("chromino", options, level, deals, "tests")


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A ladder of nothing but short games alone, in a folder of its own."""
    planned = LadderMatch("chromino", "--edition classic --players 2", "casual beginner")
    solos = (alone(), alone("steady"), alone(options=EXPERT))
    monkeypatch.setattr(plan, "plan", lambda: (planned,))
    monkeypatch.setattr(solo, "plan", lambda games, part, seed: solos)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    return tmp_path


def climb(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What the command prints."""
    main(["ladder", "--games", "8", "--workers", "1", "--only", "alone", *more])
    return capsys.readouterr().out


def test_every_level_plays_every_variant() -> None:
    """On the same deals, the slowest one on fewer; and all of it can be played."""
    planned = solo.plan(2000, 5, "1")
    assert {(each.options, each.level, each.deals) for each in planned} == {
        (options, level, 400 if level == "master" else 1000) for options in (PLAIN, EXPERT) for level in LEVELS
    }
    for each in planned:
        options = chromino.GAME.read_options(each.option_texts)
        assert options.players == 1
        bot_named(chromino.GAME, each.level)
    assert str(planned[-1]) == "Chromino, classic, scoring expert: master alone"


@pytest.mark.parametrize("variant", [PLAIN, EXPERT])
def test_what_is_counted_is_what_happened(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Won, drawn, points: as the game itself says at its end. A lost game counts no points."""
    ended: list[object] = []
    before = chromino.GAME.new

    def new(options: chromino.Options, seed: str | int | None = None) -> object:
        ended.append(before(options, seed))
        return ended[-1]

    monkeypatch.setattr(type(chromino.GAME), "new", lambda self, options, seed=None: new(options, seed))
    games = solo.play(alone("beginner", variant), range(40))
    assert {game.won for game in games} == {True, False}
    for game, state in zip(games, ended, strict=True):
        assert isinstance(state, chromino.State)
        assert state.outcome is not None
        assert game.won == (state.outcome.winners == (0,))
        assert game.decisions == len(state.history)
        if variant == PLAIN:
            assert (game.drawn, game.points) == (state.outcome.scores[0], 0)
        else:
            assert game.points == (state.outcome.scores[0] if game.won else 0)


def test_bots_see_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """As everywhere."""
    seen: set[bool] = set()

    class Curious(RandomBot):
        def choose(self, view: View, rng: Generator) -> Action | None:
            seen.add(isinstance(view, chromino.View))
            return super().choose(view, rng)

    monkeypatch.setattr(solo, "bot_named", lambda game, name: Curious())
    solo.play(alone(), range(2))
    assert seen == {True}


def test_the_result_does_not_depend_on_the_processes() -> None:
    """Nor on how the deals are cut; all levels play the same deals."""

    def figures(result: SoloResult) -> object:
        return result.won, result.drawn, result.points

    each = alone(deals=25)
    one, two = (solo.play_all(each, processes, lambda done: None) for processes in (1, 2))
    assert figures(one) == figures(two)
    drawn = [game.drawn for game in solo.play(each, range(25))]
    assert one.drawn.mean == sum(drawn) / 25
    assert one.drawn.low < one.drawn.mean < one.drawn.high


def test_the_document_has_a_table(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """For each variant, with what each level came to; and says what is missing."""
    printed = climb(capsys)
    text = (tiny / "docs" / "strength.md").read_text(encoding="utf-8")
    result = solo.play_all(alone(options=EXPERT), 1, lambda done: None)
    assert "3 levels alone, 0 played before" in printed
    assert f"Chromino, classic, scoring expert: casual alone\n  {result}" in printed
    won = f"{result.won.mean:.1%} ({100 * result.won.low:.1f}–{result.won.high:.1%})"
    drawn = f"{result.drawn.mean:.1f} ({result.drawn.low:.1f}–{result.drawn.high:.1f})"
    points = f"{result.points.mean:.1f} ({result.points.low:.1f}–{result.points.high:.1f})"
    assert "### Alone, classic, scoring expert\n\n| level | games | won | tiles drawn | points |" in text
    assert f"| casual | 12 | {won} | {drawn} | {points} |" in text
    assert "### Alone, classic\n\n| level | games | won | tiles drawn |\n" in text
    assert "are not played yet" in text  # the match
    assert "3 are not played yet" not in text
    (tiny / "build" / "strength-alone.json").unlink()
    climb(capsys, "--only", "alone steady")
    assert "2 of 3 are not played yet" in (tiny / "docs" / "strength.md").read_text(encoding="utf-8")


def test_nothing_is_played_twice(
    tiny: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless it is asked for, or the bots are others."""
    climb(capsys)
    before = (tiny / "docs" / "strength.md").read_text(encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr(solo, "play", None)
        assert "3 levels alone, 3 played before" in climb(capsys)
    assert (tiny / "docs" / "strength.md").read_text(encoding="utf-8") == before
    assert "3 levels alone, 0 played before" in climb(capsys, "--fresh")
    monkeypatch.setattr(results, "code_of", lambda game: "other bots")
    assert "3 levels alone, 0 played before" in climb(capsys)


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    """With the file's name."""
    file = tmp_path / "notes.json"
    file.write_text(json.dumps({"alone": [1]}), encoding="utf-8")
    with pytest.raises(arena.ArenaError, match=r"notes.json is not a file of the ladder's results"):
        SoloResults(file)
