"""Contributions to the deal through a real server: every store, two nodes, restarts, and the device."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tessella.browser import start
from tessella.cli import main
from tessella.core import Generator
from tessella.core.deals import Deal, new_contribution, seal_of
from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tessella.tables.entries import Contributed, Dealt
from tessella.tables.table import Table
from tessella.tables.wire.live import Snapshot
from tests.browser.memory import MemoryStorage
from tests.server.conftest import NewStore
from tests.server.databases import database
from tests.server.harness import QUICK, Player, Served, people, play_on, running, with_server

PATIENT = replace(QUICK, deal=60.0)
"""A server that waits for contributions as long as a test may take."""


async def contribute(player: Player, table: str, seat: int, text: str, expect: int | None = 200) -> Any:
    """A contribution, and the answer to it."""
    body = {"seat": seat, "contribution": text}
    answer = await player.ask("POST", f"/api/tables/{table}/contribute", body, expect)
    return msgspec.json.decode(answer.content, type=Snapshot) if answer.status_code == 200 else answer.json()


async def full_table(served: Served, mine: str, yours: str, right: Served | None = None) -> tuple[str, Player, Player]:
    """Two people at a table, each of whom has sealed a contribution."""
    ann, bob = served.player(), (right or served).player()
    table = await ann.open({"game": "chromino", "seats": people(2), "seal": seal_of(mine)})
    await bob.join(table, seal=seal_of(yours))
    return table, ann, bob


def test_a_game_with_contributions(new_store: NewStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From the seals to the record, which verifies with what was seen before the deal."""
    mine, yours = new_contribution(), new_contribution()

    async def run() -> tuple[str, Snapshot]:
        async with running(new_store(), tmp_path, PATIENT) as served:
            table, ann, bob = await full_table(served, mine, yours)
            lives = [await ann.watch(table), await bob.watch(table)]
            before = await bob.look(table)
            assert before.table.status == "waiting"
            assert before.table.deal.missing == [1, 2]
            assert all(view["hand"] == [] for view in before.views)
            await contribute(ann, table, 1, mine)
            assert (await contribute(bob, table, 2, yours)).table.status == "playing"
            for live in lives:
                await live.until(lambda live=live: live.status == "playing")
                assert live.table.deal.contributions == [mine, yours]
            await play_on(lives, Generator(4))
            over = (await bob.look(table)).table
            assert over.deal.secret is not None
            assert over.seed == Deal(over.deal.secret, {}, {0: mine, 1: yours}).seed
            return (await ann.ask("GET", f"/api/tables/{table}/record", None, 200)).text, before

    text, before = asyncio.run(run())
    path = tmp_path / "game.txt"
    path.write_text(text)
    seals = [word for seat in (1, 2) for word in ("--seal", f"{seat}={before.table.deal.seals[seat - 1]}")]
    main(["verify", str(path), "--commitment", before.table.commitment, *seals, "--json"])
    verdict = json.loads(capsys.readouterr().out)
    assert verdict["kept"] is True
    assert verdict["contributions"] == {"1": mine, "2": yours}


def test_a_contribution_that_never_comes(new_store: NewStore, tmp_path: Path) -> None:
    """The table does not wait for ever, and goes on with those that came."""
    mine, yours = new_contribution(), new_contribution()

    async def run() -> None:
        async with running(new_store(), tmp_path, replace(QUICK, deal=0.2)) as served:
            table, ann, bob = await full_table(served, mine, yours)
            await contribute(ann, table, 1, mine)
            live = await bob.watch(table)
            await live.until(lambda: live.status == "playing")
            assert live.table.deal.contributions == [mine, None]
            late = await contribute(bob, table, 2, yours, 409)
            assert late["code"] == "dealt"

    asyncio.run(run())


def test_a_restart_while_the_table_waits_for_contributions(new_store: NewStore, tmp_path: Path) -> None:
    """What came is kept; the rest can still be sent."""
    mine, yours = new_contribution(), new_contribution()

    async def run() -> None:
        async with running(new_store(), tmp_path, PATIENT) as served:
            table, ann, bob = await full_table(served, mine, yours)
            await contribute(ann, table, 1, mine)
            cookies = dict(bob.http.cookies)
        async with running(new_store(), tmp_path, PATIENT) as served:
            bob = served.player()
            bob.http.cookies.update(cookies)
            dealt = await contribute(bob, table, 2, yours)
            assert dealt.table.status == "playing"
            assert dealt.table.deal.contributions == [mine, yours]

    asyncio.run(run())


BAD = ["", "0" * 63, "0" * 65, "A" * 64, "z" * 64, "0" * 63 + "\n", 7, None, ["0" * 64]]


@pytest.mark.once
def test_what_is_no_contribution_changes_nothing(tmp_path: Path) -> None:
    """Neither as a contribution nor as a seal."""
    mine, yours = new_contribution(), new_contribution()

    async def work(served: Served) -> None:
        table, ann, bob = await full_table(served, mine, yours)
        version = (await ann.look(table)).version
        for bad in BAD:
            assert (await contribute(ann, table, 1, bad, None))["code"] == "bad-request"  # type: ignore[arg-type]
            if bad is not None:
                await ann.ask("POST", "/api/tables", {"game": "chromino", "seal": bad}, 400)
                await bob.ask("POST", f"/api/tables/{table}/join", {"seal": bad}, 400)
        await ann.ask("POST", f"/api/tables/{table}/rematch?seal=abc", None, 400)
        assert (await contribute(ann, table, 1, yours, 409))["code"] == "wrong-seal"
        assert (await contribute(ann, table, 2, yours, 403))["code"] == "not-yours"
        after = await ann.look(table)
        assert (after.version, after.table.status) == (version, "waiting")

    with_server(tmp_path, work, deal=60.0)


def test_two_nodes_fix_one_deal(tmp_path: Path) -> None:
    """Both last contributions at once, on two nodes, while the deadline passes on both: one entry fixes the deal."""

    async def run(url: str) -> None:
        settings = replace(QUICK, deal=0.05)
        one, two = PostgresStore(url), PostgresStore(url)
        async with running(one, tmp_path / "a", settings) as left, running(two, tmp_path / "b", settings) as right:
            results = set()
            for number in range(20):
                mine, yours = new_contribution(), new_contribution()
                table, ann, bob = await full_table(left, mine, yours, right)
                await asyncio.sleep(0.005 * (number % 12))
                await asyncio.gather(contribute(ann, table, 1, mine, None), contribute(bob, table, 2, yours, None))
                lives = [await ann.watch(table), await bob.watch(table)]
                for live in lives:
                    await live.until(lambda live=live: live.status == "playing")
                assert lives[0].board == lives[1].board
                assert lives[0].table.deal == lives[1].table.deal
                stored = await one.load(table)
                assert stored is not None
                dealt = [entry for entry in stored.entries if isinstance(entry.body, Contributed | Dealt)]
                fixing = [change.seq for change in Table(stored).recent if change.dealt]
                assert fixing == [dealt[-1].seq], "nothing about the deal follows the entry that fixed it"
                results.add(tuple(text is not None for text in lives[0].table.deal.contributions or ()))
                for live in lives:
                    await live.close()
            assert (True, True) in results

    with database() as url:
        asyncio.run(run(url))


@pytest.mark.once
def test_the_device_deals_as_a_server_does() -> None:
    """The same requests, to the engine of the browser."""

    async def run() -> None:
        host = await start(MemoryStorage(), pace=0.0)

        async def ask(method: str, path: str, body: Any = None) -> Any:
            return json.loads((await host.ask(method, path, None if body is None else json.dumps(body)))[2])

        mine = new_contribution()
        opened = await ask("POST", "/tables", {"game": "chromino", "seal": seal_of(mine)})
        path = f"/tables/{opened['table']['id']}"
        assert (opened["table"]["status"], opened["table"]["deal"]["missing"]) == ("waiting", [1])
        wrong = await ask("POST", f"{path}/contribute", {"seat": 1, "contribution": "0" * 64})
        assert wrong["code"] == "wrong-seal"
        dealt = await ask("POST", f"{path}/contribute", {"seat": 1, "contribution": mine})
        assert dealt["table"]["status"] == "playing"
        assert dealt["table"]["deal"]["contributions"] == [mine, None]
        assert (await ask("POST", f"{path}/rematch?seal=abc"))["code"] == "bad-request"
        await host.stop()

    asyncio.run(run())


@pytest.mark.once
def test_a_rematch_is_dealt_from_new_contributions(tmp_path: Path) -> None:
    """Each has its own secret, seals and contributions."""
    first = [new_contribution(), new_contribution()]
    second = [new_contribution(), new_contribution()]

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, PATIENT) as served:
            table, ann, bob = await full_table(served, first[0], first[1])
            await contribute(ann, table, 1, first[0])
            await contribute(bob, table, 2, first[1])
            await play_on([await ann.watch(table), await bob.watch(table)], Generator(2))
            over = await ann.look(table)
            await ann.ask("POST", f"/api/tables/{table}/rematch?seal={seal_of(second[0])}", None, 200)
            answer = await bob.ask("POST", f"/api/tables/{table}/rematch?seal={seal_of(second[1])}", None, 200)
            again = msgspec.json.decode(answer.content, type=Snapshot)
            assert again.table.status == "waiting"
            assert again.table.commitment != over.table.commitment
            for player, text in ((ann, second[0]), (bob, second[1])):
                here = await player.look(again.table.id)
                seat = here.you.seats[0]
                assert here.table.deal.seals[seat - 1] == seal_of(text)
                await contribute(player, again.table.id, seat, text)
            assert (await ann.look(again.table.id)).table.status == "playing"

    asyncio.run(run())
