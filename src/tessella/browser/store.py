"""A store of tables over the browser's storage."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from tessella.browser.storage import Storage
from tessella.core import seat_number
from tessella.hosting.store import Conflict, Person, Store, StoreUnavailable
from tessella.tables.entries import Entry, SeatHolder, Setup, Stored
from tessella.tables.listings import Row, Summary, listing
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.tables import Listing

PERSON = "person"


class Head(msgspec.Struct):
    """What is stored of a table besides its entries."""

    id: str
    setup: Setup
    seed: str
    created: float
    holders: list[SeatHolder]
    summary: Summary


class ListedHead(Head):
    """The head as it is written: the page lists tables by it before the engine runs."""

    listing: Listing


_encode = msgspec.json.Encoder().encode
_decode_head = msgspec.json.Decoder(Head).decode
_decode_entry = msgspec.json.Decoder(Entry).decode
_decode_person = msgspec.json.Decoder(Person).decode


class BrowserStore(Store):
    """The tables of this browser. Another window may write to the same storage."""

    shared = True

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def open(self) -> None:
        """Nothing to do: the worker opened the storage."""

    async def close(self) -> None:
        """Nothing to do: the worker closes the storage."""

    async def check(self) -> None:
        """The storage answers."""
        with _errors():
            await self.storage.get(PERSON)

    # ---- tables ----

    async def create(self, stored: Stored, summary: Summary) -> None:
        """Store a new table."""
        head = Head(stored.id, stored.setup, stored.seed, stored.created, list(stored.holders), summary)
        with _errors():
            await self.storage.create(stored.id, _text(_listed(head, [])))
        if stored.entries:
            await self.append(stored.id, stored.entries, summary)

    async def load(self, table: str) -> Stored | None:
        """A whole table; `Refusal` if what is stored cannot be read."""
        texts = await self._texts(table)
        if not texts:
            return None
        head, entries = _read(texts)
        return Stored(head.id, head.setup, head.seed, head.created, entries, head.holders)

    async def since(self, table: str, seq: int) -> tuple[list[Entry], list[SeatHolder]] | None:
        """The entries after an entry, and who holds the seats."""
        stored = await self.load(table)
        return None if stored is None else (stored.entries[seq:], stored.holders)

    async def append(
        self, table: str, entries: Sequence[Entry], summary: Summary, holders: Sequence[SeatHolder] | None = None
    ) -> None:
        """Store consecutive entries together with the new summary."""
        texts = await self._texts(table)
        if not texts:
            raise Conflict
        head, before = _read(texts)
        head.summary = summary
        head.holders = head.holders if holders is None else list(holders)
        listed = _listed(head, [*before, *entries])
        with _errors():
            await self.storage.append(table, entries[0].seq, [_text(entry) for entry in entries], _text(listed))

    async def overdue(self, before: float, most: int) -> list[str]:
        """None: a table waits until somebody looks at it."""
        return []

    async def tables_of(self, identity: str) -> list[Row]:
        """The tables at which a person holds a seat, the last changed first. Those that cannot be read are left out."""
        heads = [head for head in await self._heads() if any(each.identity == identity for each in head.holders)]
        heads.sort(key=lambda head: head.summary.updated, reverse=True)
        return [Row(head.id, head.setup, head.summary, head.holders) for head in heads]

    async def delete_before(self, updated: float) -> int:
        """Delete the tables that have not changed since then."""
        old = [head.id for head in await self._heads() if head.summary.updated < updated]
        for table in old:
            await self.remove(table)
        return len(old)

    async def count(self) -> dict[str, int]:
        """The number of tables, by status."""
        statuses = [head.summary.status for head in await self._heads()]
        return {status: statuses.count(status) for status in set(statuses)}

    async def remove(self, table: str) -> None:
        """Delete a table."""
        with _errors():
            await self.storage.remove(table)

    async def latest(self) -> float:
        """When a table last changed; 0 if there is none."""
        return max((head.summary.updated for head in await self._heads()), default=0.0)

    async def _texts(self, table: str) -> list[str]:
        with _errors():
            return list(await self.storage.load(table) or ())

    async def _heads(self) -> list[Head]:
        with _errors():
            texts = await self.storage.heads()
        heads = []
        for text in texts:
            with contextlib.suppress(msgspec.DecodeError):
                heads.append(_decode_head(text))
        return heads

    # ---- people ----

    async def person(self, identity: str) -> Person | None:
        """What is stored about the person."""
        with _errors():
            text = await self.storage.get(PERSON)
        with contextlib.suppress(msgspec.DecodeError):
            return _decode_person(text) if text else None
        return None

    async def people(self) -> list[Person]:
        """The one person."""
        raise NotImplementedError("a browser has one person")

    async def rename(self, identity: str, name: str | None, now: float) -> None:
        """Set the person's name."""
        with _errors():
            await self.storage.set(PERSON, _text(Person(identity, name, now)))

    async def forget(self, identity: str) -> None:
        """Delete the person's name and tables: nobody else plays at them."""
        for row in await self.tables_of(identity):
            await self.remove(row.id)
        await self.rename(identity, None, 0.0)

    # ---- nodes: there is one ----

    async def setting(self, name: str, first: str) -> str:
        """A setting; if it is not set, it becomes `first`."""
        with _errors():
            value = await self.storage.get(name)
            if not value:
                await self.storage.set(name, first)
        return value or first

    async def beat(self, node: str, until: float) -> None:
        """Nothing to do: every window runs the tables that it shows."""

    async def alive(self, now: float) -> set[str]:
        """No other nodes are known."""
        return set()

    def listen(self, heard: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Nothing to do: one window at a time writes to a table."""


def _text(value: Any) -> str:
    return _encode(value).decode()


def _listed(head: Head, entries: list[Entry]) -> ListedHead:
    """A head with what the page lists of the table."""
    holder = head.holders[0].identity if head.holders else ""
    shown = listing(Row(head.id, head.setup, head.summary, head.holders), holder)
    if head.summary.status == "over":
        table = Table(Stored(head.id, head.setup, head.seed, head.created, entries, head.holders))
        outcome = table.state.outcome
        shown.winners = None if outcome is None else [seat_number(seat) for seat in outcome.winners]
    return ListedHead(head.id, head.setup, head.seed, head.created, head.holders, head.summary, shown)


def _read(texts: list[str]) -> tuple[Head, list[Entry]]:
    """A stored table as it was written; `Refusal` names the first part that cannot be read."""
    part = "the set-up"
    entries: list[Entry] = []
    try:
        head = _decode_head(texts[0])
        for number, text in enumerate(texts[1:], 1):
            part = f"entry {number}"
            entry = _decode_entry(text)
            if entry.seq != number:
                raise msgspec.ValidationError(f"its number is {entry.seq}")
            entries.append(entry)
    except (msgspec.DecodeError, TypeError) as error:
        raise Refusal(
            "damaged", f"{part} of this table cannot be read ({error}); nothing of it was changed or deleted"
        ) from None
    return head, entries


@contextlib.contextmanager
def _errors() -> Iterator[None]:
    """Errors of the storage as those of a store."""
    try:
        yield
    except Exception as error:
        if getattr(error, "name", None) == "Conflict":
            raise Conflict from None
        raise StoreUnavailable(str(error)) from error
