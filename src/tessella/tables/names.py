"""The names of people."""

import unicodedata

LONGEST_NAME = 24
MOST_READ = 4 * LONGEST_NAME
"""The letters of a name that are looked at: `normalize` takes a time that grows with their number squared."""


def clean_name(text: str | None) -> str | None:
    """A name as it can be shown: one line of at most `LONGEST_NAME` visible characters; None if nothing is left."""
    plain = unicodedata.normalize("NFKC", (text or "")[:MOST_READ])
    # Category C: controls, marks that change the direction of writing, and code points without a character.
    plain = "".join(" " if letter.isspace() else letter for letter in plain)
    plain = "".join(letter for letter in plain if unicodedata.category(letter)[0] != "C")
    return " ".join(plain.split())[:LONGEST_NAME].strip() or None
