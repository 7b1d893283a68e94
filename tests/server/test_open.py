"""`tessella open` opens a table for others."""

import asyncio
import sys
from pathlib import Path

import pytest

from tessella.server.sqlite import SqliteStore
from tests.server.harness import PATIENCE, running


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the server itself."""
    monkeypatch.setenv("no_proxy", "*")


async def output_of(*arguments: str) -> tuple[str, str]:
    """What the command prints."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tessella", *arguments, stdout=pipe, stderr=pipe
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), 2 * PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
    return out.decode().strip(), err.decode().strip()


def test_two_bots_play_at_a_table_that_was_opened_for_them(tmp_path: Path) -> None:
    """Who opened it has no seat, and everybody with the link may watch."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            seats = ["--seats", "open", "open", "steady"]
            link, errors = await output_of("open", served.address, "--edition", "joker", *seats)
            assert (link.rpartition("/")[0], errors) == (f"{served.address}/table", "")
            watching = await served.player().watch(link.rpartition("/")[2])
            assert [seat.kind for seat in watching.table.seats] == ["open", "open", "bot"]
            assert (watching.status, watching.table.options["edition"]) == ("waiting", "joker")
            outputs = await asyncio.gather(*(output_of("join", link, "random") for _ in range(2)))
            for (out, error), seat in zip(sorted(outputs), (1, 2), strict=True):
                assert error == ""
                assert out.startswith(f"random has seat {seat} at table ")
                assert out.splitlines()[-1].startswith("over: seat ")

    asyncio.run(run())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--seats", "open", "stone"], "a seat is open or a bot of the server (beginner, casual"),
        (["--seats", "steady", "steady"], "the server refuses: no person can sit here"),
        (["--players", "3"], "--seats names 2 seats: leave --players out"),
        (["--edition", "none"], "none"),
    ],
)
def test_what_is_refused(arguments: list[str], reason: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            out, errors = await output_of("open", served.address, *arguments)
            assert out == ""
            assert reason in errors

    asyncio.run(run())


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("localhost:8000", "is no address of a server"),
        ("http://127.0.0.1:9", "there is no server at http://127.0.0.1:9"),
    ],
)
def test_no_server(address: str, reason: str) -> None:
    out, errors = asyncio.run(output_of("open", address))
    assert (out, errors.count("\n")) == ("", 0)
    assert reason in errors
