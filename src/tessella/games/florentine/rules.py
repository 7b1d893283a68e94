"""Editions and options as data. Code asks for an option's value, never for an edition's name.

There is one edition, the rulebook's; a table chooses who begins, who has which colour, and the deck. Texts (in records,
on the command line, in errors) use the same names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from tessella.core import OptionError
from tessella.core import Options as CoreOptions
from tessella.core.validation import is_number, listing, number
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.games.florentine.config import KernelConfig
from tessella.games.florentine.deck import RECONSTRUCTION, Deck, check_deck, deck_text, read_deck, reconstruction

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Options(CoreOptions):
    """The options of a game. The function `options` makes and checks them."""

    edition: str
    players: int
    first: int | str
    """Who begins (F6): a seat, or "random"."""
    colours: tuple[str, ...] | str
    """Each seat's colour (F4), or "random"."""
    deck: Deck = field(repr=False)
    """The 48 plain cards, in the order of the set (F3)."""

    def kernel_config(self) -> KernelConfig:
        """The options as the kernel takes them."""
        return KernelConfig(self.players, self.deck)

    def to_text(self) -> dict[str, str]:
        """Every choice by its name; `read_options` reads it back."""
        return {
            "edition": self.edition,
            "players": str(self.players),
            "first": str(self.first + 1) if isinstance(self.first, int) else self.first,
            "colours": self.colours if isinstance(self.colours, str) else " ".join(self.colours),
            "deck": deck_text(self.deck),
        }


OPTION_HELP = {
    "edition": "classic, the only one",
    "players": "how many play: 2 to 4",
    "first": "who begins: a seat from 1, or random",
    "colours": f"each seat's colour, like 'red ochre' (of {listing(COLOUR_NAMES)}), or random",
    "deck": "a file with 48 cards of your own, in the place of our reconstruction",
}
"""The options by their names in texts."""
CHOICES = ("first", "colours", "deck")
"""The options that a table may choose."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition: its players, and what sets it apart in one line."""

    fewest: int
    most: int
    summary: str


EDITIONS = {"classic": Edition(2, 4, "48 cards and 4 black ones; the most gems in closed spaces of your colour")}
"""The one edition there is."""


def options(edition: str = "classic", players: int = 2, **choices: Any) -> Options:
    """The options of an edition with some choices; `OptionError` says what is possible instead."""
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise OptionError(f"there is no edition {edition!r}; there is only {listing(EDITIONS)}")
    data = EDITIONS[edition]
    if not is_number(players) or not data.fewest <= players <= data.most:
        raise OptionError(f"{edition} is for {data.fewest} to {data.most} players, not {players!r} (F4)")
    for name in choices:
        if name not in {each.name for each in fields(Options)}:
            raise OptionError(f"there is no option {name.replace('_', '-')!r}; the options are {listing(CHOICES)}")
    agreed = Options(edition, players, RANDOM, COLOUR_NAMES[:players], reconstruction())
    return _checked(replace(agreed, **choices))


def read_options(texts: Mapping[str, str]) -> Options:
    """Options from their texts; options that are not given are as in the edition."""
    known = dict(texts)
    edition = known.pop("edition", "classic")
    players = number("players", known.pop("players", "2"))
    for name in known:
        if name not in OPTION_HELP:
            raise OptionError(f"there is no option {name!r}; the options are {listing(OPTION_HELP)}")
    return options(edition, players, **{name: _READERS[name](text) for name, text in known.items()})


def _checked(agreed: Options) -> Options:
    first, colours = agreed.first, agreed.colours
    if first != RANDOM and not (is_number(first) and 0 <= int(first) < agreed.players):
        shown = int(first) + 1 if is_number(first) else repr(first)
        raise OptionError(f"first is a seat from 1 to {agreed.players}, or 'random', not {shown} (F6)")
    if colours != RANDOM:
        if not isinstance(colours, list | tuple) or not all(isinstance(colour, str) for colour in colours):
            raise OptionError(f"colours are names, listed in the order of the seats, or 'random', not {colours!r} (F4)")
        for colour in colours:
            if colour not in COLOUR_NAMES:
                raise OptionError(f"there is no colour {colour!r}; the colours are {listing(COLOUR_NAMES)} (F4)")
        if len(colours) != agreed.players or len(set(colours)) != agreed.players:
            shown = " ".join(colours) or "none"
            raise OptionError(f"colours are {agreed.players} different ones, one for each seat, not {shown} (F4)")
        colours = tuple(colours)
    return replace(agreed, colours=colours, deck=check_deck(agreed.deck))


def _read_first(text: str) -> int | str:
    return text if text == RANDOM else number("first", text) - 1


def _read_colours(text: str) -> tuple[str, ...] | str:
    return text if text == RANDOM else tuple(text.replace(",", " ").split())


def _read_deck(text: str) -> Deck:
    return reconstruction() if text == RECONSTRUCTION else read_deck(text)


_READERS: dict[str, Callable[[str], Any]] = {
    "first": _read_first,
    "colours": _read_colours,
    "deck": _read_deck,
}
