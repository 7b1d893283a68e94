"""The names of people."""

import unicodedata

LONGEST_NAME = 24


def clean_name(text: str | None) -> str | None:
    """A name as it can be shown: one line of at most `LONGEST_NAME` visible characters; None if nothing is left."""
    plain = unicodedata.normalize("NFKC", text or "")
    # Category C: controls, marks that change the direction of writing, and code points without a character.
    plain = "".join(" " if letter.isspace() else letter for letter in plain)
    plain = "".join(letter for letter in plain if unicodedata.category(letter)[0] != "C")
    return " ".join(plain.split())[:LONGEST_NAME].strip() or None
