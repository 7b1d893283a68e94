"""The ids of tables."""

import secrets
from hashlib import sha256

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not confused when a link is read aloud."""
LENGTH = 12


def new_id() -> str:
    """A table's id in links: 60 random bits, so that it cannot be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def rematch_id(table_id: str, secret: str) -> str:
    """The id of the rematch of a table, the same for all who open it. Its deal's secret is hidden until the end."""
    number = int.from_bytes(sha256(f"rematch of {table_id}: {secret}".encode()).digest())
    return table_id[:-LENGTH] + "".join(ALPHABET[(number >> 5 * place) & 31] for place in range(LENGTH))
