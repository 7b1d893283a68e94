"""What a hostile client can do before the application sees anything: it takes a bounded part of memory and time."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tessella.server.protocol import MOST_EXPLAINED, HttpProtocol
from tests.server.harness import PATIENCE, Served, with_server
from tests.server.raw import CONTINUATION, PING, PONG, TEXT, close_code, frame, raw

BOUND = 1 << 20
"""No connection in these tests may take this many bytes of the server."""


def living(kind: type) -> list[Any]:
    """All objects of a class that are still in use."""
    gc.collect()
    return [thing for thing in gc.get_objects() if isinstance(thing, kind)]


def status(answer: bytes) -> int:
    """The status of the last answer."""
    return int(answer[answer.rfind(b"HTTP/1.1 ") + 9 :][:3])


# ---- requests ----


def test_a_pipelined_request_waits_for_the_one_before(tmp_path: Path) -> None:
    """However many come at once, each is parsed when the last is answered; all are answered, in order."""

    async def work(served: Served) -> None:
        client = await raw(served)
        most, number = 0, 5000
        sending = asyncio.create_task(client.send(client.request("/health") * number))
        answered = 0
        while answered < number:
            piece = await asyncio.wait_for(client.reader.read(1 << 16), PATIENCE)
            assert piece, "the server closed the connection"
            answered += piece.count(b"alive\n")
            most = max(most, len(living(RequestResponseCycle)))
        assert answered == number
        assert most < 10
        assert await sending
        paths = ["/health", "/nowhere.js", "/ready"]
        last = client.request("/api/games", "Connection: close")
        await client.send(b"".join(client.request(path) for path in paths) + last)
        rest = await client.rest()
        assert [rest.find(text) > 0 for text in (b"alive", b"no such file", b"ready", b"chromino")] == [True] * 4
        assert rest.find(b"alive") < rest.find(b"no such file") < rest.find(b"ready") < rest.find(b"chromino")

    with_server(tmp_path, work, files_rate=10**6, files_burst=10**6)


def test_who_does_not_read_answers_is_not_read_from(tmp_path: Path) -> None:
    """Requests whose answers pile up are not taken any more, and the connection ends."""

    async def work(served: Served) -> None:
        client = await raw(served)
        client.writer.transport.pause_reading()  # type: ignore[attr-defined] # a stream's transport can be read
        requests = client.request("/api/schema/openapi.json") * 1000
        for _ in range(400):
            if not await client.send(requests, 0.5):
                break
        assert client.sent < 100 * len(requests)
        for cycle in living(RequestResponseCycle):
            assert cycle.transport.get_write_buffer_size() < BOUND
        async with asyncio.timeout(PATIENCE):
            while any(not cycle.transport.is_closing() for cycle in living(RequestResponseCycle)):
                await asyncio.sleep(0.1)
        client.close()

    with_server(tmp_path, work, stall_time=0.3)


def test_endless_headers(tmp_path: Path) -> None:
    """They are refused once they are too long: many small ones, one long one, a long address, and empty lines."""

    async def work(served: Served) -> None:
        for endless in (b"a: b\r\n", b"y" * 60, b"\t\r\n x\r\n"):
            client = await raw(served)
            await client.send(b"GET /health HTTP/1.1\r\nHost: localhost\r\nx: ")
            assert await flood(client, endless) < BOUND
        client = await raw(served)
        await client.send(b"GET /")
        assert await flood(client, b"y" * 60) < BOUND
        client = await raw(served)
        assert await flood(client, b"\r\n") < BOUND

    async def flood(client: Any, part: bytes) -> int:
        """Send the same until the server has enough; how many bytes that took."""
        answer = asyncio.create_task(client.rest())
        while not answer.done() and client.sent < 8 * BOUND and await client.send(part * (4096 // len(part))):
            await asyncio.sleep(0)
        assert status(await answer) in (400, 431)
        sent: int = client.sent
        return sent

    with_server(tmp_path, work)


def test_endless_trailers(tmp_path: Path) -> None:
    """A body that never ends is not stored, and the connection ends; also if it is a body of trailers."""

    async def work(served: Served) -> None:
        for endless in (b"4000\r\n" + b" " * 0x4000 + b"\r\n", b"0\r\n" + b"a: b\r\n" * 1000, b"1;" + b"x" * 9000):
            client = await raw(served)
            chunked = ("Content-Type: application/json", "Transfer-Encoding: chunked")
            await client.send(client.request("/api/tables", *chunked, method="POST"))
            answer = asyncio.create_task(client.rest())
            while not answer.done() and client.sent < 8 * BOUND and await client.send(endless):
                endless = endless.removeprefix(b"0\r\n").removeprefix(b"1;")
                await asyncio.sleep(0)
            assert status(await answer) in (400, 413)
            assert client.sent < 4 * BOUND

    with_server(tmp_path, work)


@pytest.mark.parametrize("begun", ["", "GET /health", "GET /health HTTP/1.1\r\nHost: localhost\r\nx: "])
def test_a_head_must_come_in_time(tmp_path: Path, begun: str) -> None:
    """Byte by byte it may come, but not for ever."""

    async def work(served: Served) -> None:
        client = await raw(served)
        answer = asyncio.create_task(client.rest())
        await client.send(begun.encode())
        for _ in range(50):
            if answer.done() or (begun and not await client.send(b"x", 1)):
                break
            await asyncio.sleep(0.1)
        assert answer.done()
        assert not begun or b" 408 " in await answer

    with_server(tmp_path, work, head_time=0.3)


def test_a_body_must_come_in_time(tmp_path: Path) -> None:
    """Byte by byte it may come, but not for ever."""

    async def work(served: Served) -> None:
        client = await raw(served)
        head = ("Content-Type: application/json", "Content-Length: 1000")
        await client.send(client.request("/api/tables", *head, method="POST"))
        answer = asyncio.create_task(client.rest())
        for _ in range(50):
            if answer.done() or not await client.send(b" ", 1):
                break
            await asyncio.sleep(0.1)
        assert answer.done()
        assert b" 408 " in await answer
        assert (await served.player().http.get("/health")).text == "alive\n"

    with_server(tmp_path, work, body_time=0.3)


def test_a_long_body_gets_an_answer(tmp_path: Path) -> None:
    """It says how long a body may be, and can be read though the rest of the body was not."""

    async def work(served: Served) -> None:
        player = served.player()
        answer = await player.http.post("/api/tables", content=b"x" * 150_000)
        assert answer.status_code == 413
        assert answer.json()["code"] == "too-long"

    with_server(tmp_path, work)


def test_an_idle_connection_is_closed(tmp_path: Path) -> None:
    """After an answer the connection waits for the next request, for a while."""

    async def work(served: Served) -> None:
        client = await raw(served)
        await client.send(client.request("/health"))
        assert b"alive" in await client.rest()

    with_server(tmp_path, work, idle_time=0.2)


def test_connections_of_one_address(tmp_path: Path) -> None:
    """One address has so many connections; one more is refused, and says so. One that ends makes room."""

    async def work(served: Served) -> None:
        clients = [await raw(served) for _ in range(3)]
        for client in clients:
            await client.send(client.request("/health"))
            await client.reader.readuntil(b"alive\n")
        refused = await (await raw(served)).rest()
        assert status(refused) == 503
        assert b'"full"' in refused
        clients[0].close()
        async with asyncio.timeout(PATIENCE):
            while True:
                client = await raw(served)
                await client.send(client.request("/health", "Connection: close"))
                if status(await client.rest()) == 200:
                    break

    with_server(tmp_path, work, sockets_each=3, idle_time=30)


def test_connections_that_wait_make_room(tmp_path: Path) -> None:
    """When there are too many in all, the one that has sent nothing for longest is closed."""

    async def work(served: Served) -> None:
        clients = [await raw(served) for _ in range(4)]
        for client in clients[:1]:
            await client.send(client.request("/health"))
            await client.reader.readuntil(b"alive\n")
        newcomer = await raw(served)
        await newcomer.send(newcomer.request("/health", "Connection: close"))
        assert status(await newcomer.rest()) == 200
        assert await clients[1].rest() == b""
        await clients[0].send(clients[0].request("/health", "Connection: close"))
        assert status(await clients[0].rest()) == 200

    with_server(tmp_path, work, sockets=4)


def test_refused_connections_are_bounded(tmp_path: Path) -> None:
    """To explain a refusal takes a moment; when too many are explained to at once, the others are closed at once."""

    async def work(served: Served) -> None:
        clients = [await raw(served) for _ in range(4 * MOST_EXPLAINED)]
        while clients[-1].writer.transport.is_closing() or len(living(HttpProtocol)) < 3:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        connected = [each for each in living(HttpProtocol) if each.transport and not each.transport.is_closing()]
        assert len(connected) <= 3 + MOST_EXPLAINED
        answers = await asyncio.gather(*(client.rest() for client in clients[3:]))
        explained = [answer for answer in answers if answer]
        assert 0 < len(explained) <= MOST_EXPLAINED + 1
        assert all(status(answer) == 503 for answer in explained)
        for client in clients[3:]:
            client.close()
        async with asyncio.timeout(PATIENCE):
            while not await (await raw(served)).rest():  # until there is room for explanations again
                await asyncio.sleep(0.05)

    with_server(tmp_path, work, sockets_each=3, idle_time=30, head_time=30)


def test_a_request_has_one_answer(tmp_path: Path) -> None:
    """Also if it is refused before its body, which is far too long, has come."""

    async def work(served: Served) -> None:
        client = await raw(served)
        head = ("Content-Type: application/json", "Content-Length: 3000000")
        await client.send(client.request("/api/tables", *head, method="POST"))
        answer = asyncio.create_task(client.rest())
        for _ in range(30):
            await client.send(b"x" * 100_000, 0.1)
        assert (await answer).count(b"HTTP/1.1 413 ") == 1

    with_server(tmp_path, work)


# ---- frames ----


@pytest.mark.parametrize(
    ("frames", "most"),
    [
        ([frame(PONG)], 160),
        ([frame(PING, b"x" * 125)], 160),
        ([frame(TEXT, b"", ends=False), frame(CONTINUATION, b"", ends=False)], 160),
        ([frame(TEXT, b"", ends=False), frame(CONTINUATION, b"", ends=False), frame(PONG)], 160),
    ],
    ids=["pongs", "pings", "fragments", "mixed"],
)
def test_frames_that_are_no_messages_are_counted(tmp_path: Path, frames: list[bytes], most: int) -> None:
    """Control frames and fragments have a limit as messages have; beyond it the connection is closed."""

    async def work(served: Served) -> None:
        table = await served.player().open({"game": "chromino"})
        client = await raw(served)
        await client.upgrade(table)
        answer = asyncio.create_task(client.rest())
        await client.send(frames[0])
        for _ in range(40):
            if answer.done():
                break
            await client.send(b"".join(frames[1:] or frames) * 5)
            await asyncio.sleep(0.01)
        assert close_code(await answer) == 1008
        assert len(await answer) < BOUND
        assert client.sent < most * len(frames) * 131 + 1000

    with_server(tmp_path, work, frames_rate=0.01, frames_burst=60)


def test_fragments_are_few_however_slowly_they_come(tmp_path: Path) -> None:
    """A message that never ends is not stored without end."""

    async def work(served: Served) -> None:
        table = await served.player().open({"game": "chromino"})
        client = await raw(served)
        await client.upgrade(table)
        await client.send(frame(TEXT, b"", ends=False))
        await client.send(frame(CONTINUATION, b"", ends=False) * 1000)
        assert close_code(await client.rest()) == 1008

    with_server(tmp_path, work, frames_rate=10**6, frames_burst=10**6)


def test_pongs_that_are_not_read(tmp_path: Path) -> None:
    """Who does not read the answers to their pings is not read from, and let go in the end."""

    async def work(served: Served) -> None:
        table = await served.player().open({"game": "chromino"})
        client = await raw(served)
        await client.upgrade(table)
        client.writer.transport.pause_reading()  # type: ignore[attr-defined] # a stream's transport can be read
        pings = frame(PING, b"x" * 125) * 2000
        while client.sent < 40 * BOUND and await client.send(pings, 0.5):
            await asyncio.sleep(0)
        assert client.sent < 32 * BOUND, "the rest is in the buffers of the system"
        protocols = living(WebSocketsSansIOProtocol)
        assert protocols
        for protocol in protocols:
            assert protocol.transport.get_write_buffer_size() < BOUND
        async with asyncio.timeout(PATIENCE):
            while served.room.connections:
                await asyncio.sleep(0.1)
        client.close()

    with_server(tmp_path, work, frames_rate=10**9, frames_burst=10**9, stall_time=0.3)


def test_messages_wait_for_the_one_before(tmp_path: Path) -> None:
    """Messages that come at once are parsed a few at a time; each is answered."""

    async def work(served: Served) -> None:
        table = await served.player().open({"game": "chromino"})
        client = await raw(served)
        await client.upgrade(table)
        number = 2000
        sending = asyncio.create_task(client.send(frame(TEXT, b'{"type":"why","seat":1,"action":"x"}') * number))
        most, answers = 0, 0
        while answers < number:
            piece = await asyncio.wait_for(client.reader.read(1 << 16), PATIENCE)
            assert piece, "the server closed the connection"
            answers += piece.count(b'"reason":"')
            most = max([most, *(protocol.queue.qsize() for protocol in living(WebSocketsSansIOProtocol))])
        assert most < 200
        assert await sending
        client.close()

    with_server(tmp_path, work, frames_rate=10**9, frames_burst=10**9, queue=1000)


def test_an_upgrade_with_too_many_headers(tmp_path: Path) -> None:
    """It is refused, not left open."""

    async def work(served: Served) -> None:
        client = await raw(served)
        many = [f"x-{number}: y" for number in range(300)]
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key)
        await client.send(client.request("/api/tables/aaaaaaaaaaaa/live", *upgrade, *many))
        assert status(await client.rest()) == 431

    with_server(tmp_path, work)
