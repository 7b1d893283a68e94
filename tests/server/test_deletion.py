"""A person who is deleted: the name is nowhere any more, the identity is refused, and other nodes hear of it."""

import asyncio
from pathlib import Path

from tessella.hosting.store import Store, fingerprint
from tessella.server.postgres import PostgresStore
from tessella.server.sqlite import SqliteStore
from tests.server.conftest import NewStore
from tests.server.databases import database
from tests.server.harness import people, running

NAME = "Wolfgang-Amadeus"


def test_a_deleted_name_is_in_no_file(tmp_path: Path) -> None:
    """Neither in the database nor in its log, while the server runs and after it."""

    def files_with_the_name() -> list[str]:
        return [path.name for path in tmp_path.iterdir() if NAME.encode() in path.read_bytes()]

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "tables.db"), tmp_path) as served:
            ann, bob = served.player(), served.player()
            await ann.ask("PUT", "/api/me", {"name": NAME}, 200)
            table = await ann.open({"game": "chromino", "seats": people(2)})
            await bob.join(table)
            assert files_with_the_name()
            await ann.ask("DELETE", "/api/me", None, 204)
            assert files_with_the_name() == []
        assert files_with_the_name() == []

    asyncio.run(run())


def test_a_deleted_identity_is_refused(new_store: NewStore, tmp_path: Path) -> None:
    """A program's token does not work any more, a browser becomes a new person; also after a restart."""

    async def run() -> None:
        async with running(new_store(), tmp_path) as served:
            ann, bot = served.player(), served.player()
            bot.http.headers["authorization"] = (
                f"Bearer {(await ann.ask('POST', '/api/bots', None, 201)).json()['token']}"
            )
            for player in (ann, bot):
                await player.ask("PUT", "/api/me", {"name": NAME}, 200)
            cookie = dict(ann.http.cookies)
            for player in (ann, bot):
                await player.ask("DELETE", "/api/me", None, 204)
            assert (await bot.ask("GET", "/api/me", None, 403)).json()["code"] == "wrong-token"
            await ann.ask("PUT", "/api/me", {"name": "Ann"}, 200)
            assert dict(ann.http.cookies) != cookie
            token = bot.http.headers["authorization"]
        async with running(new_store(), tmp_path) as served:
            bot = served.player()
            bot.http.headers["authorization"] = token
            assert (await bot.ask("POST", "/api/tables", {"game": "chromino"}, 403)).json()["code"] == "wrong-token"

    asyncio.run(run())


def test_other_nodes_hear_of_a_deletion(tmp_path: Path) -> None:
    """They show the name no longer, also of a game that is over, and refuse the token; no request makes them look."""

    async def run(url: str) -> None:
        one, two = PostgresStore(url), PostgresStore(url)
        async with running(one, tmp_path / "a") as left, running(two, tmp_path / "b") as right:
            ann, bob = left.player(), right.player()
            await ann.ask("PUT", "/api/me", {"name": NAME}, 200)
            table = await ann.open({"game": "chromino", "seats": people(2)})
            await bob.join(table)
            live = await bob.watch(table)
            assert live.table is not None
            assert live.table.seats[0].name == NAME
            await ann.ask("DELETE", "/api/me", None, 204)
            await live.until(lambda: live.table is not None and live.table.seats[0].name is None)
            await live.until(lambda: bool(right.room.revoked))
            assert left.room.revoked == right.room.revoked

    with database() as url:
        asyncio.run(run(url))


def test_a_lost_message_about_a_deletion_is_made_up_for(tmp_path: Path) -> None:
    """A node that may have missed messages looks for deletions, too."""

    async def run(url: str) -> None:
        other = PostgresStore(url)
        async with running(PostgresStore(url), tmp_path) as served:
            await other.open()
            served.node.store._deleted = lambda deleted: None  # type: ignore[attr-defined] # the message is lost
            await other.rename("ann", NAME, 1.0)
            await other.forget("ann")
            await other.close()
            assert not served.room.revoked
            served.room._refresh()
            await served.node.finish_tasks(10)
            assert served.room.revoked == {fingerprint("ann")}

    with database() as url:
        asyncio.run(run(url))


def test_nothing_is_kept_of_a_person_of_whom_nothing_was_stored(new_store: NewStore) -> None:
    """Else anybody could fill the list."""

    async def run() -> None:
        store: Store = new_store()
        await store.open()
        await store.forget("nobody")
        assert await store.revoked() == set()
        await store.rename("ann", NAME, 1.0)
        await store.forget("ann")
        await store.forget("ann")
        assert await store.revoked() == {fingerprint("ann")}
        await store.close()

    asyncio.run(run())
