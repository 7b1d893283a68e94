"""The commands, as a person or a script would use them."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tessella.cli import COMMANDS, main
from tessella.cli.console import Console
from tessella.core import source
from tessella.games import GAMES
from tessella.games.chromino import kernel
from tessella.record import parse


def out(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What a command prints."""
    main(argv)
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """What a command says when it refuses."""
    with pytest.raises(SystemExit) as caught:
        main(argv)
    errors = capsys.readouterr().err
    assert caught.value.code not in (0, None)
    return str(caught.value.code) + errors


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A recorded game."""
    file = tmp_path / "game.txt"
    file.write_text(
        out(capsys, "simulate", "--game", "chromino", "--edition", "joker", "--players", "3", "--seed", "5"),
        encoding="utf-8",
    )
    return file


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with a line."""
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    output = capsys.readouterr().out
    assert all(name in output for name in COMMANDS)


@pytest.mark.parametrize("command", [*COMMANDS, "bench playouts"])
def test_each_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With --help."""
    with pytest.raises(SystemExit) as caught:
        main([*command.split(), "--help"])
    assert caught.value.code == 0
    assert "usage: tessella" in capsys.readouterr().out


def test_help_does_not_wait_for_the_engine() -> None:
    """What makes it quick: neither the engine nor rich is imported for it."""
    script = (
        "import sys; from tessella.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'tessella.games', 'rich'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_it_runs_as_a_module() -> None:
    """`python -m tessella`."""
    done = subprocess.run([sys.executable, "-m", "tessella", "about"], check=True, capture_output=True, text=True)
    assert "Tessella" in done.stdout


def test_simulate_prints_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for the same seed, and it replays."""
    argv = ("simulate", "--game", "chromino", "--edition", "meccano", "--players", "4", "--seed", "9")
    text = out(capsys, *argv)
    assert text == out(capsys, *argv)
    read = parse(text)
    assert (read.options.edition, read.options.players) == ("meccano", 4)
    assert read.replay().outcome is not None
    assert out(capsys, *argv[:-1], "10") != text


def test_simulate_with_bots(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A line of JSON for each game, the same for the same seed, and a record of each that says who played."""
    argv = ("simulate", "--bots", "steady", "random", "--players", "3", "--games", "11", "--seed", "s", "--json")
    text = out(capsys, *argv, "--save", str(tmp_path / "games"))
    assert text == out(capsys, *argv)
    lines = [json.loads(line) for line in text.splitlines()]
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files][:2] == ["01.txt", "02.txt"]
    assert len(lines) == len(files) == 11
    for number, (line, file) in enumerate(zip(lines, files, strict=True), 1):
        record = parse(file.read_text(encoding="utf-8"))
        outcome = record.replay().outcome
        assert outcome is not None
        assert line["outcome"] == outcome.to_json()
        assert (line["number"], line["seed"], line["check"]) == (number, f"s-{number}", record.check())
        assert line["bots"] == ["steady", "random", "random"] == [record.headers[f"seat-{seat}"] for seat in (1, 2, 3)]
    won = sum(1 in line["outcome"]["winners"] for line in lines)
    summary = out(capsys, *argv[:-1])
    assert summary.startswith("11 games of chromino, classic: ")
    assert f"seat 1 (steady) won {won}\n" in summary
    assert "is not empty" in refused(capsys, *argv, "--save", str(tmp_path / "games"))


def test_simulate_takes_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    """C37."""
    text = out(
        capsys, "simulate", "--draw-limit", "none", "--hands", "open", "--scoring", "expert", "--junior", "ends",
        "--draw-when-able", "yes", "--first", "2", "--seed", "1",
    )  # fmt: skip
    texts = parse(text).options.to_text()
    assert texts["draw-limit"] == "none"
    assert (texts["hands"], texts["scoring"], texts["junior"]) == ("open", "expert", "ends")
    assert (texts["draw-when-able"], texts["first"]) == ("yes", "2")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["simulate", "--players", "9"], "classic is for 1 to 8 players, not 9"),
        (["simulate", "--edition", "meccano", "--wild-tiles", "yes"], "without wild tiles"),
        (["simulate", "--draw-limit", "0"], "a number from 1 to 9999, or 'none'"),
        (["simulate", "--game", "chess"], "the games are chromino, florentine"),
        (["replay", "/nowhere/at/all"], "cannot read /nowhere/at/all: No such file"),
        (["perft", "--depth", "-1"], "--depth is a number from 0"),
        (["bench", "playouts", "--seconds", "0"], "--seconds is a number above 0"),
        (["dance"], "invalid choice"),
        (["simulate", "--wild-tiles", "maybe"], "wild-tiles is yes or no"),
        (["simulate", "--games", "0"], "--games is a number from 1"),
        (["simulate", "--bots", "steady", "steady", "random"], "there are 2 seats for 3 bots"),
        (["simulate", "--bots", "nobody"], "there is no bot 'nobody' for chromino; there are beginner"),
        (["simulate", "--save", "/dev/null/x"], "cannot write records into /dev/null/x"),
        (["play", "--text"], "unrecognized arguments: --text"),
        (["play", "--level", "nowhere:Bot"], "there is no module 'nowhere' for the bot nowhere:Bot"),
        (["play", "--record", "/nowhere/at/all"], "cannot write a record to /nowhere/at/all"),
    ],
)
def test_what_cannot_be_done_is_said(argv: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """C37: in a line, with what would be right, and an exit code that is not 0."""
    errors = refused(capsys, *argv)
    assert says in errors
    assert "Traceback" not in errors


def test_replay_shows_any_position(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text."""
    output = out(capsys, "replay", str(record), "--ply", "3")
    assert "After 3 of" in output
    assert "It is the turn of seat" in output
    output = out(capsys, "replay", str(record))
    assert "Result: " in output
    assert "there is no ply 9999" in refused(capsys, "replay", str(record), "--ply", "9999")


def test_replay_as_json(record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the position holds."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(record.read_text(encoding="utf-8")))
    position = json.loads(out(capsys, "replay", "-", "--json"))
    read = parse(record.read_text(encoding="utf-8"))
    assert position["ply"] == position["plies"] == len(read.actions)
    outcome = read.replay().outcome
    assert outcome is not None
    assert position["outcome"] == outcome.to_json()
    held = sum(len(hand) for hand in position["hands"])
    assert len(position["board"]) + held + position["bag"] == 80


def test_replay_as_a_picture(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An SVG file with every tile."""
    picture = tmp_path / "board.svg"
    assert out(capsys, "replay", str(record), "--ply", "6", "--svg", str(picture)) == ""
    assert out(capsys, "replay", str(record), "--ply", "6", "--svg", "-") == picture.read_text(encoding="utf-8")
    ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert "cannot write" in refused(capsys, "replay", str(record), "--svg", str(tmp_path / "no" / "board.svg"))


def test_a_damaged_record_is_refused_with_its_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With number and reason."""
    lines = record.read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if "@" in line)
    lines[number] = lines[number].replace("@", "@9")
    record.write_text("\n".join(lines), encoding="utf-8")
    errors = refused(capsys, "replay", str(record))
    assert f"line {number + 1}: " in errors
    record.write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in refused(capsys, "replay", str(record))


GRID = "# a board\ntiles: BGR P*R\n\n.BGR.\n..*..\n"


def test_placements(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C36, C8: for each tile how many, and each as three squares."""
    file = tmp_path / "board.txt"
    file.write_text(GRID, encoding="utf-8")
    assert "BGR: 5 places" in out(capsys, "placements", str(file))
    tiles = json.loads(out(capsys, "placements", str(file), "--json"))["tiles"]
    assert [(entry["tile"], entry["count"]) for entry in tiles] == [("BGR", 5), ("P*R", 2)]
    assert [[3, 1, "R"], [4, 1, "*"], [5, 1, "P"]] in tiles[1]["placements"]
    file.write_text("tiles: BGR P*R\n. B G R .\n. . * . .", encoding="utf-8")
    assert json.loads(out(capsys, "placements", str(file), "--json"))["tiles"] == tiles


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the first line names the tiles"),
        ("BGR\n...", "line 1: the first line names the tiles"),
        ("tiles:\n...", "line 1: no tile is named"),
        ("tiles: BGX\n...", "line 1: 'BGX' is no tile"),
        ("tiles: B*R\n...", "line 1: 'B*R' is not in the set"),
        ("tiles: BGR\n.B.\n.x.", "line 3: 'x' is no square"),
        ("tiles: BGR\n.B.\n\n.G.", "line 4: an empty line inside the board"),
        ("tiles: BGR\n" + "." * 3000, "at most 2000 by 2000"),
    ],
)
def test_a_board_that_is_none_is_refused(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With line and reason."""
    file = tmp_path / "board.txt"
    file.write_text(text, encoding="utf-8")
    assert says in refused(capsys, "placements", str(file))


def test_an_empty_board_takes_no_tile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C5: there is nothing to touch."""
    file = tmp_path / "board.txt"
    file.write_text("tiles: BGR\n", encoding="utf-8")
    assert out(capsys, "placements", str(file)) == "BGR: 0 places\n"


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    """Depth by depth; the bag's order is fixed by the seed."""
    output = out(capsys, "perft", "--edition", "classic", "--players", "2", "--seed", "1", "--depth", "2", "--json")
    assert json.loads(output)["perft"] == [1, 26, 178]


def test_bench_playouts(capsys: pytest.CaptureFixture[str]) -> None:
    """The figures by their names."""
    output = out(capsys, "bench", "playouts", "--seconds", "0.05", "--json", "--players", "3", "--edition", "joker")
    figures = json.loads(output)
    names = {"games_per_s", "turns_per_s", "turns_per_game", "placements_per_turn", "compiled"}
    assert names <= figures.keys()
    assert figures["compiled"] is kernel.COMPILED
    assert figures["turns_per_s"] > figures["games_per_s"] > 0
    assert "games a second" in out(capsys, "bench", "playouts", "--seconds", "0.05")


def test_about_advises_make_only_in_a_checkout(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An installed package has no Makefile, and the dates of its files say nothing about their content."""
    monkeypatch.setattr(type(GAMES["chromino"]), "compiled", False)
    assert "make kernels" in out(capsys, "about")
    monkeypatch.setattr("tessella.core.source.__file__", str(tmp_path / "site-packages" / "tessella" / "core" / "x.py"))
    assert source.outdated() == []
    advice = out(capsys, "about")
    assert "make" not in advice
    assert "interpreted: slower (to compile it: a C compiler, then pip install" in advice


def test_about(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Which kernel runs, and where data is kept."""
    monkeypatch.setenv("TESSELLA_DATA", str(tmp_path))
    facts = json.loads(out(capsys, "about", "--json"))
    how = "compiled" if kernel.COMPILED else "interpreted"
    assert facts["kernels"] == {"chromino": how, "florentine": how}
    assert facts["data"] == str(tmp_path)
    assert ("compiled" if kernel.COMPILED else "interpreted") in out(capsys, "about")


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_a_whole_game_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Always taking the first choice, to the end; the record is kept."""
    type_in(monkeypatch, "1\n" * 500)
    monkeypatch.setenv("TESSELLA_DATA", str(tmp_path))
    output = out(capsys, "play", "--seed", "3", "--players", "3", "--scoring", "expert")
    assert "You are seat 1" in output
    assert "The game is over: " in output
    (kept,) = (tmp_path / "games").iterdir()
    assert parse(kept.read_text(encoding="utf-8")).replay().outcome is not None


def test_a_game_that_is_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Mistakes are explained; q and the end of input leave the game, and the record says it is unfinished."""
    type_in(monkeypatch, f"?\n999\n{'9' * 5000}\nBGR@50,50>\nhello [/red]\nq\n")
    file = tmp_path / "kept.txt"
    output = out(capsys, "play", "--seed", "3", "--record", str(file), "--first", "1")
    assert "There is no number 999" in output
    assert "'hello [/red]' is no action" in output
    assert "(C" in output
    assert file.read_text(encoding="utf-8").splitlines()[-2] == "result: unfinished"
    assert "exists already" in refused(capsys, "play", "--record", str(file))
    type_in(monkeypatch, "")
    assert "You leave the game" in out(capsys, "play", "--record", str(tmp_path / "another.txt"))


def test_a_question_mark_never_moves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """At every prompt, also where there is only one thing to do, or something may be done out of turn."""
    argv = ("play", "--seed", "3", "--edition", "meccano", "--record")
    type_in(monkeypatch, "1\n" * 500)
    plain = out(capsys, *argv, str(tmp_path / "plain.txt"))
    assert "You can only do this" in plain
    type_in(monkeypatch, "?\n1\n" * 500)
    helped = out(capsys, *argv, str(tmp_path / "helped.txt"))
    assert (tmp_path / "plain.txt").read_text("utf-8") == (tmp_path / "helped.txt").read_text("utf-8")
    assert helped.count("? shows this help") > plain.count("? shows this help") + 5


def test_a_game_that_is_interrupted_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ctrl-C leaves the game; games begun in the same second have files of their own."""

    def interrupt(self: Console, *args: object, **kwargs: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "input", interrupt)
    monkeypatch.setenv("TESSELLA_DATA", str(tmp_path))
    for _ in range(3):
        assert "You leave the game" in out(capsys, "play")
    kept = list((tmp_path / "games").iterdir())
    assert len(kept) == 3
    assert all(parse(file.read_text(encoding="utf-8")).replay().outcome is None for file in kept)
    monkeypatch.setenv("TESSELLA_DATA", str(kept[0]))
    assert "cannot write a record" in refused(capsys, "play")


@pytest.mark.parametrize("command", ["simulate --seed 1", "--help", "about", "replay FILE", "replay FILE --json"])
def test_a_reader_that_has_seen_enough(command: str, record: Path) -> None:
    """A closed pipe is no error, and nothing is said about it."""
    argv = [str(record) if word == "FILE" else word for word in command.split()]
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONUNBUFFERED"}
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "tessella", *argv], stdout=writer, stderr=subprocess.PIPE, env=environment, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_without_our_letters(record: Path) -> None:
    """The board is shown with what the terminal has."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "tessella", "replay", str(record)], capture_output=True, env=environment, check=True
    )
    assert b"Result: " in done.stdout


def test_the_terminal_shows_only_the_players_view(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """C19: what the opponent draws is not told."""
    type_in(monkeypatch, "1\n" * 500)
    output = out(capsys, "play", "--seed", "11", "--record", str(tmp_path / "r.txt"))
    type_in(monkeypatch, "1\n" * 500)
    again = out(capsys, "play", "--seed", "11", "--record", str(tmp_path / "again.txt"))
    assert again.replace("again.txt", "r.txt") == output  # the opponents' luck follows from the seed
    assert "seat 2 draws a tile" in output
    assert not re.search("seat 2 draws [BGRYP]", output)
    assert re.search("seat 1 draws [BGRYP]", output)
