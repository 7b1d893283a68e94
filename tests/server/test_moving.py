"""Tables that were begun on a device and go on at a server."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tessella.browser import Host, start
from tessella.server.sqlite import SqliteStore
from tests.browser.memory import MemoryStorage
from tests.server.harness import QUICK, running

SEATS = [{"kind": "me", "name": "Ann"}, {"kind": "device", "name": "Ben"}]


async def _ask(host: Host, method: str, path: str, body: Any = None) -> Any:
    _, _, text = await host.ask(method, path, None if body is None else json.dumps(body))
    return json.loads(text)


async def _begun(game: str, options: dict[str, str], moves: int) -> dict[str, Any]:
    """A game for two on a device after some moves, one of them taken back; as it leaves the device."""
    host = await start(MemoryStorage(), pace=0.0)
    table = await _ask(host, "POST", "/tables", {"game": game, "options": options, "seats": SEATS})
    path = f"/tables/{table['table']['id']}"
    for number in range(moves):
        table = await _ask(host, "GET", path)
        view = next(view for view in table["views"] if view["legal"])
        command = {
            "type": "act", "key": f"k{number}", "version": table["version"], "seat": view["seat"],
            "action": view["legal"][0],
        }  # fmt: skip
        await _ask(host, "POST", f"{path}/act", command)
        if number == 0:
            undo = {"type": "undo", "key": "u", "version": table["version"] + 1, "seat": view["seat"]}
            await _ask(host, "POST", f"{path}/undo", undo)
    leaving: dict[str, Any] = await _ask(host, "GET", f"{path}/leaving")
    leaving["views"] = (await _ask(host, "GET", path))["views"]
    await host.stop()
    return leaving


@pytest.mark.parametrize(
    ("game", "options"),
    [("chromino", {"edition": "classic"}), ("chromino", {"edition": "meccano"}), ("florentine", {})],
)
def test_a_game_goes_on_where_it_was(game: str, options: dict[str, str], tmp_path: Path) -> None:
    """The views are the same for every seat, names and all; the same request gives the same table."""

    async def work() -> None:
        leaving = await _begun(game, options, 7)
        views = leaving.pop("views")
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as server:
            client = server.player().http
            moved = (await client.post("/api/tables/moved", json=leaving)).json()
            assert moved["views"] == views
            assert moved["you"]["seats"] == [1, 2]
            assert [seat["name"] for seat in moved["table"]["seats"]] == ["Ann", "Ben"]
            assert len(moved["table"]["id"]) == 12
            again = (await client.post("/api/tables/moved", json=leaving)).json()
            assert again["table"]["id"] == moved["table"]["id"]
            assert [row["id"] for row in (await client.get("/api/tables")).json()] == [moved["table"]["id"]]
            # Somebody else who knows the request gets a table of their own.
            other = (await server.player().http.post("/api/tables/moved", json=leaving)).json()
            assert other["table"]["id"] != moved["table"]["id"]
            view = next(view for view in moved["views"] if view["legal"])
            command = {
                "type": "act", "key": "next", "version": moved["version"], "seat": view["seat"],
                "action": view["legal"][0],
            }  # fmt: skip
            answer = await client.post(f"/api/tables/{moved['table']['id']}/act", json=command)
            assert answer.status_code == 200

    asyncio.run(work())


@pytest.mark.parametrize(
    "chosen",
    [
        {"takebacks": False, "hints": False, "pace": "slow", "help": True},
        {"takebacks": True, "hints": True, "pace": "at-once", "help": False},
    ],
)
def test_what_was_chosen_at_the_set_up_goes_along(chosen: dict[str, Any], tmp_path: Path) -> None:
    """Take-backs, hints, pace and help are as they were on the device."""

    async def work() -> None:
        host = await start(MemoryStorage(), pace=0.0)
        seats = [{"kind": "me"}, {"kind": "bot", "level": "beginner"}]
        table = await _ask(host, "POST", "/tables", {"game": "chromino", "seats": seats, **chosen})
        leaving = await _ask(host, "GET", f"/tables/{table['table']['id']}/leaving")
        await host.stop()
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as server:
            moved = (await server.player().http.post("/api/tables/moved", json=leaving)).json()
        assert {name: moved["table"][name] for name in chosen} == chosen

    asyncio.run(work())


def test_what_could_not_have_been_played_is_refused(tmp_path: Path) -> None:
    """With a code and the first action that is wrong; nothing is stored."""

    async def work() -> None:
        leaving = await _begun("chromino", {}, 4)
        leaving.pop("views")
        actions = leaving["actions"]
        last = len(actions)
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as server:
            client = server.player().http

            async def refused(status: int, code: str, reason: str, **changed: Any) -> None:
                answer = await client.post("/api/tables/moved", json={**leaving, **changed})
                assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
                assert reason in answer.json()["reason"]

            doubled = [*actions, actions[-1]]
            await refused(422, "bad-move", f"action {last + 1} of the moved game", actions=doubled)
            unreadable = [*actions[:-1], {"seat": 1, "action": "fly"}]
            await refused(422, "bad-move", f"action {last} of the moved game", actions=unreadable)
            nobody = [{"seat": 5, "action": "draw"}, *actions]
            await refused(422, "bad-move", "there is no such seat", actions=nobody)
            seats = [{"kind": "me"}, {"kind": "open"}]
            await refused(422, "bad-seats", "no open seats", table={**leaving["table"], "seats": seats})
            await refused(422, "bad-options", "", table={**leaving["table"], "options": {"edition": "none"}})
            for wrong in ({"seed": ""}, {"seed": "a\nb"}, {"actions": "all"}, {"extra": 1}, {"actions": [{"seat": 0}]}):
                answer = await client.post("/api/tables/moved", json={**leaving, **wrong})
                assert answer.status_code == 400
            assert (await client.get("/api/tables")).json() == []

    asyncio.run(work())


def test_moved_tables_count_like_new_ones(tmp_path: Path) -> None:
    """Against the limit of tables at a time, and against that of new tables."""

    async def work() -> None:
        leaving = await _begun("chromino", {}, 1)
        leaving.pop("views")
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path, replace(QUICK, tables_each=1)) as server:
            client = server.player().http
            assert (await client.post("/api/tables", json={"game": "chromino"})).status_code == 201
            answer = await client.post("/api/tables/moved", json=leaving)
            assert answer.json()["code"] == "too-many"
        async with running(
            SqliteStore(tmp_path / "t.db"), tmp_path, replace(QUICK, tables_rate=0.001, tables_burst=1)
        ) as server:
            client = server.player().http
            assert (await client.post("/api/tables/moved", json=leaving)).status_code == 201
            assert (await client.post("/api/tables/moved", json=leaving)).json()["code"] == "too-fast"

    asyncio.run(work())


def test_a_finished_game_stays_on_the_device() -> None:
    """There is nothing to go on with."""

    async def work() -> None:
        host = await start(MemoryStorage(), pace=0.0)
        table = await _ask(host, "POST", "/tables", {"game": "chromino", "seats": [{"kind": "me"}]})
        path = f"/tables/{table['table']['id']}"
        while (table := await _ask(host, "GET", path))["table"]["status"] != "over":
            command = {
                "type": "act", "key": f"k{table['version']}", "version": table["version"], "seat": 1,
                "action": table["views"][0]["legal"][0],
            }  # fmt: skip
            await _ask(host, "POST", f"{path}/act", command)
        assert (await _ask(host, "GET", f"{path}/leaving"))["code"] == "over"
        [listed] = await _ask(host, "GET", "/tables")
        assert listed["status"] == "over"
        await host.stop()

    asyncio.run(work())
