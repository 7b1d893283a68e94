"""Bots from outside: whatever a program does, only its own game can be lost by it, and nothing of it stays behind."""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from tessella import arena
from tessella.arena import outside, process
from tessella.arena.play import play_game
from tessella.arena.result import Result
from tessella.bots import bot_named
from tessella.cli import main
from tessella.core import Generator, OptionError, Options
from tessella.games import chromino, florentine

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
EXAMPLES = {
    "python": f"{sys.executable} {ROOT / 'examples/bots/careless.py'}",
    "node": f"node {ROOT / 'examples/bots/tidy.js'}",
}

HONEST = """
    import json, sys
    def answer(**message): print(json.dumps(message), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer(type="ready", protocol=1)
        if message["type"] == "choose":
            {choose}
"""
FIRST = 'answer(type="action", id=message["id"], action=message["view"]["legal"][0])'


def script(folder: Path, text: str, name: str = "bot") -> str:
    """A program that is run by its path."""
    file = folder / name
    file.write_text(f"#!{sys.executable}\n{textwrap.dedent(text)}", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def honest(folder: Path, choose: str = FIRST, name: str = "bot") -> str:
    """A program that does as it should, but for what it chooses."""
    return script(folder, textwrap.dedent(HONEST).format(choose=choose), name)


def played(*bots: str, options: Options | None = None, games: int = 2) -> Result:
    """What a short match comes to."""
    agreed = options or chromino.options("classic", 2)
    game = florentine.GAME if isinstance(agreed, florentine.Options) else chromino.GAME
    return arena.run(arena.make_match(game, agreed, bots, games, "outside"))


def children() -> set[int]:
    """The processes that this one has started and not yet reaped."""
    processes = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == os.getpid():
            processes.add(int(entry.parent.name))
    return processes


@pytest.mark.parametrize(
    "options", [chromino.options("meccano", 3), florentine.options(players=2)], ids=lambda o: o.edition
)
@pytest.mark.parametrize("language", EXAMPLES)
def test_the_examples_play(language: str, options: Options) -> None:
    """Whole games, the same again with the same seed."""
    if language == "node" and shutil.which("node") is None:
        pytest.skip("NODE IS NOT INSTALLED: THE EXAMPLE BOT IN JAVASCRIPT IS NOT TESTED")
    results = [played(f"{EXAMPLES[language]}:20s", "random", options=options, games=3) for _ in range(2)]
    assert not any(bot.forfeits for result in results for bot in result.bots)
    assert results[0].to_json(timing=False) == results[1].to_json(timing=False)
    assert results[0].length > 20


def test_a_program_sees_what_its_seat_may_see(tmp_path: Path) -> None:
    """The view of its seat, word for word, and beside that no more than documented: above all not the seed."""
    log = tmp_path / "log"
    bot = honest(tmp_path, f"open({str(log)!r}, 'a').write(line); {FIRST}")
    game, options = chromino.GAME, chromino.options("classic", 2, first=0)
    luck = [Generator(1), Generator(2)]
    play_game(game, options, "secret seed", [outside.make_bot(game, f"{bot}:20s"), bot_named(game, "random")], luck)
    questions = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [set(message) for message in questions] == [{"type", "id", "view", "budget_ms", "luck"}] * len(questions)
    assert [message["id"] for message in questions] == list(range(1, len(questions) + 1))
    assert questions[0]["view"] == game.new(options, "secret seed").view(0).to_json()
    assert all(message["view"]["seat"] == 1 and 0 <= message["luck"] < 2**53 for message in questions)
    assert "secret seed" not in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("choose", "reason"),
    [
        ("pass", r"did not answer within 50 ms"),
        ("sys.exit(3)", r"ended by itself with exit code 3"),
        ("raise ValueError('oh dear')", r"ended by itself with exit code 1: ValueError: oh dear"),
        ("import os; os.kill(os.getpid(), 11)", r"was ended by signal 11"),
        ("os = __import__('os'); os.close(1); __import__('time').sleep(60)", r"closed its output"),
        ("print('I resign', flush=True)", r"printed a line that is not JSON: I resign"),
        ("print('[' * 60000, flush=True)", r"printed a line that is not JSON: \[\[\[\[.*…"),
        ("print('x' * 200000, flush=True)", r"printed a line of more than 65536 bytes"),
        (
            "sys.stdout.buffer.write(bytes(range(256)) + b'\\n'); sys.stdout.flush()",
            r"printed a line that is not JSON: '\\x00",
        ),
        ("answer(type='ready', protocol=1)", r"instead of a message of type 'action'"),
        ("answer(type='action', id=77, action='draw')", r"was asked question 1 and answered 77"),
        ("answer(type='action', id=message['id'])", r"answered with a text that is no action: .* the actions are"),
        ("answer(type='action', id=message['id'], action=None)", r"answered None instead of an action"),
        ("answer(type='action', id=message['id'], action=[1])", r"answered \[1\] instead of an action"),
        (
            "answer(type='action', id=message['id'], action='castle')",
            r"answered with a text that is no action: 'castle'",
        ),
        ("answer(type='action', id=message['id'], action='pass')", r"tried an illegal action, pass: .*\(C1[48]\)"),
        ("answer(type='action', id=message['id'], action='BBB@50,50>')", r"tried an illegal action, BBB@50,50>: .*\(C"),
        (f"{FIRST}; {FIRST}", r"printed more than one answer|was asked question 2 and answered 1"),
    ],
)
def test_who_misbehaves_loses(choose: str, reason: str, tmp_path: Path) -> None:
    """Every game, with the reason; the others win it. C14 and C18 are what forbids to pass here."""
    before = children()
    bot = honest(tmp_path, choose)
    # Long for all but the one that hangs: on a busy machine nobody else is to be late.
    result = played(f"{bot}:{'50ms' if choose == 'pass' else '20s'}", "steady")
    forfeits = result.bots[0].forfeits
    assert (sum(each.games for each in forfeits), result.games) == (2, 2)
    for each in forfeits:
        assert re.search(reason, each.reason), each.reason
        assert len(each.reason) < 400
    assert (result.bots[0].share.mean, result.bots[1].share.mean) == (0, 1)
    assert children() == before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("print('hello', flush=True)", "printed a line that is not JSON: hello"),
        ("print('{}', flush=True)", "printed {} instead of a message of type 'ready'"),
        ('print(\'{"type": "ready", "protocol": 2}\', flush=True)', "speaks protocol 2, not 1"),
        ("import time; time.sleep(60)", "did not answer within 100 ms"),
        ("import sys; sys.exit('no licence')", "ended by itself with exit code 1: no licence"),
    ],
)
def test_the_greeting(text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who does not greet in the right way does not play."""
    monkeypatch.setattr(outside, "STARTING", 0.1 if "sleep" in text else 5.0)
    (forfeit,) = played(script(tmp_path, text), "random").bots[0].forfeits
    assert forfeit.reason == reason


def test_one_that_cannot_be_started(tmp_path: Path) -> None:
    """It has gone between the beginning of the match and the game, or its interpreter is not there."""
    file = tmp_path / "bot"
    file.write_text("#!/nowhere/interpreter\n", encoding="utf-8")
    file.chmod(0o755)
    (forfeit,) = played(str(file), "random").bots[0].forfeits
    assert forfeit.reason == "cannot be started: No such file or directory"


def test_one_that_does_not_listen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it longer than its time, though what it is told does not fit into the pipe."""
    bot = script(tmp_path, 'print(\'{"type": "ready", "protocol": 1}\', flush=True); import time; time.sleep(60)')
    monkeypatch.setattr(chromino.View, "to_json", lambda view: {"long": "x" * 500_000})
    began = time.monotonic()
    (forfeit,) = played(f"{bot}:50ms", "random").bots[0].forfeits
    assert forfeit.reason == "did not answer within 50 ms"
    assert time.monotonic() - began < 20


def test_what_it_started_ends_with_it(tmp_path: Path) -> None:
    """A program that leaves children behind does not leave them for long."""
    log = tmp_path / "log"
    start = f"c = __import__('subprocess').Popen(['sleep', '61']); open({str(log)!r}, 'a').write(str(c.pid) + '\\n')"
    played(honest(tmp_path, f"{start}; sys.exit(0)"), "random")
    for line in log.read_text(encoding="utf-8").splitlines():
        status = Path(f"/proc/{line}/stat")
        until = time.monotonic() + 5
        while status.exists() and " Z " not in status.read_text(encoding="utf-8") and time.monotonic() < until:
            time.sleep(0.01)
        assert not status.exists() or " Z " in status.read_text(encoding="utf-8")


def test_the_games_of_others_are_not_touched(tmp_path: Path) -> None:
    """They come out as if it were not there; the result does not depend on the workers."""
    bad = honest(tmp_path, "sys.exit(1)", "bad")
    match = arena.make_match(chromino.GAME, chromino.options("joker", 2), ("random", "steady", bad), 8, "outside")
    alone = played("random", "steady", options=chromino.options("joker", 2), games=8)
    result = arena.run(match)
    pair = next(pair for pair in result.pairs if (pair.one, pair.other) == (0, 1))
    assert pair.share == alone.pairs[0].share
    assert sum(each.games for each in result.bots[2].forfeits) == 16
    assert arena.run(match, arena.local(2), batch=1).to_json(timing=False) == result.to_json(timing=False)


def test_a_bot_in_several_seats_wins_nothing_by_giving_up(tmp_path: Path) -> None:
    """Only the others share the win; if there are no others, its other seats."""
    bad = honest(tmp_path, "sys.exit(1)")
    result = played("random", bad, options=chromino.options("classic", 3), games=3)
    assert [bot.share.mean for bot in result.bots] == [1, 0]
    game, options = chromino.GAME, chromino.options("classic", 2)
    bot = outside.make_bot(game, bad)
    game_result = play_game(game, options, "1", [bot, bot], [Generator(1), Generator(2)])
    assert game_result.forfeit is not None
    assert game_result.winners == (1 - game_result.forfeit[0],)


def test_it_may_wait_out_of_turn(tmp_path: Path) -> None:
    """Where another is on turn, null is an answer (C22)."""
    choose = (
        'v = message["view"]; answer(type="action", id=message["id"], '
        'action=v["legal"][0] if v["turn"] == v["seat"] else None)'
    )
    result = played(f"{honest(tmp_path, choose)}:20s", "random", options=chromino.options("meccano", 2), games=6)
    assert not result.bots[0].forfeits


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("./nothing", "there is no program ./nothing, or it is not executable"),
        ("/bin/cat:99s", "the budget of /bin/cat is a time from 1ms to 60s, not 99s"),
        ("/bin/cat 'open", "is no command: No closing quotation"),
        (" ", "there is no program"),
    ],
)
def test_what_is_no_program(name: str, reason: str) -> None:
    """It is said before the match."""
    with pytest.raises(OptionError, match=reason):
        played(name, "random")


def test_only_the_arena_runs_programs() -> None:
    """Whoever lets somebody else name a bot, as a server does, must not run a command for it."""
    with pytest.raises(OptionError, match="there is no bot '/bin/cat'"):
        bot_named(chromino.GAME, "/bin/cat")
    with pytest.raises(TypeError, match="needs a process for each game"):
        outside.ProgramBot("/bin/cat").choose(chromino.new(seed=1).view(0), Generator(1))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says who gave up and why, in print and in JSON and in the report."""
    bad = honest(tmp_path, "sys.exit(7)")
    argv = ["arena", "--bots", bad, "random", "--games", "2", "--workers", "1"]
    with pytest.raises(SystemExit, match="which lost by forfeits"):
        main(argv)
    output = " ".join(capsys.readouterr().out.split())
    assert re.search(r"forfeited 2 games: 2 × ended by itself with exit code 7 \(first in seat", output)
    with pytest.raises(SystemExit, match="which lost by forfeits"):
        main([*argv, "--json", "--report", str(tmp_path / "report")])
    (forfeit,) = json.loads(capsys.readouterr().out)["bots"][0]["forfeits"]
    assert (forfeit["games"], forfeit["reason"]) == (2, "ended by itself with exit code 7")
    assert "2 × ended by itself with exit code 7" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")


def test_what_is_shown_is_short_and_harmless() -> None:
    """Nothing that a terminal would obey."""
    assert process.excerpt("\x1b[31mred") == r"'\x1b[31mred'"
    assert process.excerpt(b"\xff\n") == r"'\ufffd\n'"
    assert len(process.excerpt("x" * 10**6)) == process.MAX_EXCERPT + 1


def test_a_match_with_a_program_has_a_secret_seed(tmp_path: Path) -> None:
    """With a seed that it knows, a program could deal the same games."""
    agreed = chromino.options("classic", 2)
    own = [arena.make_match(chromino.GAME, agreed, ("random", "steady"), 2) for _ in range(2)]
    assert {match.seed for match in own} == {arena.USUAL_SEED}
    outside_too = [arena.make_match(chromino.GAME, agreed, ("random", honest(tmp_path)), 2) for _ in range(2)]
    assert len({arena.USUAL_SEED, *(match.seed for match in outside_too)}) == 3
    assert all(len(match.seed) == 64 for match in outside_too)


@pytest.mark.parametrize("named", [True, False])
def test_a_named_seed_is_warned_about(named: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only if a program plays; the result shows the seed, also a secret one."""
    bots = [honest(tmp_path), "random"]
    argv = ["arena", "--games", "2", "--workers", "1", "--json", *(["--seed", "5"] if named else [])]
    main([*argv, "--bots", *bots])
    shown = capsys.readouterr()
    assert ("could deal the same games" in shown.err) == named
    assert (json.loads(shown.out)["match"]["seed"] == "5") == named
    main([*argv, "--bots", "random", "random"])
    assert "could deal the same games" not in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------ standard error


def test_the_whole_standard_error_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of every game, in order, with a line that says which; also the end, and more than pipes hold."""
    bot = honest(tmp_path, f"print('x' * 300_000 + 'end of line', file=sys.stderr, flush=True); {FIRST}")
    with Path(bot).open("a", encoding="utf-8") as out:
        out.write("print('farewell', file=sys.stderr)\n")
    log = tmp_path / "log"
    log.write_bytes(b"before\n")
    main(["arena", "--bots", f"{bot}:20s", "random", "--games", "4", "--workers", "1", "--stderr", str(log)])
    assert "forfeited" not in capsys.readouterr().out
    text = log.read_text(encoding="utf-8")
    assert text.startswith("before\n== deal 1, rotation 1, seed ")
    assert text.count("farewell\n") == 4
    titles = re.findall(r"^== (deal \d, rotation \d), seed \w+, (.*)$", text, re.MULTILINE)
    assert list(dict.fromkeys(titles)) == [
        (f"deal {deal}, rotation {rotation}", f"{bot}:20s in seat {rotation}") for deal in (1, 2) for rotation in (1, 2)
    ]
    lines = [line for line in text.splitlines() if line.endswith("end of line")]
    assert lines
    assert {len(line) for line in lines} == {300_011}


def test_the_standard_error_of_one_that_crashes_is_kept(tmp_path: Path) -> None:
    bot = honest(tmp_path, "raise ValueError('oh dear')")
    log = tmp_path / "log"
    match = arena.make_match(chromino.GAME, chromino.options("classic", 2), (bot, "random"), 2, "outside")
    result = arena.run(match, keep=arena.Keep(stderr=str(log)))
    assert result.bots[0].forfeits[0].games == 2
    assert log.read_text(encoding="utf-8").count("ValueError: oh dear\n") == 2


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (["--bots", "/bin/cat", "random", "--stderr", "/dev/null/x"], "to /dev/null/x: Not a directory"),
        (["--bots", "steady", "random", "--stderr", "x"], "--stderr is for bots that are programs"),
        (["--bots", "/bin/cat", "random", "--stderr", "x", "--cluster", "tcp://127.0.0.1:9"], "run on the workers"),
    ],
)
def test_a_file_for_the_standard_error_that_cannot_be(
    argv: list[str], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(["arena", "--games", "2", *argv])
    assert reason in str(caught.value.code)
    assert not list(tmp_path.iterdir())


def test_ctrl_c_ends_everything_at_once(tmp_path: Path) -> None:
    """However often it is pressed, and whatever the programs wait for: nothing hangs, and no program is left."""
    log = tmp_path / "pids"
    choose = f"open({str(log)!r}, 'a').write(f'{{__import__(\"os\").getpid()}}\\n'); __import__('time').sleep(600)"
    bot = honest(tmp_path, choose)
    command = [sys.executable, "-m", "tessella", "arena", "--bots", f"{bot}:30s", "random", "--workers", "2"]
    process = subprocess.Popen(command, env={**os.environ, "TESSELLA_DATA": str(tmp_path)}, stderr=subprocess.PIPE)
    try:
        while not log.exists() or len(log.read_text("utf-8").splitlines()) < 2:
            assert process.poll() is None
            time.sleep(0.05)
        for _ in range(3):
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        process.communicate(timeout=60)
    finally:
        process.kill()
    for line in log.read_text("utf-8").splitlines():
        status = Path(f"/proc/{line}/stat")
        until = time.monotonic() + 20
        while status.exists() and " Z " not in status.read_text("utf-8") and time.monotonic() < until:
            time.sleep(0.05)
        assert not status.exists() or " Z " in status.read_text("utf-8")
