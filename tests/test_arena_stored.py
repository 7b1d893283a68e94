"""Matches in folders: games as records, and matches that go on after Ctrl-C with the same result."""

import json
from pathlib import Path

import pytest

from tessella import arena, record
from tessella.arena import stored
from tessella.arena.match import Keep
from tessella.arena.play import ArenaError
from tessella.arena.stored import StoredMatch, StoredMatchError
from tessella.cli import main
from tests.matches import interrupted, match_of, result_text
from tests.test_cli import refused
from tests.test_outside import honest

pytestmark = pytest.mark.once

ODD = (2, 1, 3, 2)
"""Sizes of batches before and after interruptions."""


def play_in(
    folder: Path, match: arena.Match, stop_early: bool = False, sprt: arena.Sprt | None = None, records: bool = False
) -> list[arena.Result]:
    """Play a match in a folder, with two interruptions; all results, the last one of the whole match."""
    results = []
    kept = StoredMatch(folder, match, stop_early, sprt, records)
    kept.create()
    for number, batch in enumerate(ODD):
        runner = interrupted(5 * len(match.lineups)) if number < len(ODD) - 1 else arena.here
        if number:
            kept = StoredMatch.read(folder)
        result = arena.run(
            kept.match, runner, stop_early=kept.stop_early, sprt=kept.sprt, batch=batch, keep=Keep(kept.records),
            played=kept.go_on() if number else [], store=kept.add,
        )  # fmt: skip
        kept.close()
        results.append(result)
    return results


@pytest.mark.parametrize("records", [False, True])
@pytest.mark.parametrize("bots", [("steady", "random"), ("random", "beginner", "contacts")])
def test_an_interrupted_match_has_the_result_of_an_uninterrupted_one(
    bots: tuple[str, ...], records: bool, tmp_path: Path
) -> None:
    """To the last digit, with any batches, and whether records are kept or not."""
    match = match_of(*bots, games=160)
    results = play_in(tmp_path / "match", match, records=records)
    assert [result.interrupted for result in results] == [True, True, True, False]
    assert results[0].games < results[1].games < results[2].games < results[3].games
    assert result_text(results[-1]) == result_text(arena.run(match))


@pytest.mark.parametrize("sprt", [None, arena.Sprt(0, 100)])
def test_it_stops_where_it_would_have_stopped(sprt: arena.Sprt | None, tmp_path: Path) -> None:
    match = match_of("steady", "random", games=2000)
    (*_, last) = play_in(tmp_path / "match", match, stop_early=sprt is None, sprt=sprt)
    whole = arena.run(match, stop_early=sprt is None, sprt=sprt)
    assert whole.stopped_early
    assert result_text(last) == result_text(whole)
    kept = StoredMatch.read(tmp_path / "match")
    again = arena.run(match, interrupted(0), stop_early=kept.stop_early, sprt=kept.sprt, played=kept.go_on())
    kept.close()
    assert result_text(again) == result_text(whole)  # nothing is left to play


def test_records(tmp_path: Path) -> None:
    """One of each game: it replays, and says which game it is and who had which seat."""
    match = match_of("steady", "random", "beginner", games=6)
    result = play_in(tmp_path / "match", match, records=True)[-1]
    files = sorted((tmp_path / "match" / "games").iterdir())
    assert [file.name for file in files[:3]] == ["1-1-1.txt", "1-1-2.txt", "1-2-1.txt"]
    assert len(files) == result.games == 18
    won = 0.0
    for file in files:
        game = record.parse(file.read_text(encoding="utf-8"))
        headers = game.headers
        lineup, deal, rotation = (int(headers[f"arena-{name}"]) for name in ("line-up", "deal", "rotation"))
        assert file.name == f"{lineup}-{deal}-{rotation}.txt"
        seating = match.lineups[lineup - 1].seatings[rotation - 1]
        assert [headers["seat-1"], headers["seat-2"]] == [match.bots[bot] for bot in seating]
        assert game.seed == match.deal_seed(deal - 1)
        outcome = game.replay().outcome
        assert outcome is not None
        if 0 in seating and seating.index(0) in outcome.winners:
            won += 1 / len(outcome.winners)
    assert won == pytest.approx(result.bots[0].share.mean * 12)


def test_a_forfeited_game_is_a_record_too(tmp_path: Path) -> None:
    bot = honest(tmp_path, "sys.exit(3)")
    match = match_of(bot, "random", games=2)
    kept = StoredMatch(tmp_path / "match", match, False, None, True)
    kept.create()
    arena.run(match, keep=Keep(records=True), store=kept.add)
    kept.close()
    game = record.parse((tmp_path / "match" / "games" / "1-1.txt").read_text(encoding="utf-8"))
    assert game.headers["arena-forfeit"] == "seat 1 ended by itself with exit code 3"
    assert game.replay().outcome is None


def test_a_line_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    """The program was killed while it wrote."""
    folder = tmp_path / "match"
    match = match_of("random", "random", games=20)
    kept = StoredMatch(folder, match, False, None, False)
    kept.create()
    arena.run(match, interrupted(3), batch=2, store=kept.add)
    kept.close()
    tasks = folder / stored.TASKS
    tasks.write_bytes(tasks.read_bytes()[:-20])
    kept = StoredMatch.read(folder)
    played = kept.go_on()
    assert [part.first for part in played] == [0, 1]
    assert result_text(arena.run(match, played=played, store=kept.add)) == result_text(arena.run(match))
    kept.close()
    kept = StoredMatch.read(folder)
    assert [part.first for part in kept.go_on()][:3] == [0, 1, 2]
    kept.close()


def test_only_one_program_plays_it(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    kept = StoredMatch(tmp_path / "match", match_of("random", "random"), False, None, False)
    kept.create()
    with pytest.raises(StoredMatchError, match=r"another program is playing the match in "):
        StoredMatch.read(tmp_path / "match").go_on()
    kept.close()


@pytest.mark.parametrize("damage", [b"{}\n", b"[1\n", b'{"lineup": 7}\n'])
def test_a_damaged_line_is_named(damage: bytes, tmp_path: Path) -> None:
    kept = StoredMatch(tmp_path / "match", match_of("random", "random"), False, None, False)
    kept.create()
    arena.run(kept.match, interrupted(2), batch=1, store=kept.add)
    kept.close()
    with (tmp_path / "match" / stored.TASKS).open("ab") as out:
        out.write(damage)
    with pytest.raises(StoredMatchError, match=r"line 3 of .* is damaged: delete it and all that follow"):
        StoredMatch.read(tmp_path / "match").go_on()


# -------------------------------------------------------------------------------------------------------- other bots


def test_a_changed_program_is_refused(tmp_path: Path) -> None:
    bot = honest(tmp_path)
    kept = StoredMatch(tmp_path / "match", match_of(f"{bot}:20s", "random"), False, None, False)
    kept.create()
    kept.close()
    StoredMatch.read(tmp_path / "match").check_code()
    honest(tmp_path, 'answer(type="action", id=message["id"], action=message["view"]["legal"][-1])')
    with pytest.raises(StoredMatchError, match=r"bot:20s has changed since the match in .*: a match is played by the"):
        StoredMatch.read(tmp_path / "match").go_on()


def test_a_changed_class_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    source = "class Bot:\n    def choose(self, view, rng):\n        return view.legal[0]\n"
    (tmp_path / "changing.py").write_text(source, encoding="utf-8")
    kept = StoredMatch(tmp_path / "match", match_of("changing:Bot", "random"), False, None, False)
    kept.create()
    kept.close()
    StoredMatch.read(tmp_path / "match").check_code()
    (tmp_path / "changing.py").write_text(source.replace("[0]", "[-1]"), encoding="utf-8")
    with pytest.raises(StoredMatchError, match=r"changing:Bot has changed since"):
        StoredMatch.read(tmp_path / "match").go_on()


def test_other_code_of_ours_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = StoredMatch(tmp_path / "match", match_of("random", "random"), False, None, False)
    kept.create()
    kept.close()
    monkeypatch.setattr(stored, "code_of", lambda game: "other code")
    with pytest.raises(StoredMatchError, match=r"was begun by version .* of Tessella with other bots or rules"):
        StoredMatch.read(tmp_path / "match").go_on()


# -------------------------------------------------------------------------------------------------------- the command


def test_the_command_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted match that was not saved is stored, and the command that goes on with it is printed."""
    monkeypatch.setenv("TESSELLA_DATA", str(tmp_path))
    argv = ["arena", "--bots", "steady", "random", "--games", "40", "--seed", "s", "--json"]
    main([*argv, "--workers", "1"])
    whole = json.loads(capsys.readouterr().out)
    monkeypatch.setattr("tessella.arena.local", lambda workers: interrupted(3))
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 130
    output = capsys.readouterr()
    assert json.loads(output.out)["interrupted"]
    (folder,) = (tmp_path / "matches").iterdir()
    assert f"To go on with the match: tessella arena --resume {folder}" in output.err
    monkeypatch.undo()
    main(["arena", "--resume", str(folder), "--json", "--workers", "1"])
    result = json.loads(capsys.readouterr().out)
    for bot in (*result["bots"], *whole["bots"]):
        del bot["ms_per_decision"]
    assert result == whole


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--games 41", "has --games 40, not 41: a match goes on as it began; leave --games out"),
        ("--bots steady casual", "has --bots steady random, not steady casual"),
        ("--seed 2", "has --seed s, not 2"),
        ("--game florentine", "has --game chromino, not florentine"),
        ("--draw-limit 2", "has --draw-limit 1, not 2"),
        ("--players 3", "has --players 2, not 3"),
        ("--sprt 0 5", "has no --sprt, not 0 5"),
        ("--stop-early", "has --stop-early False, not True"),
        ("--save elsewhere", "leave out --save"),
    ],
)
def test_another_setting_is_refused(
    words: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing is played."""
    folder = tmp_path / "match"
    main(["arena", "--bots", "steady", "random", "--games", "40", "--seed", "s", "--save", str(folder)])
    before = (folder / stored.TASKS).read_bytes()
    capsys.readouterr()
    assert reason in refused(capsys, "arena", "--resume", str(folder), *words.split())
    assert (folder / stored.TASKS).read_bytes() == before
    main(["arena", "--resume", str(folder), "--bots", "steady", "random", "--games", "40", "--draw-limit", "1"])
    assert "40 games" in capsys.readouterr().out


def test_folders_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are refused before any game is played."""
    full = tmp_path / "full"
    full.mkdir()
    (full / "match.json").write_text('{"format": "another"}', encoding="utf-8")
    play = ("arena", "--bots", "random", "random", "--games", "2")
    assert "full is not empty: name a new folder with --save" in refused(capsys, *play, "--save", str(full))
    assert "cannot write a match into /dev/null/x: Not a directory" in refused(capsys, *play, "--save", "/dev/null/x")
    assert "match.json is not a match that" in refused(capsys, "arena", "--resume", str(full))
    (full / "match.json").write_bytes(b"\xff\x00")
    assert "match.json is not a match that" in refused(capsys, "arena", "--resume", str(full))
    assert "there is no match in" in refused(capsys, "arena", "--resume", str(tmp_path / "nowhere"))
    assert [file.name for file in full.iterdir()] == ["match.json"]


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    """The match ends with the reason."""
    kept = StoredMatch(tmp_path / "match", match_of("random", "random"), False, None, True)
    kept.create()
    (tmp_path / "match" / "games").rmdir()
    with pytest.raises(ArenaError, match=r"cannot write to .*match: No such file"):
        arena.run(kept.match, keep=Keep(records=True), store=kept.add)
    kept.close()
