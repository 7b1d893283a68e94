"""Nobody gets so much that nothing is left for the others."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tessella.server.addresses import network
from tests.server.harness import Served, with_server


def test_too_fast(tmp_path: Path) -> None:
    """Requests and new tables are limited for everybody; it is said when to come again."""

    async def work(served: Served) -> None:
        player = served.player()
        answers = [await player.http.get("/api/games") for _ in range(30)]
        slow = [answer for answer in answers if answer.status_code == 429]
        assert slow
        assert int(slow[0].headers["retry-after"]) >= 1
        assert slow[0].json()["code"] == "too-fast"
        assert (await player.http.get("/health")).status_code == 200

    with_server(tmp_path, work, requests_rate=1, requests_burst=10)

    async def crowd(served: Served) -> None:
        codes = [(await served.player().http.get("/api/games")).status_code for _ in range(30)]
        assert codes.count(200) == 20, "new identities are no way round it"

    with_server(tmp_path, crowd, requests_rate=0.001, requests_burst=10, people_each=2)

    async def tables(served: Served) -> None:
        player = served.player()
        codes = [(await player.http.post("/api/tables", json={"game": "chromino"})).status_code for _ in range(5)]
        assert codes == [201, 201, 201, 429, 429]

    with_server(tmp_path, tables, tables_rate=0.001, tables_burst=3)

    async def conundrums(served: Served) -> None:
        player = served.player()
        paths = [f"/api/conundrums/chromino?seed=s{number}&difficulty=1" for number in range(4)]
        assert [(await player.http.get(path)).status_code for path in paths] == [200, 200, 429, 429]

    with_server(tmp_path, conundrums, conundrums_rate=0.001, conundrums_burst=2)

    async def thinking(served: Served) -> None:
        player = served.player()
        answers = [await player.http.post("/api/replays", json={"record": "no record"}) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [422, 422, 429, 429]

    with_server(tmp_path, thinking, thinking_rate=0.001, thinking_burst=2)

    async def many(served: Served) -> None:
        player = served.player()
        for status in (201, 201, 409):
            answer = await player.http.post("/api/tables", json={"game": "chromino"})
            assert answer.status_code == status

    (tmp_path / "t.db").unlink()
    with_server(tmp_path, many, tables_each=2)


def test_files_of_the_page(tmp_path: Path) -> None:
    """A page of many files, all fetched at once, takes nothing from what its reader may ask afterwards, and many may
    open it from one address. Still, not any number of files is handed out."""

    async def work(served: Served) -> None:
        player = served.player()
        assert (await player.http.get("/api/games")).status_code == 200
        # Whether the client is built or not, and the file there or not: nobody is told to wait.
        assert 429 not in [(await player.http.get("/assets/some.css")).status_code for _ in range(40)]
        assert (await player.http.get("/api/games")).status_code == 200
        codes = [(await player.http.get("/assets/some.css")).status_code for _ in range(20)]
        assert codes.count(429) == 10
        assert (await player.http.get("/api/games")).status_code == 200

    limits = {"requests_rate": 0.001, "requests_burst": 5, "people_each": 1, "files_rate": 0.001, "files_burst": 50}
    with_server(tmp_path, work, **limits)


def test_some_conundrums_at_once(tmp_path: Path) -> None:
    """A sheet of them, or the next one while this one is being solved; not any number."""

    async def work(served: Served) -> None:
        player = served.player()
        await player.look(await player.open({"game": "chromino"}))

        async def ask(many: int, word: str) -> list[int]:
            paths = [f"/api/conundrums/florentine?seed={word}-{number}" for number in range(many)]
            return [answer.status_code for answer in await asyncio.gather(*map(player.http.get, paths))]

        assert await ask(6, "sheet") == [200] * 6
        codes = await ask(12, "book")
        assert codes.count(200) >= 6
        assert set(codes) == {200, 429}

    with_server(tmp_path, work)


def test_new_identities_get_no_more_tables(tmp_path: Path) -> None:
    """Tables are counted by address as well: several people may come from one, but not any number."""

    async def work(served: Served) -> None:
        codes = []
        for _ in range(6):
            answer = await served.player().http.post("/api/tables", json={"game": "chromino"})
            codes.append(answer.status_code)
        assert codes == [201, 201, 201, 201, 429, 429]

    with_server(tmp_path, work, tables_rate=0.001, tables_burst=2, people_each=2)


def test_new_identities_get_no_more_connections(tmp_path: Path) -> None:
    """Live connections are counted by address, too; one that ends makes room."""

    async def work(served: Served) -> None:
        table = await served.player().open({"game": "chromino"})
        players = [served.player() for _ in range(4)]
        for player in players:
            await player.look(table)
        first, _ = [await player.watch(table) for player in players[:2]]
        with pytest.raises(AssertionError, match="full: too many connections"):
            await players[2].watch(table)
        await first.close()
        for _ in range(100):
            if served.room.connections == 1:
                break
            await asyncio.sleep(0.02)
        await players[3].watch(table)

    with_server(tmp_path, work, connections_each=1, people_each=2)


def test_a_network_counts_once() -> None:
    """Who has a whole network of addresses (IPv6) is one neighbour all the same."""
    assert network("2001:db8:1:2::3") == network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::3") != network("2001:db8:1:2::3")
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("a unix socket") == "a unix socket"


def test_half_a_request_is_not_waited_for(tmp_path: Path) -> None:
    """Who announces more than they send is let go after a while."""

    async def work(served: Served) -> None:
        where = urlsplit(served.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        head = f"POST /api/tables HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Type: application/json\r\n"
        writer.write(f'{head}Content-Length: 1000\r\n\r\n{{"game": '.encode())
        answer = await asyncio.wait_for(reader.read(), 10)
        assert b" 201 " not in answer
        writer.close()
        await writer.wait_closed()

    with_server(tmp_path, work, body_time=0.3)
