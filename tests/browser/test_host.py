"""The host of tables on a device: requests, reloads, several windows, and bad weather."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tessella.browser import Host, start
from tessella.browser.clock import steady_clock
from tests.browser.games import DeviceChannel
from tests.browser.memory import MemoryStorage

AGAINST_A_BOT = {"game": "chromino", "seats": [{"kind": "me"}, {"kind": "bot", "level": "beginner"}]}
ALONE = {"game": "chromino", "seats": [{"kind": "me"}]}


async def ask(host: Host, method: str, path: str, body: Any = None, expect: int = 200) -> Any:
    """A request; its answer must have this status."""
    status, kind, text = await host.ask(method, path, None if body is None else json.dumps(body))
    assert status == expect, text
    return json.loads(text) if kind == "application/json" else text


async def open_table(host: Host, body: Any) -> str:
    """Open a table; its id."""
    return str((await ask(host, "POST", "/tables", body, 201))["table"]["id"])


async def follow(channel: DeviceChannel, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        message = json.loads(await asyncio.wait_for(channel.next(), 20))
        if message["type"] == kind:
            return message


def run(work: Callable[[MemoryStorage, Host], Awaitable[None]], storage: MemoryStorage | None = None) -> None:
    """Do something with a host."""

    async def whole() -> None:
        stored = storage or MemoryStorage()
        host = await start(stored, pace=0.0)
        await work(stored, host)
        await host.stop()

    asyncio.run(whole())


async def first_move(host: Host, table: str) -> Any:
    """Lay something as soon as it is my turn; the snapshot afterwards."""
    channel = DeviceChannel(host.connect, table)
    message = await follow(channel, "snapshot")
    while message["views"] is None or not message["views"][0]["legal"]:
        message = await follow(channel, "update")
    command = {
        "type": "act", "key": "k1", "version": message["version"], "seat": 1, "action": message["views"][0]["legal"][0],
    }  # fmt: skip
    await channel.send(json.dumps(command))
    await follow(channel, "confirmed")
    await channel.close()
    return await ask(host, "GET", f"/tables/{table}")


def test_requests_are_answered_as_by_a_server() -> None:
    """Tables, games, conundrums, replays and reviews; what cannot be is refused with a code and a reason."""

    async def work(storage: MemoryStorage, host: Host) -> None:
        assert [game["name"] for game in await ask(host, "GET", "/games")] == ["chromino", "florentine"]
        table = await open_table(host, ALONE)
        assert [row["id"] for row in await ask(host, "GET", "/tables")] == [table]
        assert (await ask(host, "GET", f"/tables/{table}/record", expect=409))["code"] == "not-over"
        assert (await ask(host, "GET", f"/tables/{table}/events"))["updates"] == []
        conundrum = await ask(host, "GET", "/conundrums/chromino?seed=2026-11-18&difficulty=1")
        assert conundrum["pieces"]
        for game in await ask(host, "GET", "/games"):
            for kind in game["conundrums"]:
                path = f"/conundrums/{game['name']}"
                made = await ask(host, "GET", f"{path}?seed=a&difficulty=2&kind={kind['name']}")
                again = [await ask(host, "POST", path, {"text": made[form]}) for form in ("text", "link")]
                assert all(each["answers"] == made["answers"] and each["difficulty"] == 2 for each in again)
        wrong = await ask(host, "POST", "/conundrums/chromino", {"text": "kind=order;pieces=BGR"}, 422)
        assert (wrong["code"], wrong["reason"].partition(":")[0]) == ("bad-conundrum", "'board' is missing")
        assert (
            "the kind of a problem is"
            in (await ask(host, "GET", "/conundrums/chromino?seed=a&kind=chess", expect=422))["reason"]
        )
        assert (await ask(host, "PUT", "/me", {"name": "Ann"}))["name"] == "Ann"
        friends = {"game": "chromino", "seats": [{"kind": "me"}, {"kind": "open"}]}
        assert (await ask(host, "POST", "/tables", friends, 501))["code"] == "needs-server"
        assert (await ask(host, "POST", "/tables", {"game": "chess"}, 400))["code"] == "bad-request"
        assert (await ask(host, "POST", "/replays", {"record": "no"}, 422))["code"] == "bad-record"
        assert (await ask(host, "GET", "/conundrums/chromino?seed=A%20B", expect=400))["code"] == "bad-request"
        assert (await ask(host, "GET", "/conundrums/chess?seed=a", expect=400))["code"] == "bad-request"
        assert (await ask(host, "PATCH", "/tables", expect=405))["code"] == "wrong-method"
        assert (await ask(host, "GET", "/tables/abcdefghijkm", expect=404))["code"] == "not-found"
        assert (await ask(host, "GET", "/tables/dabcdefghijkm", expect=404))["code"] == "no-table"
        await ask(host, "DELETE", f"/tables/{table}", expect=204)
        assert await ask(host, "GET", "/tables") == []
        assert storage.tables == {}

    run(work)


def test_a_reload_goes_on_where_it_stopped() -> None:
    """What was confirmed is there again, and the same command is not done twice."""
    storage = MemoryStorage()
    seen: list[Any] = []

    async def before(_: MemoryStorage, host: Host) -> None:
        seen.append(await first_move(host, await open_table(host, AGAINST_A_BOT)))

    async def after(_: MemoryStorage, host: Host) -> None:
        [table] = storage.tables
        again = await ask(host, "GET", f"/tables/{table}")
        board = seen[0]["views"][0]["board"]
        assert again["views"][0]["board"][: len(board)] == board
        bodies = [json.loads(text)["body"] for text in storage.tables[table][1:]]
        action = next(body["action"] for body in bodies if body.get("key") == "k1")
        command = {"type": "act", "key": "k1", "version": again["version"], "seat": 1, "action": action}
        assert (await ask(host, "POST", f"/tables/{table}/act", command))["version"] <= again["version"]
        reused = {**command, "action": "pass"}
        assert (await ask(host, "POST", f"/tables/{table}/act", reused, expect=409))["code"] == "key-reused"

    run(before, storage)
    run(after, storage)


def test_a_bot_that_was_interrupted_moves_after_the_reload() -> None:
    """The page is closed while a bot thinks: its move comes when the table is opened again."""
    storage = MemoryStorage()

    async def before(_: MemoryStorage, host: Host) -> None:
        await open_table(host, AGAINST_A_BOT)

    async def after(_: MemoryStorage, host: Host) -> None:
        [table] = storage.tables
        assert (await first_move(host, table))["version"] >= 1

    run(before, storage)
    run(after, storage)


def test_two_windows_write_to_the_same_table() -> None:
    """Another window was faster: the table catches up, and nothing is written twice."""

    async def work(storage: MemoryStorage, host: Host) -> None:
        other = await start(storage, pace=0.0)
        table = await open_table(host, ALONE)
        await ask(other, "GET", f"/tables/{table}")  # it knows the table without entries
        first = await first_move(host, table)
        second = await ask(other, "GET", f"/tables/{table}")
        assert second["views"] == first["views"]
        stale = {"type": "act", "key": "k2", "version": 0, "seat": 1, "action": "pass"}
        assert (await ask(other, "POST", f"/tables/{table}/act", stale, 409))["code"] == "stale"
        assert [json.loads(text)["seq"] for text in storage.tables[table][1:]] == [1]
        await other.stop()

    run(work)


@pytest.mark.parametrize("name", ["QuotaExceededError", "InvalidStateError"])
def test_a_storage_that_fails_confirms_nothing(name: str) -> None:
    """The command is refused as "away" and can be repeated under its key; the table stays as it was."""

    async def work(storage: MemoryStorage, host: Host) -> None:
        table = await open_table(host, ALONE)
        before = await ask(host, "GET", f"/tables/{table}")
        storage.broken = name
        command = {
            "type": "act", "key": "k1", "version": 0, "seat": 1, "action": before["views"][0]["legal"][0],
        }  # fmt: skip
        assert (await ask(host, "POST", f"/tables/{table}/act", command, 503))["code"] == "away"
        storage.broken = None
        assert await ask(host, "GET", f"/tables/{table}") == before
        assert (await ask(host, "POST", f"/tables/{table}/act", command))["version"] == 1

    run(work)


@pytest.mark.parametrize(
    ("damage", "part"),
    [
        (lambda texts: [*texts[:-1], texts[-1][:-3]], "entry 1 of this table cannot be read"),
        (lambda texts: [*texts[:-1], texts[-1].replace('"seq":1', '"seq":7')], "entry 1 of this table cannot be read"),
        (lambda texts: [texts[0], texts[1].replace('"acted"', '"dreamt"')], "entry 1 of this table cannot be read"),
        (lambda texts: ["{}", *texts[1:]], "the set-up of this table cannot be read"),
        (
            # The first move may be to draw: whatever it is, a tile far from the others is none.
            lambda texts: [texts[0], re.sub('"action":"[^"]*"', '"action":"BBB@90,90>"', texts[1])],
            "cannot be played again",
        ),
    ],
    ids=["torn", "misnumbered", "unknown", "head", "illegal"],
)
def test_a_damaged_table_is_said_to_be_damaged(damage: Callable[[list[str]], list[str]], part: str) -> None:
    """The reason names the part; the stored texts stay as they are, other tables play on, and it can be deleted."""
    storage = MemoryStorage()

    async def before(_: MemoryStorage, host: Host) -> None:
        table = await open_table(host, ALONE)
        await first_move(host, table)
        await open_table(host, ALONE)
        storage.tables[table] = damage(storage.tables[table])

    async def after(_: MemoryStorage, host: Host) -> None:
        damaged, sound = storage.tables
        texts = list(storage.tables[damaged])
        answer = await ask(host, "GET", f"/tables/{damaged}", expect=409)
        assert answer["code"] == "damaged"
        assert part in answer["reason"]
        channel = DeviceChannel(host.connect, damaged)
        assert "damaged: " in json.loads(await channel.next())["reason"]
        assert storage.tables[damaged] == texts
        await first_move(host, sound)
        await ask(host, "DELETE", f"/tables/{damaged}", expect=204)
        assert list(storage.tables) == [sound]

    run(before, storage)
    run(after, storage)


def test_the_clock_is_never_set_back() -> None:
    """A device whose clock was set back goes on from the last stored time."""
    ticks = iter([10.0, 12.5])
    clock = steady_clock(2000.0, wall=lambda: 1000.0, monotonic=lambda: next(ticks))
    assert clock() == 2002.5


def test_a_bot_moves_though_the_clock_was_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last entry seems to lie in the future: the bot does not wait for that time."""
    storage = MemoryStorage()

    async def before(_: MemoryStorage, host: Host) -> None:
        await first_move(host, await open_table(host, AGAINST_A_BOT))

    run(before, storage)
    import time

    real = time.time
    monkeypatch.setattr("tessella.browser.clock.time.time", lambda: real() - 3600)

    async def after(_: MemoryStorage, host: Host) -> None:
        [table] = storage.tables
        channel = DeviceChannel(host.connect, table)
        message = await follow(channel, "snapshot")
        while message["views"] is None or message["views"][0]["turn"] != 1:
            message = await follow(channel, "update")
        await channel.close()

    run(after, storage)


def test_about() -> None:
    """The page can say what runs."""

    async def work(_: MemoryStorage, host: Host) -> None:
        assert json.loads(host.about()).keys() == {"version", "kernels", "python"}

    run(work)


def test_hints_take_backs_pace_and_a_rematch_on_a_device() -> None:
    """As on a server: the same code runs them."""

    async def work(_: MemoryStorage, host: Host) -> None:
        table = await open_table(host, {**AGAINST_A_BOT, "options": {"first": "1"}})
        assert (await ask(host, "POST", f"/tables/{table}/pace", {"pace": "at-once"}))["table"]["pace"] == "at-once"
        channel = DeviceChannel(host.connect, table)
        before = await follow(channel, "snapshot")
        await channel.send(json.dumps({"type": "hint", "seat": 1}))
        hint = await follow(channel, "hint")
        assert hint["action"] in before["views"][0]["legal"]
        assert hint["facts"]
        version, seen = before["version"], None
        for number in range(400):
            now = await ask(host, "GET", f"/tables/{table}")
            if now["table"]["status"] == "over":
                break
            if now["views"][0]["turn"] != 1:
                await asyncio.sleep(0.01)
                continue
            if seen is None and now["views"][0]["board"] != before["views"][0]["board"] and now["you"]["undo"]:
                undo = {"type": "undo", "key": "undo", "version": now["version"], "seat": 1}
                await ask(host, "POST", f"/tables/{table}/undo", undo)
                seen = (await ask(host, "GET", f"/tables/{table}"))["table"]["taken_back"]
                continue
            version, action = now["version"], now["views"][0]["legal"][0]
            act = {"type": "act", "key": f"k{number}", "version": version, "seat": 1, "action": action}
            await ask(host, "POST", f"/tables/{table}/act", act)
        assert seen == 1
        again = await ask(host, "POST", f"/tables/{table}/rematch")
        assert again["table"]["id"] != table
        assert len(again["table"]["id"]) == len(table)
        assert again["table"]["pace"] == "at-once"
        assert again["table"]["options"]["first"] == "2"

    run(work)
