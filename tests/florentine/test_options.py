"""What can be agreed before a game, and what cannot."""

from typing import Any

import pytest

from tessella.core import OptionError
from tessella.games import florentine
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.rules import OPTION_HELP, read_options
from tests.florentine.decks import two_worlds


def test_an_edition_settles_every_option() -> None:
    """F3, F4, F6: what is agreed if nothing is said."""
    for players in (2, 3, 4):
        options = florentine.options("classic", players)
        assert options.first == "random"
        assert options.colours == ("red", "blue", "green", "ochre")[:players]
        assert options.deck == reconstruction()
        assert options == read_options({"players": str(players)})


@pytest.mark.parametrize(
    ("players", "choices", "says"),
    [
        (1, {}, r"classic is for 2 to 4 players, not 1 \(F4\)"),
        (5, {}, "2 to 4 players, not 5"),
        (True, {}, "2 to 4 players"),
        ("3", {}, "2 to 4 players"),
        (2, {"first": 2}, r"first is a seat from 1 to 2, or 'random', not 3 \(F6\)"),
        (2, {"first": -1}, "not 0"),
        (2, {"first": "youngest"}, "not 'youngest'"),
        (2, {"colours": ("red",)}, r"colours are 2 different ones, one for each seat, not red \(F4\)"),
        (2, {"colours": ("red", "red")}, "2 different ones"),
        (2, {"colours": ("red", "blue", "green")}, "2 different ones"),
        (2, {"colours": ()}, "not none"),
        (2, {"colours": ("red", "purple")}, "there is no colour 'purple'; the colours are red, blue, green and ochre"),
        (2, {"colours": "red"}, "colours are names"),
        (2, {"colours": (0, 1)}, "colours are names"),
        (2, {"deck": ("RRbg",) * 47}, "a deck has 48 cards besides the black ones, not 47"),
        (2, {"deck": ("RRbg",) * 47 + ("RRbx",)}, "card 48 of the deck: 'x' in 'RRbx' is no triangle"),
        (2, {"hands": "open"}, "there is no option 'hands'; the options are first, colours and deck"),
    ],
)
def test_what_cannot_be_agreed(players: Any, choices: dict[str, Any], says: str) -> None:
    """F3, F4, F6: with what would be right."""
    with pytest.raises(OptionError, match=says):
        florentine.options("classic", players, **choices)


def test_there_is_one_edition() -> None:
    """F4: and it is for 2 to 4 players."""
    for edition in ("joker", "", None):
        with pytest.raises(OptionError, match="there is only classic"):
            florentine.options(edition, 2)  # type: ignore[arg-type]


def test_options_as_texts() -> None:
    """F3, F4, F6: as records and commands write them."""
    options = florentine.options("classic", 3, first=1, colours=["ochre", "red", "blue"], deck=two_worlds(7))
    texts = options.to_text()
    assert set(texts) == set(OPTION_HELP)
    assert (texts["first"], texts["colours"]) == ("2", "ochre red blue")
    assert texts["deck"].split() == list(two_worlds(7))
    assert read_options(texts) == options
    assert read_options({**texts, "colours": "ochre, red,blue"}) == options
    assert florentine.options("classic", 3).to_text()["deck"] == "reconstruction"
    assert read_options({"colours": "random"}).colours == "random"


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ({"players": "two"}, "players is a number, not 'two'"),
        ({"first": "one"}, "first is a number, not 'one'"),
        (
            {"scoring": "expert"},
            "there is no option 'scoring'; the options are edition, players, first, colours and deck",
        ),
        ({"deck": "mine"}, "card 1 of the deck, in line 1: 'n' in 'mine' is no triangle|'m' in 'mine'"),
        ({"deck": ""}, "not 0"),
    ],
)
def test_texts_that_are_no_options(texts: dict[str, str], says: str) -> None:
    """F3, F4, F6."""
    with pytest.raises(OptionError, match=says):
        read_options(texts)


def test_equal_decks_are_equal_options() -> None:
    """F3: whichever way their cards are turned or ordered."""
    deck = reconstruction()
    other = [card[2:] + card[:2] for card in reversed(deck)]
    assert florentine.options("classic", 2, deck=other) == florentine.options("classic", 2)
