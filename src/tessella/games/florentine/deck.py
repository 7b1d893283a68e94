"""The 48 plain cards that a game is played with: ours, or those of a file (F3)."""

from functools import cache
from importlib.resources import files

from tessella.core import NotationError, OptionError
from tessella.core.validation import listing
from tessella.games.florentine.cards import COLOUR_NAMES, COLOURS, GEM_NAMES, TRIANGLES, card_of, rank

CARDS = 48
RECONSTRUCTION = "reconstruction"
"""The name of our own deck, which is in `deck.txt`."""

Deck = tuple[str, ...]
"""The names of 48 cards, in the order of the set, which fixes the order of every list. Cards may be equal."""


@cache
def reconstruction() -> Deck:
    """Our own deck."""
    return read_deck(files("tessella.games.florentine").joinpath("deck.txt").read_text(encoding="utf-8"))


def read_deck(text: str) -> Deck:
    """A deck from the text of a file; `OptionError` names the card that is wrong.

    A line holds one card in words (`red jade, red jade, blue, green`), or any number of them in letters (`RRbg`), which
    is how a record holds them.
    """
    cards: list[str] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        line = line.partition("#")[0].strip()
        for written in [line] if "," in line else line.split():
            try:
                cards.append(_spelt_out(written) if "," in written else card_of(written))
            except NotationError as error:
                raise OptionError(f"card {len(cards) + 1} of the deck, in line {number}: {error}") from None
    return check_deck(cards)


def _spelt_out(text: str) -> str:
    """A card in words."""
    triangles = [" ".join(words.split()) for words in text.split(",")]
    if len(triangles) != TRIANGLES:
        raise NotationError(f"{text!r} has {len(triangles)} triangles; a card has four, separated by commas")
    return card_of("".join(_triangle(triangle, text) for triangle in triangles))


def _triangle(words: str, card: str) -> str:
    name, _, gem = words.partition(" ")
    if name not in COLOUR_NAMES:
        raise NotationError(f"{name!r} in {card!r} is no colour; the colours are {listing(COLOUR_NAMES)}")
    number = COLOUR_NAMES.index(name)
    if not gem:
        return COLOURS[number].lower()
    if {"lapis lazuli": "lapis"}.get(gem, gem) != GEM_NAMES[number]:
        known = listing(f"{colour} {gem}" for colour, gem in zip(COLOUR_NAMES, GEM_NAMES, strict=True))
        raise NotationError(f"{gem!r} in {card!r} is no gem of {name}; the gems are {known}")
    return COLOURS[number]


def check_deck(cards: list[str] | Deck) -> Deck:
    """Any 48 cards as a deck, in its order; `OptionError` names what is wrong."""
    if not isinstance(cards, list | tuple):
        raise OptionError(f"a deck is a list of {CARDS} cards, not {cards!r} (F3)")
    named = []
    for number, card in enumerate(cards, 1):
        if not isinstance(card, str):
            raise OptionError(f"card {number} of the deck: {card!r} is no card; cards are texts like RRbg")
        try:
            named.append(card_of(card))
        except NotationError as error:
            raise OptionError(f"card {number} of the deck: {error}") from None
    if len(named) != CARDS:
        raise OptionError(f"a deck has {CARDS} cards besides the black ones, not {len(named)}")
    return tuple(sorted(named, key=rank))


def deck_text(deck: Deck) -> str:
    """A deck as a record holds it: its name, or all its cards."""
    return RECONSTRUCTION if deck == reconstruction() else " ".join(deck)
