"""Rows of both databases: their checksums, and how they are read. A row that was altered or lost is noticed."""

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import msgspec

from tessella.hosting.store import StoreDamaged
from tessella.tables.entries import Entry, Setup, Stored, decode_body, decode_setup, encode


def checksum(*parts: object) -> int:
    """The checksum of a row. It finds accidents, not forgers: who can write the row can write its checksum."""
    return crc32("\n".join(map(repr, parts)).encode())


def table_row(stored: Stored) -> tuple[str, str, str, float, int]:
    """Id, setup, seed and time of a table, and the checksum of these."""
    row = (stored.id, encode(stored.setup).decode(), stored.seed, stored.created)
    return *row, checksum(*row)


def entry_row(table: str, entry: Entry) -> tuple[str, int, float, str, int]:
    """Table, number, time and body of an entry, and the checksum of these."""
    row = (table, entry.seq, entry.at, encode(entry.body).decode())
    return *row, checksum(*row)


def read_setup(table: str, setup: str) -> Setup:
    """The set-up of a table."""
    try:
        return decode_setup(setup)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise StoreDamaged(f"the set-up of table {table} cannot be read: {error}") from None


def read_table(table: str, setup: str, seed: str, created: float, known: int | None) -> Setup:
    """The set-up of a table whose row is as it was written; rows of the first schema have no checksum."""
    if known is not None and known != checksum(table, setup, seed, created):
        raise StoreDamaged(f"the set-up or the seed of table {table} is not what was stored")
    return read_setup(table, setup)


def read_entries(table: str, after: int, rows: Iterable[Any], version: int | None = None) -> list[Entry]:
    """The entries after one, from rows of number, time, body and checksum; all of them up to a version, if given."""
    entries: list[Entry] = []
    for seq, at, body, known in rows:
        wanted = after + len(entries) + 1
        if seq != wanted:
            raise StoreDamaged(f"entry {wanted} of table {table} is missing")
        if known is not None and known != checksum(table, seq, at, body):
            raise StoreDamaged(f"entry {seq} of table {table} is not what was stored")
        try:
            entries.append(Entry(seq, at, decode_body(body)))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise StoreDamaged(f"entry {seq} of table {table} cannot be read: {error}") from None
    if version is not None and after + len(entries) != version:
        raise StoreDamaged(f"table {table} has {after + len(entries)} entries, and {version} were stored")
    return entries
