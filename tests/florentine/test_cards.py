"""The cards, and decks of others."""

from collections import Counter
from pathlib import Path

import pytest

import tessella.games.florentine
from tessella.core import NotationError, OptionError
from tessella.games.florentine.cards import COLOUR_NAMES, GEM_NAMES, card_of, colour_of, has_gem, readings, turned
from tessella.games.florentine.deck import CARDS, check_deck, deck_text, read_deck, reconstruction

FILE = Path(tessella.florentine.__file__).with_name("deck.txt")


def pattern(card: str) -> str:
    """The card's colours as letters in the order in which they come up, from the side that gives the first word."""
    patterns = []
    for turns in range(4):
        names: dict[str, str] = {}
        patterns.append("".join(names.setdefault(t, "ABCD"[len(names)]) for t in turned(card, turns).lower()))
    return min(patterns)


def test_colours_and_gems() -> None:
    """F1: four colours, each with its gem, and 48 cards besides the four black ones."""
    assert dict(zip(COLOUR_NAMES, GEM_NAMES, strict=True)) == {
        "red": "jade",
        "blue": "amber",
        "green": "ruby",
        "ochre": "lapis",
    }
    assert len(reconstruction()) == CARDS == 48


def test_a_card_is_four_triangles() -> None:
    """F2: turned it is the same card; a gem is part of it, and always of its triangle's colour."""
    assert {card_of(turned("RbGo", turns)) for turns in range(4)} == {"RbGo"}
    assert card_of("bRRg") == "RRgb"
    assert card_of("rrbg") != card_of("RRbg")
    assert [COLOUR_NAMES[colour_of(t)] for t in "RbGo"] == ["red", "blue", "green", "ochre"]
    assert [has_gem(t) for t in "RbGo"] == [True, False, True, False]
    assert readings("RbGo") == ["RbGo", "bGoR", "GoRb", "oRbG"]


def test_a_symmetrical_card_has_fewer_readings() -> None:
    """F7: what looks the same is the same."""
    assert readings("rbrb") == ["rbrb", "brbr"]
    assert readings("rrrr") == ["rrrr"]
    assert len(readings("Rbrb")) == 4


@pytest.mark.parametrize(
    ("text", "says"), [("", "four letters"), ("RRb", "four letters"), ("RRbgo", "four letters"), ("RRbx", "'x'")]
)
def test_what_is_no_card(text: str, says: str) -> None:
    """F2: the error says what a card is."""
    with pytest.raises(NotationError, match=says):
        card_of(text)


def test_the_reconstruction() -> None:
    """F3: every pattern once, 48 triangles of each colour, 18 gems of each kind on 30 cards."""
    deck = reconstruction()
    assert len(set(deck)) == 48
    patterns = Counter(pattern(card) for card in deck)
    assert patterns == {"AABC": 24, "ABAC": 12, "AABB": 6, "ABCD": 6}
    assert len({card.lower() for card in deck}) == 48
    triangles = Counter("".join(deck))
    for letter in "rbgo":
        assert triangles[letter] + triangles[letter.upper()] == 48
        assert triangles[letter.upper()] == 18
    assert sum(any(has_gem(t) for t in card) for card in deck) == 30
    for card in deck:
        twice = {t for t in card.lower() if card.lower().count(t) == 2}
        carrying = {t.lower() for t in card if has_gem(t)}
        assert carrying == {"AABC": twice, "ABCD": set("rbgo")}.get(pattern(card), set())


def test_the_file_says_that_it_is_a_reconstruction() -> None:
    """F3: with its reasons, and how to write another."""
    text = FILE.read_text(encoding="utf-8")
    assert "reconstruction" in text.splitlines()[0]
    assert "--deck FILE" in text
    assert read_deck(text) == reconstruction()


def test_a_deck_reads_back() -> None:
    """F3: in words, in letters, in any order, and as a record holds it."""
    deck = reconstruction()
    assert read_deck("\n".join(deck)) == deck
    assert read_deck(" ".join(turned(card, 2) for card in reversed(deck))) == deck
    assert deck_text(deck) == "reconstruction"
    other = check_deck(["rrrr"] * 24 + ["Rbgo"] * 24)
    assert read_deck(deck_text(other)) == other
    words = "ochre lapis lazuli,red , blue amber,green ruby # a remark\n"
    assert read_deck("# mine\n\n" + words * 48) == ("rBGO",) * 48


LINES = FILE.read_text(encoding="utf-8").splitlines()
CARD = next(i for i, line in enumerate(LINES) if line.startswith("red jade"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("red jade, red jade, blue", f"card 1 of the deck, in line {CARD + 1}: .*has 3 triangles; a card has four"),
        ("red, red, blue, green, ochre", "card 1 .*has 5 triangles"),
        ("purple, red jade, blue, green", "card 1 .*'purple' in .* is no colour; the colours are red, blue, green and"),
        ("red amber, red jade, blue, green", "card 1 .*'amber' in .* is no gem of red; the gems are red jade"),
        ("red jade jade, red, blue, green", "card 1 .*'jade jade'"),
        ("red lapis lazuli, red, blue, green", "card 1 .*'lapis lazuli' in .* is no gem of red"),
        ("red, , blue, green", "card 1 .*'' in .* is no colour"),
        ("RRbx", "card 1 .*'x' in 'RRbx' is no triangle"),
        ("red jade", "card 1 .*'red' is no card"),
        ("", "a deck has 48 cards besides the black ones, not 47"),
        ("RRbg RRbg", "a deck has 48 cards besides the black ones, not 49"),
    ],
)
def test_a_deck_that_is_none(line: str, says: str) -> None:
    """F3: the error names the card, its line, and what would be right."""
    with pytest.raises(OptionError, match=says):
        read_deck("\n".join([*LINES[:CARD], line, *LINES[CARD + 1 :]]))


def test_a_later_card_is_named_too() -> None:
    """F3: by its number among the cards and by its line."""
    with pytest.raises(OptionError, match=f"card 48 of the deck, in line {len(LINES)}: .*'pink'"):
        read_deck("\n".join([*LINES[:-1], "pink, red, red, red"]))
    with pytest.raises(OptionError, match="card 2 of the deck: 7 is no card"):
        check_deck(("RRbg", 7))  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="card 2 of the deck: 'RR' is no card"):
        check_deck(("RRbg", "RR"))
