"""What can be agreed before a game, and what cannot."""

from itertools import product
from typing import Any

import pytest

from tessella.core import Generator, OptionError, random_action
from tessella.games import chromino
from tessella.games.chromino.rules import DRAW_ON, DRAW_WHEN_ABLE, HANDS, JUNIOR, OPTION_HELP, SCORING, read_options


@pytest.mark.parametrize("edition", ["classic", "joker", "meccano"])
def test_every_combination_can_be_agreed_and_played(edition: str) -> None:
    """C37: draw rule, open hands, scoring, junior game, and C17, in any edition."""
    names = ("draw_limit", "draw_on", "draw_when_able", "hands", "scoring", "junior")
    combinations = product((1, 2, 3, None), DRAW_ON, DRAW_WHEN_ABLE, HANDS, SCORING, JUNIOR)
    for number, chosen in enumerate(combinations):
        options = chromino.options(edition, 2, **dict(zip(names, chosen, strict=True)))
        assert read_options(options.to_text()) == options
        if number % 15 == 0:
            state = chromino.State.new(options, number)
            rng = Generator(number)
            while state.outcome is None:
                state.apply(*random_action(state, rng))
            assert state.options == options


def test_an_edition_settles_every_option() -> None:
    """C37: the table of the rules, row by row (C10, C11, C14, C15, C16, C17, C21, C22, C23, C24, C25, C26)."""
    rows = {
        edition: (
            data.fewest,
            data.most,
            data.options.wild_tiles,
            data.options.drawn_tile,
            data.options.draw_on,
            data.options.draw_when_able,
            data.options.wild_last,
            data.options.call,
            data.options.claim,
            data.options.ending,
        )
        for edition, data in chromino.EDITIONS.items()
    }
    assert rows == {
        "classic": (1, 8, True, "laid", "must", "no", False, False, False, "finish-round"),
        "joker": (1, 8, True, "laid", "may", "no", True, False, False, "once-more"),
        "meccano": (2, 5, False, "waits", "must", "last-tile-shown", True, True, True, "at-once"),
    }


@pytest.mark.parametrize(
    ("edition", "players", "choices", "says"),
    [
        ("classic", 9, {}, "classic is for 1 to 8 players, not 9"),
        ("meccano", 1, {}, "meccano is for 2 to 5 players, not 1"),
        ("classic", True, {}, "1 to 8 players"),
        ("lego", 2, {}, "the editions are classic, joker and meccano"),
        ("meccano", 2, {"wild_tiles": True}, "without wild tiles .* the other way are classic and joker"),
        ("classic", 2, {"wild_tiles": False}, "with the 5 wild tiles .* the other way are meccano"),
        ("classic", 2, {"draw_limit": 0}, "a number from 1 to 9999, or 'none' for no limit, not 0"),
        ("classic", 2, {"draw_limit": 10**5000}, "a number from 1 to 9999"),
        ("classic", 2, {"scoring": []}, "none, expert or contacts"),
        ([], 2, {}, "the editions are"),
        ("classic", 2, {"draw_limit": -3}, "a number from 1"),
        ("classic", 2, {"draw_limit": True}, "a number from 1"),
        ("classic", 2, {"scoring": "many"}, "none, expert or contacts, not 'many'"),
        ("classic", 2, {"junior": "yes"}, "no, ends or squares"),
        ("classic", 2, {"hands": "shut"}, "hidden or open"),
        ("classic", 2, {"draw_on": "perhaps"}, "draw-on is must or may, not 'perhaps'"),
        ("classic", 2, {"draw_when_able": "always"}, "no, last-tile-shown or yes"),
        ("classic", 2, {"first": 2}, "a seat from 1 to 2, or 'random', not 3"),
        ("classic", 2, {"first": "me"}, "or 'random', not 'me'"),
        ("joker", 2, {"ending": "at-once"}, "in joker, ending is 'once-more' and cannot be changed"),
        ("joker", 2, {"speed": 3}, "there is no option 'speed'; the options are first, draw-limit"),
    ],
)
def test_impossible_options_are_refused(edition: Any, players: int, choices: dict[str, object], says: str) -> None:
    """C37, C10, C11, C12, C16: with a text that says what is possible."""
    with pytest.raises(OptionError, match=says):
        chromino.options(edition, players, **choices)


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ({"players": "two"}, "players is a number, not 'two'"),
        ({"draw-limit": "few"}, "draw-limit is a number"),
        ({"first": "0"}, "first is a seat from 1 to 2"),
        ({"edition": "meccano", "wild-tiles": "yes"}, "without wild tiles"),
        ({"size": "3"}, "there is no option 'size'"),
        ({"draw_limit": "3"}, "there is no option 'draw_limit'; the options are edition, players, wild-tiles, first"),
        ({"wild-tiles": "maybe"}, "wild-tiles is yes or no"),
    ],
)
def test_unreadable_options_are_refused(texts: dict[str, str], says: str) -> None:
    """C37: as texts, too."""
    with pytest.raises(OptionError, match=says):
        read_options(texts)


def test_any_draw_limit_will_do() -> None:
    """C16: from 1 upwards; more than there are tiles is the same as none."""
    for limit in (1, 7, 80, 9999):
        state = chromino.new("classic", 2, seed=1, draw_limit=limit)
        assert state.options.draw_limit == limit
    assert set(OPTION_HELP) == set(chromino.options().to_text())
