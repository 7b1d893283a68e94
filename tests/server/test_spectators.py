"""Spectators keep nobody from a seat; requests that cannot be read, and cookies over https."""

from pathlib import Path
from typing import Any

import pytest

from tessella.tables.wire.live import Refused
from tests.server.harness import Served, with_server


@pytest.mark.parametrize("limit", ["connections_table", "spectators", "spectators_each"])
def test_a_seat_is_never_full(tmp_path: Path, limit: str) -> None:
    """Spectators fill all places for them: who has a seat comes back, and a newcomer opens a table."""

    async def work(served: Served) -> None:
        ann = served.player()
        table = await ann.open({"game": "chromino"})
        for _ in range(4):
            await served.player().watch(table)
        with pytest.raises(AssertionError, match="full: too many people"):
            await served.player().watch(table)
        assert (await ann.watch(table)).you.seats == [1]
        newcomer = served.player()
        assert (await newcomer.watch(await newcomer.open({"game": "chromino"}))).you.seats == [1]
        for player in served.players[1:5]:
            await player.lives[0].close()
        await ann.lives[0].until(lambda: True)

    with_server(tmp_path, work, **{limit: 4})


def test_json_that_cannot_be_read(tmp_path: Path) -> None:
    """Nested too deeply, or not there at all: it is refused with a reason, by HTTP and over a live connection."""

    async def work(served: Served) -> None:
        player = served.player()
        for body, reason in ((b"[" * 30_000, "nested too deeply"), (b'{"game":' * 7000, "nested"), (b"", "no body")):
            headers = {"content-type": "application/json"}
            answer = await player.http.post("/api/tables", content=body, headers=headers)
            assert answer.status_code == 400
            assert answer.json()["code"] == "bad-request"
            assert reason in answer.json()["reason"]
        live = await player.watch(await player.open({"game": "chromino"}))
        await live.socket.send('{"type":' + "[" * 8000)
        answered: Any = await live.answers.get()
        assert isinstance(answered, Refused)
        assert answered.code == "unreadable"
        assert live.closed is None

    with_server(tmp_path, work)


def test_a_path_has_one_spelling(tmp_path: Path) -> None:
    """A proxy that blocks /metrics blocks all of it."""

    async def work(served: Served) -> None:
        player = served.player()
        for path in ("/metrics/", "//metrics", "/metrics//", "/health/", "/api/tables/"):
            answer = await player.http.get(f"{served.address}{path}")
            assert answer.status_code == 404, path
            assert answer.json()["code"] == "not-found"
        assert (await player.http.get("/metrics")).status_code == 200

    with_server(tmp_path, work)


def test_the_cookie_over_https(tmp_path: Path) -> None:
    """It has the prefix that no other host can set; a cookie of the plain name stays valid."""

    async def work(served: Served) -> None:
        player = served.player()
        cookie = (await player.http.get("/api/me")).headers["set-cookie"]
        assert cookie.startswith("__Host-tessella=")
        assert "; Secure" in cookie
        token = cookie.partition("=")[2].partition(";")[0]
        page = {"accept": "text/html"}
        for name in ("tessella", "__Host-tessella"):
            assert "set-cookie" not in (await player.http.get("/api/me", headers={"cookie": f"{name}={token}"})).headers
            renewed = await player.http.get("/", headers={"cookie": f"{name}={token}", **page})
            assert f"__Host-tessella={token}" in renewed.headers["set-cookie"]

    with_server(tmp_path, work, secure=True)
