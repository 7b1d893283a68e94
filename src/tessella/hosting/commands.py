"""The commands of a live connection, each with its answer."""

import asyncio

import msgspec

from tessella.hosting.connection import REFUSED, TRY_AGAIN, Connection
from tessella.hosting.session import TableSession
from tessella.hosting.store import StoreUnavailable
from tessella.tables import decisions, hints
from tessella.tables.refusal import Refusal
from tessella.tables.wire import live
from tessella.tables.wire.live import Confirmed, HintGiven, Reason, Refused

MOST_BAD_FRAMES = 100
"""A connection is closed after this many frames that came too fast or could not be read."""


async def receive(session: TableSession, connection: Connection, frame: str | bytes) -> None:
    """Read a frame of a client, run its command, and answer."""
    try:
        _check_size_and_rate(frame, connection, session)
        command = _decode(frame)
    except Refusal as refusal:
        connection.bad_frames += 1
        session.node.metrics.refused.labels(refusal.code).inc()
        if connection.bad_frames >= MOST_BAD_FRAMES:
            connection.close(REFUSED)
            return
        refused = Refused(key=None, code=refusal.code, reason=refusal.reason, clause=refusal.clause, version=None)
        connection.send(live.encode(refused))
        await asyncio.sleep(0)  # let the writer send it before the next frame is read
    else:
        await run(session, connection, command)


def _check_size_and_rate(frame: str | bytes, connection: Connection, session: TableSession) -> None:
    node = session.node
    if len(frame) > node.settings.frame:
        raise Refusal("too-long", f"a frame has at most {node.settings.frame} bytes")
    if not connection.frames.take(node.monotonic()):
        raise Refusal("too-fast", f"too many frames: wait {connection.frames.wait():.1f} seconds")


def _decode(frame: str | bytes) -> live.ClientMessage:
    try:
        command: live.ClientMessage = live.decode_client(frame)
    except RecursionError:
        raise Refusal("unreadable", "this is not a command: it is nested too deeply") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("unreadable", f"this is not a command: {error}") from None
    return command


async def run(session: TableSession, connection: Connection, command: live.ClientMessage) -> None:
    """Do what a client asks for, and answer.

    A hint is computed beside the commands that follow: it changes nothing, and its answer names its version.
    """
    if isinstance(command, live.HintRequest) and not connection.hinting:
        connection.hinting = True
        session.start_task(_give_hint(session, connection, command))
    else:
        await _run(session, connection, command)


async def _give_hint(session: TableSession, connection: Connection, command: live.HintRequest) -> None:
    try:
        connection.send(live.encode(await hint(session, connection.identity, command)))
    except Refusal as refusal:
        await _refuse(session, connection, None, refusal)
    except StoreUnavailable:
        session.node.note_store_unavailable()
        connection.send(live.encode(_unavailable(None)))
    finally:
        connection.hinting = False


async def _run(session: TableSession, connection: Connection, command: live.ClientMessage) -> None:
    key = getattr(command, "key", None)
    node = session.node
    began = node.monotonic()
    try:
        match command:
            case live.Act() | live.Undo():
                version = await play(session, connection.identity, command)
                connection.send(live.encode(Confirmed(key=command.key, version=version)))
                node.metrics.confirmed.observe(node.monotonic() - began)
            case live.Why():
                connection.send(live.encode(await why(session, connection.identity, command)))
            case live.HintRequest():
                raise Refusal("too-fast", "one hint at a time: wait for the answer to your last one")
            case live.Sync():
                session.send_since(connection, await session.current(), command.since)
    except Refusal as refusal:
        await _refuse(session, connection, key, refusal)
    except StoreUnavailable:
        node.note_store_unavailable()
        connection.send(live.encode(_unavailable(key)))


async def play(session: TableSession, identity: str | None, command: live.Act | live.Undo) -> int:
    """Act, or take the last action back; the version at which that was done."""
    return await session.change(decisions.play(identity, command))


async def why(session: TableSession, identity: str | None, command: live.Why) -> Reason:
    """Why an action is not legal; without a reason if it is."""
    table = await session.current(fresh=False)
    error = table.why_not(identity, command.seat - 1, command.action)
    return Reason(
        seat=command.seat,
        action=command.action,
        reason=None if error is None else getattr(error, "reason", str(error)),
        clause=getattr(error, "clause", None),
    )


async def hint(session: TableSession, identity: str | None, command: live.HintRequest) -> HintGiven:
    """What the strongest bot would do; it gets the seat's view and nothing else."""
    table = await session.current(fresh=False)
    view = hints.view_for(table, identity, command.seat - 1)
    assert identity is not None
    node = session.node
    bucket = node.hints.of(identity, node.monotonic())
    if not bucket.take(node.monotonic()):
        raise Refusal("too-fast", f"too many hints: wait {bucket.wait():.0f} seconds")
    owner = node.addresses.owner([identity])
    return hints.given(table, command.seat - 1, await node.workers.hint(owner, table.setup.game, view, node.new_luck()))


async def _refuse(session: TableSession, connection: Connection, key: str | None, refusal: Refusal) -> None:
    session.node.metrics.refused.labels(refusal.code).inc()
    refused = Refused(
        key=key,
        code=refusal.code,
        reason=refusal.reason,
        clause=refusal.clause,
        version=None if session.table is None else session.table.version,
    )
    connection.send(live.encode(refused))
    if refusal.code == "stale":
        try:
            session.send_since(connection, await session.current(), None)
        except StoreUnavailable:  # the client comes back for the snapshot that it should have had
            session.node.note_store_unavailable()
            connection.close(TRY_AGAIN)


def _unavailable(key: str | None) -> Refused:
    return Refused(
        key=key,
        code="away",
        reason="the server cannot store anything right now; send it again in a moment, with the same key",
        clause=None,
        version=None,
    )
