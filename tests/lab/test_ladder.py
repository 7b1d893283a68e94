"""The ladder: its plan can be played, its page has the results, and nothing is played twice."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lab import commands, plan, results, solo
from lab.ladder import Ladder, LadderResult
from lab.plan import GOALS, RUNGS, VARIANTS, LadderMatch
from lab.strength import write_strength
from tessella import arena
from tessella.arena import source
from tessella.arena.figures import Estimate
from tessella.arena.tally import play_task
from tessella.cli import main
from tessella.core import OptionError

pytestmark = pytest.mark.once

TINY = (
    LadderMatch("chromino", "--edition classic --players 2", "casual contacts", goal=0.0),
    LadderMatch("chromino", "--edition classic --players 2", "steady contacts", goal=0.99, aim=0.999),
    LadderMatch("chromino", "--edition classic --players 2", "casual beginner"),
    LadderMatch("chromino", "--edition joker --players 3", "casual beginner", part=True),
    LadderMatch("florentine", "--players 2", "beginner random", part=True),
)
"""Short matches between plain bots."""
WHOLE = Ladder(2000, 5, "1", plan.plan())


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A short ladder in a folder of its own."""
    monkeypatch.setattr(plan, "plan", lambda: TINY)
    monkeypatch.setattr(solo, "plan", lambda games, part, seed: ())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    return tmp_path


def climb(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What the command prints."""
    commands.main(["ladder", "--games", "8", "--part", "2", "--workers", "1", *more])
    return capsys.readouterr().out


def played(low: float, goal: float | None = 0.6, aim: float | None = 0.7) -> LadderResult:
    """A match whose share is certain down to here."""
    planned = LadderMatch("chromino", "--edition classic --players 2", "casual random", goal, aim)
    return LadderResult(planned, planned.match(2, "1"), 2, Estimate(0.9, low, 1.0), (1, 1), (0.1, 0.1), 0.0)


def step(variant: str, bots: str, low: float, high: float, games: int = 2000, shared: float = 0.1) -> LadderResult:
    """A rung whose share lies between these."""
    planned = LadderMatch("chromino", variant, bots)
    share = Estimate((low + high) / 2, low, high)
    return LadderResult(planned, planned.match(games, "1"), games, share, (1, 1), (0.1, 0.1), shared)


# ------------------------------------------------------------------------------------------------------------- the plan


def test_every_match_of_the_plan_can_be_played() -> None:
    """It names bots and options that there are; none is there twice; each has one table and whole deals."""
    matches = WHOLE.matches
    assert len({(match.game, match.options, match.bots) for match in matches.values()}) == len(matches)
    for planned, match in matches.items():
        assert len(match.lineups) == 1
        assert match.games == match.deals * match.players >= (400 if planned.part else 2000)
        assert planned.option_texts.items() <= dict(match.options).items()
    assert {planned for planned in matches if planned.goal is not None} == set(GOALS)


def test_the_plan_has_every_rung_of_every_variant() -> None:
    """One that has a goal is not played a second time without."""
    matches = [(planned.game, planned.options, planned.bots) for planned in plan.plan()]
    assert len(matches) == len(set(matches))
    assert {(game, options, bots) for game, options in VARIANTS for bots in RUNGS} <= set(matches)


def test_only_the_slowest_bot_plays_a_part() -> None:
    """And only where there is no goal, by rules that fewer people play: all others play enough games to tell neighbours
    apart."""
    matches = WHOLE.matches
    assert all(planned.goal is None and "master" in planned.bots for planned in matches if planned.part)
    whole = {
        planned.options for planned in matches if planned.goal is None and "master" in planned.bots and not planned.part
    }
    assert whole == {"--edition classic --players 2"}
    plain = [
        match.games for planned, match in matches.items() if planned.bots in RUNGS[:2] and planned.game == "chromino"
    ]
    assert min(plain) >= 6000


def test_a_match_in_words() -> None:
    """What is agreed, and who plays whom."""
    planned = LadderMatch("chromino", "--edition meccano --players 4 --hands open", "master contacts")
    assert str(planned) == "Chromino, meccano, 4 players, hands open: master against three contacts"
    match = planned.match(2001, "a b")
    assert match.games == 2004
    assert planned.command(match) == (
        "tessella arena --game chromino --edition meccano --players 4 --hands open --bots master contacts "
        "--games 2004 --seed 'a b'"
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", (91, 10)),
        ("goal", (12, 0)),
        ("florentine goal", (5, 0)),
        ("Meccano 5 players", (4, 0)),
        ("goal 4 players master", (1, 0)),
        ("alone", (0, 10)),
        ("alone expert master", (0, 1)),
    ],
)
def test_only_some_matches(text: str, count: tuple[int, int]) -> None:
    """Those with all the words, and what is played alone."""
    matches, alone = WHOLE.select(text)
    assert (len(matches), len(alone)) == count


def test_no_such_match() -> None:
    """Says which words there are."""
    with pytest.raises(OptionError, match=r"'grandmaster' in it; the words are .*florentine"):
        WHOLE.select("grandmaster")


# ------------------------------------------------------------------------------------------------------------ the goals


@pytest.mark.parametrize(
    ("low", "verdict"),
    [(0.599, "not reached"), (0.6, "reached"), (0.699, "reached"), (0.7, "reached, and the aim")],
)
def test_a_goal_is_judged_by_the_lower_end(low: float, verdict: str) -> None:
    """However high the share itself is."""
    assert played(low).verdict == verdict
    assert f"at least 60%: {verdict};" in str(played(low))


def test_without_a_goal_nothing_is_judged() -> None:
    """Nor without an aim."""
    assert played(0.9, None, None).verdict == ""
    assert "at least" not in str(played(0.9, None, None))
    assert played(0.9, 0.6, None).verdict == "reached"


# --------------------------------------------------------------------------------------------------------- the document


def test_a_level_that_is_weaker_is_marked(tmp_path: Path) -> None:
    """So is what is open; and the page counts both. What touches the even share is open."""
    two, three = "--edition classic --players 2", "--edition classic --players 3"
    steps = [
        step(two, RUNGS[0], 0.51, 0.55, 6000),
        step(two, RUNGS[1], 0.451, 0.499),
        step(two, RUNGS[2], 0.45, 0.5),
        step(three, RUNGS[0], 0.34, 0.40, 6001),
        step(three, RUNGS[1], 0.25, 0.33),
    ]
    whole = Ladder(2000, 5, "1", tuple(each.planned for each in steps))
    write_strength(tmp_path / "strength.md", whole, steps)
    text = (tmp_path / "strength.md").read_text(encoding="utf-8")
    assert (
        "| classic, 2 players | 50.0% | 53.0% (51.0–55.0%) | ▼ 47.5% (45.1–49.9%) | ≈ 47.5% (45.0–50.0%) | – |" in text
    )
    assert "| classic, 3 players | 33.3% | 37.0% (34.0–40.0%) | ▼ 29.0% (25.0–33.0%) | – | – |" in text
    words = " ".join(text.split())
    assert "Of 5 matches the higher level certainly wins 2." in words
    assert "as its interval holds the even share: 1." in words
    assert "as its whole interval is below the even share: 2." in words
    assert "6,000 to 6,001 of casual – beginner, 2,000 of steady – casual, 2,000 of sharp – steady;" in words
    assert "won by both" not in words


def test_a_variant_whose_wins_are_shared_is_named(tmp_path: Path) -> None:
    """If they are in all its matches: there no level can be much stronger."""
    junior, mixed = "--edition joker --players 2 --junior squares", "--edition classic --players 2 --junior ends"
    steps = [
        step(junior, RUNGS[0], 0.4, 0.6, shared=0.98),
        step(junior, RUNGS[1], 0.4, 0.6, shared=1.0),
        step(mixed, RUNGS[0], 0.4, 0.6, shared=0.9),
        step(mixed, RUNGS[1], 0.4, 0.6, shared=0.4),
    ]
    write_strength(tmp_path / "strength.md", WHOLE, steps)
    words = " ".join((tmp_path / "strength.md").read_text(encoding="utf-8").split())
    assert "than another: Chromino, joker, 2 players, junior squares (98.0–100.0%) of all games end so." in words


# ---------------------------------------------------------------------------------------------------------- the command


def test_the_document_says_what_happened(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The shares of the very matches, the goals, well-formed pictures, and commands that repeat each match."""
    printed = climb(capsys, "--seed", "tests")
    text = (tiny / "docs" / "strength.md").read_text(encoding="utf-8")
    assert "python -m lab ladder --games 8 --part 2 --seed tests" in text.splitlines()[0]
    assert "This is a trial" in text
    assert "not played yet" not in text
    assert "1 of 2 goals are reached" in text
    assert str(tiny) not in text
    for planned in TINY:
        match = planned.match(4 if planned.part else 8, "tests")
        share = arena.run(match).bots[0].share
        command = planned.command(match)
        line = f"{planned.bots.split()[0]} wins {share} of {match.games} games"
        assert f"{command}\n  {line}" in printed
        assert f"$ {command}\n{line}" in text
        main([*command.split()[1:], "--workers", "1", "--json"])
        assert json.loads(capsys.readouterr().out)["bots"][0]["share"] == pytest.approx(share.mean, abs=1e-6)
    goal = arena.run(TINY[1].match(8, "tests")).bots[0].share
    row = f"| **{goal.mean:.1%}** | {100 * goal.low:.1f}–{goal.high:.1%} | 8 | 99% | 100% | not reached |"
    assert f"| Chromino, classic, 2 players | steady against contacts {row}" in text
    for name in re.findall(r"!\[[^]]*]\(([^)]+)\)", text):
        picture = ElementTree.fromstring((tiny / "docs" / name).read_text(encoding="utf-8"))
        assert picture.get("aria-label")
    assert printed.endswith("strength-ladder.svg\n")


def test_nothing_is_played_twice(
    tiny: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is finished is kept, also if the rest is stopped; the document is the same as in one go."""
    climb(capsys)
    whole = (tiny / "docs" / "strength.svg").read_text(encoding="utf-8")
    (tiny / "build" / "strength.json").unlink()
    played_tasks: list[str] = []

    def stop_in_the_third(task: arena.Task) -> object:
        played_tasks.append(" ".join((task.match.game, *task.match.bots)))
        if task.first and played_tasks[-1] == "chromino casual beginner":
            raise KeyboardInterrupt
        return play_task(task)

    with monkeypatch.context() as patched:
        patched.setattr("tessella.arena.workers.play_task", stop_in_the_third)
        with pytest.raises(SystemExit):
            climb(capsys)
    assert "Stopped with 3 of 5 matches still to play" in capsys.readouterr().out
    assert "chromino casual contacts" in played_tasks
    printed = climb(capsys)
    assert "5 matches, 2 played before" in printed
    assert "casual contacts" not in printed
    assert "beginner random" in printed
    assert (tiny / "docs" / "strength.svg").read_text(encoding="utf-8") == whole
    with monkeypatch.context() as patched:
        patched.setattr("tessella.arena.workers.play_task", None)
        assert "5 matches, 5 played before" in climb(capsys)
    for more in (["--seed", "2"], ["--games", "10"], ["--fresh"]):
        assert "2 matches, 0 played before" in climb(capsys, "--only", "goal", *more)
    assert "2 matches, 2 played before" in climb(capsys, "--only", "goal")


def test_other_bots_play_anew(tiny: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept holds for the sources that played it, game by game."""
    climb(capsys)
    before = source.code_of
    monkeypatch.setattr(results, "code_of", lambda game: before(game) + "!" * (game == "florentine"))
    assert "5 matches, 4 played before" in climb(capsys)


def test_only_what_is_picked_is_played(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The document has what is there, and says that it is not all."""
    assert "1 match, 0 played before" in climb(capsys, "--only", "florentine")
    text = (tiny / "docs" / "strength.md").read_text(encoding="utf-8")
    assert "4 of 5 matches are not played yet" in text
    assert "## The goals" not in text
    assert "2 matches, 0 played before" in climb(capsys, "--only", "goal")
    assert "2 of 5 matches are not played yet" in (tiny / "docs" / "strength.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--games 0", "--games and --part are numbers from 1"),
        ("--part 0", "--games and --part are numbers from 1"),
        ("--workers 0", "--workers is a number"),
        ("--only dominoes", "no match of the ladder has all of 'dominoes'"),
        ("--out nowhere/strength.md", "cannot write nowhere/strength.md"),
        ("--out docs", "cannot write docs"),
        ("--json docs", "cannot read docs"),
        ("--json notes.txt", "notes.txt is not a file of the ladder's results"),
    ],
)
def test_wrong_arguments_are_refused_at_once(words: str, reason: str, tiny: Path) -> None:
    """Before anything is played."""
    (tiny / "notes.txt").write_text('{"results": [1]}', encoding="utf-8")
    with pytest.raises(SystemExit, match=reason):
        commands.main(["ladder", *words.split()])
    assert not (tiny / "docs" / "strength.md").exists()
