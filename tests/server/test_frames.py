"""Live connections write their messages themselves: they arrive whole and in order, and wait while nobody reads."""

import asyncio
import gc
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.streams import StreamReader

from tessella.hosting.connection import TRY_AGAIN
from tessella.server.frames import SocketProtocol
from tessella.server.mailbox import Flag, Mailbox
from tessella.server.protocol import HttpProtocol
from tessella.server.socket import LiveConnection
from tests.server.harness import PATIENCE, Served, with_server
from tests.server.raw import raw


class Written:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        """Keep it."""
        self.data += data


def read_frame(data: bytes) -> Frame:
    """The only frame of a server, read by another implementation."""
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as end:
        next(parsing)
    assert not reader.buffer, "there is one frame and nothing else"
    frame: Frame = end.value.value
    return frame


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_messages_of_any_length(length: int) -> None:
    """The head of a frame has the length of its message."""
    payload = b"x" * length
    protocol = SocketProtocol.__new__(SocketProtocol)
    written = protocol.transport = Written()  # type: ignore[assignment] # all that is used of a transport
    protocol.writable = asyncio.Event()
    protocol.close_sent = protocol.disconnected = False
    assert not protocol.write_text(payload), "the client does not read"
    protocol.writable.set()
    assert protocol.write_text(payload)
    frame = read_frame(written.data)
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, payload)
    protocol.close_sent = True
    assert protocol.write_text(b"late"), "nothing is sent after a close frame, and nothing waits for that"
    assert read_frame(written.data).data == payload


def test_messages_that_waited_stay_in_order(tmp_path: Path) -> None:
    """What could not be written at once is written before what comes later; one too many closes the connection."""

    async def work(served: Served) -> None:
        player = served.player()
        table = await player.open({"game": "chromino"})
        live = await player.watch(table)
        (connection,) = served.room.sessions[table].connections
        assert isinstance(connection, LiveConnection)
        connection.send(message(1))
        connection.protocol.pause_writing()
        for number in (2, 3, 4):
            connection.send(message(number))
        connection.protocol.writable.set()
        connection.send(message(5))
        connection.protocol.resume_writing()
        connection.send(message(6))
        received = [await asyncio.wait_for(live.answers.get(), PATIENCE) for _ in range(6)]
        assert [answer.version for answer in received] == [1, 2, 3, 4, 5, 6]  # type: ignore[union-attr]
        assert connection.unsent is None
        connection.protocol.pause_writing()
        for number in range(served.node.settings.queue + 1):
            assert not connection.closed
            connection.send(message(number))
        assert connection.closed
        connection.protocol.resume_writing()
        await live.until(lambda: live.closed is not None)
        assert live.closed == (TRY_AGAIN, "too slow: come back")
        assert live.answers.empty(), "what waited is not sent"

    def message(number: int) -> bytes:
        return b'{"type":"current","version":%d,"seconds_left":null}' % number

    with_server(tmp_path, work)


def test_a_connection_keeps_nothing_of_its_handshake(tmp_path: Path) -> None:
    """It may last for hours: the request, its scope and the protocol that parsed it are let go."""

    async def work(served: Served) -> None:
        player = served.player()
        table = await player.open({"game": "chromino"})
        client = await raw(served)
        await client.upgrade(table)
        async with asyncio.timeout(PATIENCE):
            while not served.room.connections:
                await asyncio.sleep(0.01)
        gc.collect()
        (known,) = [vars(thing) for thing in gc.get_objects() if isinstance(thing, SocketProtocol)]
        assert not {"scope", "request", "response"} & set(known)
        assert not any(thing.headers for thing in gc.get_objects() if isinstance(thing, Request))

    with_server(tmp_path, work)


def test_the_protocol_of_the_handshake_goes_at_once(tmp_path: Path) -> None:
    """Without waiting for the garbage collection, which is rare in a server."""

    async def work(served: Served) -> None:
        player = served.player()
        table = await player.open({"game": "chromino"})
        gc.collect()
        gc.disable()
        try:
            await player.watch(table)
            left = [each for each in gc.get_objects() if isinstance(each, HttpProtocol)]
            assert all(each.transport.get_protocol() is each for each in left)
        finally:
            gc.enable()

    with_server(tmp_path, work)


def test_a_mailbox_and_a_flag() -> None:
    """They keep the order, wake those who wait, and lose nothing when a reader gives up."""

    async def work() -> None:
        box, flag = Mailbox[int](), Flag()
        box.put_nowait(1)
        box.put_nowait(2)
        assert (box.qsize(), await box.get(), await box.get(), box.empty()) == (2, 1, 2, True)
        reader = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait(3)
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
        assert reader.cancelled()
        assert await box.get() == 3
        first, second = asyncio.create_task(flag.wait()), asyncio.create_task(flag.wait())
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        assert not second.done()
        flag.set()
        await asyncio.wait_for(second, PATIENCE)
        await asyncio.wait_for(flag.wait(), PATIENCE)
        flag.clear()
        assert not flag.is_set()

    asyncio.run(work())
