"""The commands with Florentine Dominoes."""

import io
import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tessella.games.florentine.deck import CARDS
from tessella.games.florentine.kernel import COMPILED
from tessella.record import parse
from tests.test_cli import out, refused, type_in

GAME = ("--game", "florentine")


@pytest.fixture
def record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A recorded game."""
    file = tmp_path / "game.txt"
    file.write_text(out(capsys, "simulate", *GAME, "--players", "3", "--seed", "5"), encoding="utf-8")
    return file


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck in a file."""
    file = tmp_path / "deck.txt"
    file.write_text("# mine\n" + "red jade, red, blue, ochre lapis\n" * 24 + "RBGO\n" * 24, encoding="utf-8")
    return file


@pytest.mark.parametrize("players", [2, 3, 4])
def test_simulate_prints_a_record(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    """F4: the same for the same seed, and it replays."""
    argv = ("simulate", *GAME, "--players", str(players), "--seed", "9", "--colours", "random", "--first", "2")
    text = out(capsys, *argv)
    assert text == out(capsys, *argv)
    read = parse(text)
    assert read.game.name == "florentine"
    assert read.options.to_text()["colours"] == "random"
    assert read.replay().outcome is not None


def test_another_deck_is_part_of_the_record(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F3: the file is not needed to replay the game, and nobody can exchange the deck unnoticed."""
    text = out(capsys, "simulate", *GAME, "--seed", "4", "--deck", str(deck))
    deck.unlink()
    read = parse(text)
    assert read.options.to_text()["deck"].split().count("RBGO") == 24
    assert read.replay().outcome is not None
    assert str(read) == text
    header = next(line for line in text.splitlines() if line.startswith("deck: "))
    for other in ("deck: reconstruction", header.replace("RBGO", "RGBO")):
        with pytest.raises(ValueError, match=r"is not in the hand|check|result|does not fit"):
            parse(text.replace(header, other))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("RBGO\n", ""), "a deck has 48 cards besides the black ones, not 47"),
        (("RBGO\n", "RBGX\n"), r"card 25 of the deck, in line 26: 'X' in 'RBGX' is no triangle"),
        (("red jade", "red ruby"), r"card 1 of the deck, in line 2: 'ruby' in .* is no gem of red"),
        (("blue, ", ""), r"card 1 of the deck, in line 2: .* has 3 triangles; a card has four"),
        (("ochre lapis", "pink"), r"'pink' in .* is no colour; the colours are red, blue, green and ochre"),
    ],
)
def test_a_deck_that_is_none(
    change: tuple[str, str], says: str, deck: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F3: every command says which card is wrong, and what would be right."""
    deck.write_text(deck.read_text(encoding="utf-8").replace(*change, 1), encoding="utf-8")
    for command in (["simulate"], ["perft"], ["bench", "playouts"], ["play"]):
        assert re.search(says, refused(capsys, *command, *GAME, "--deck", str(deck)))


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["simulate", *GAME, "--players", "5"], "classic is for 2 to 4 players, not 5"),
        (["simulate", *GAME, "--colours", "red red"], "2 different ones"),
        (["simulate", *GAME, "--draw-limit", "3"], "there is no option 'draw-limit'"),
        (["simulate", "--colours", "random"], "there is no option 'colours'"),
        (["simulate", *GAME, "--deck", "/nowhere/at/all"], "cannot read /nowhere/at/all: No such file"),
    ],
)
def test_what_cannot_be_done_is_said(argv: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """F4: in a line, with what would be right; also if an option is another game's."""
    assert says in refused(capsys, *argv)


def test_replay_shows_any_position(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As text."""
    output = out(capsys, "replay", str(record), "--ply", "3")
    assert "After 3 of" in output
    assert "It is the turn of seat" in output
    output = out(capsys, "replay", str(record))
    assert "Result: " in output


def test_replay_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F14, F15, F16: the board, the black cards' places, the closed spaces, and the gems of each seat."""
    position = json.loads(out(capsys, "replay", str(record), "--json"))
    read = parse(record.read_text(encoding="utf-8"))
    outcome = read.replay().outcome
    assert outcome is not None
    assert position["outcome"] == outcome.to_json()
    assert len(position["board"]) + len(position["pool"]) == CARDS
    black = [action for _, action in read.actions if str(action).startswith("black@")]
    assert sum(seat["black"] is not None for seat in position["seats"]) == len(black)
    assert [seat["gems"] for seat in position["seats"]] == list(outcome.scores)
    closed = [space for space in position["spaces"] if space["open"] == 0]
    for seat in position["seats"]:
        own = [space for space in closed if space["colour"] == seat["colour"]]
        assert (len(own), sum(space["gems"] for space in own)) == (seat["closed"], seat["gems"])
    position = json.loads(out(capsys, "replay", str(record), "--json", "--ply", "0"))
    assert [len(hand) for hand in position["hands"]] == [4, 4, 4]
    assert position["stack"] == 32


def test_replay_as_a_picture(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An SVG file with every card."""
    picture = out(capsys, "replay", str(record), "--svg", "-")
    ElementTree.fromstring(picture)
    position = json.loads(out(capsys, "replay", str(record), "--json"))
    for lay in position["board"]:
        assert f'data-lay="{lay}"' in picture


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    """Depth by depth."""
    output = out(capsys, "perft", *GAME, "--players", "2", "--seed", "1", "--depth", "2", "--json")
    assert json.loads(output)["perft"] == [1, 16, 304]


def test_bench_playouts(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures by their names; a random game of four is about 48 turns long."""
    figures = json.loads(out(capsys, "bench", "playouts", *GAME, "--seconds", "0.05", "--json", "--players", "4"))
    assert figures["compiled"] is COMPILED
    assert 40 < figures["turns_per_game"] < 60
    assert "florentine, classic, 2 players" in out(
        capsys, "bench", "playouts", *GAME, "--seconds", "0.05", "--deck", str(deck)
    )


def test_a_whole_game_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """F5: always taking the first choice, to the end; the record is kept, and what others draw is not told."""
    type_in(monkeypatch, "1\n" * 100)
    monkeypatch.setenv("TESSELLA_DATA", str(tmp_path))
    output = out(capsys, "play", *GAME, "--seed", "3", "--players", "3")
    assert "You are seat 1" in output
    assert "The game is over: " in output
    assert "seat 2 draws a card" in output
    assert not re.search("seat [23] draws [RrBbGgOo]{4}", output)
    assert re.search("seat 1 draws [RrBbGgOo]{4}", output)
    (kept,) = (tmp_path / "games").iterdir()
    assert parse(kept.read_text(encoding="utf-8")).replay().outcome is not None


def test_mistakes_are_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """F6, F7: with the clause; and the help tells how to write a card."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\nBGR@4,-2>\npass\nrbgo@0,0\nq\n"))
    output = out(capsys, "play", *GAME, "--seed", "3", "--first", "1", "--record", str(tmp_path / "kept.txt"))
    assert "RRbg@1,0" in output
    assert "is no placement" in output
    assert "(F8)" in output
    assert "(F7)" in output
    assert "result: unfinished" in (tmp_path / "kept.txt").read_text(encoding="utf-8")


def test_help_names_the_options_of_both_games(capsys: pytest.CaptureFixture[str]) -> None:
    """What they share once, with what it means in each."""
    with pytest.raises(SystemExit):
        out(capsys, "simulate", "--help")
    output = " ".join(capsys.readouterr().out.split())
    assert "in florentine also" in output
    assert "--deck FILE" in output
    assert "florentine: how many play: 2 to 4" in output


def test_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """F7, F15, F16: made, solved on pictures and as JSON, an answer checked; a wrong number is told."""
    for kind, word in (("places", "card"), ("gems", "gems")):
        file = tmp_path / f"{kind}.txt"
        new = ("conundrum", "new", *GAME, "--kind", kind, "--seed", "1", "--difficulty", "2")
        file.write_text(out(capsys, *new), encoding="utf-8")
        solution = json.loads(out(capsys, "conundrum", "solve", str(file), "--json"))
        places = [place for card in solution["cards"] for place in card["places"]]
        assert all(place in out(capsys, "conundrum", "solve", str(file)) for place in places)
        assert "All is found." in out(
            capsys, "conundrum", "check", str(file), *(places if word == "card" else places[:1])
        )
        assert f"missing  {places[0]}" in out(capsys, "conundrum", "check", str(file), "--give-up")
        assert "wrong    RRbg@3,3: " in out(capsys, "conundrum", "check", str(file), "RRbg@3,3")
        out(capsys, "conundrum", "solve", str(file), "--svg", str(tmp_path / kind))
        pictures = [path for path in tmp_path.iterdir() if path.name.startswith(kind) and path != file]
        assert len(pictures) == (len(solution["cards"]) if word == "card" else len(places))
        file.write_text(re.sub(rf"({word}:.*?)\d+\n", r"\g<1>99\n", file.read_text(encoding="utf-8"), count=1))
        with pytest.raises(SystemExit):
            out(capsys, "conundrum", "solve", str(file))
        assert "is wrong: 99 is said" in capsys.readouterr().out
    assert "line 2: " in refused(capsys, "conundrum", "solve", str(_wrong(tmp_path)))


def _wrong(folder: Path) -> Path:
    file = folder / "wrong.txt"
    file.write_text("tessella florentine problem 1\nkind: jokes\n", encoding="utf-8")
    return file
