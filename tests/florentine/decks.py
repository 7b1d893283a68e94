"""Decks made for a test."""

from itertools import cycle, islice

from tessella.games.florentine.deck import CARDS, Deck, check_deck

WITHOUT_RED = ("BBgo", "GGob", "OObg", "BBog", "bgbo", "gbgo", "bbgg", "ggoo")


def two_worlds(red: int) -> Deck:
    """A deck with so many cards that are all red, and no red on the others: neither fits beside the other (F11)."""
    return check_deck(["rrrr"] * red + list(islice(cycle(WITHOUT_RED), CARDS - red)))


def one_kind(card: str) -> Deck:
    """48 cards that look the same."""
    return check_deck([card] * CARDS)
