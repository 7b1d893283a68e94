"""The ids of tables."""

import secrets

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not confused when a link is read aloud."""
LENGTH = 12


def new_id() -> str:
    """A table's id in links: 60 random bits, so that it cannot be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
