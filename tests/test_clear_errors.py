"""Mistakes of those who program against tessella: each is refused with a clear error, and changes nothing."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tessella
from tessella.core import (
    Generator,
    IllegalAction,
    NotationError,
    OptionError,
    State,
    TessellaError,
    seed_text,
)
from tessella.games import GAMES, chromino, florentine
from tessella.games.florentine.cards import COLOUR_NAMES
from tessella.record import RecordError, parse
from tessella.research.batch import Batch
from tessella.testkit import snapshot
from tests.chromino.table import do, table
from tests.pinned import PINNED

HUGE = 10**5000
"""Python does not even write it."""


def refused(state: State, error: type[TessellaError], match: str, attempt: Callable[[], object]) -> None:
    """The attempt raises the error, and the game is as before."""
    before = snapshot(state)
    with pytest.raises(error, match=match):
        attempt()
    assert snapshot(state) == before


@pytest.mark.parametrize("lay", [None, "BBG@-2,1>", 3, chromino.parse("draw")])
def test_a_claim_without_a_placement(lay: Any) -> None:
    """C23."""
    state = table("meccano", "BBG", "PPP RYR", bag="YPY RPR", board="BGG@-1,0>")
    do(state, "1 draw")
    refused(state, NotationError, "a claim names a placement", lambda: state.apply(1, chromino.Claim(lay)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("action", "says"), [("pass", "read it with the game's parse"), (None, "is no action of")])
def test_what_is_no_action(game: str, action: Any, says: str) -> None:
    """A text is not played: `parse` reads it."""
    state = GAMES[game].new(GAMES[game].options("classic", 2), 1)
    assert state.turn is not None
    refused(state, NotationError, says, lambda: state.apply(state.turn or 0, action))


def test_coordinates_that_are_too_large() -> None:
    """C5, C23, F10, F14."""
    state = table("classic", "BYG RRR", "YYY PPP")
    far = chromino.Lay("BYG", HUGE, 0, ">")
    refused(state, IllegalAction, "from -9999 to 9999", lambda: state.apply(0, far))
    claimed = table("meccano", "BBG", "PPP RYR", bag="YPY RPR", board="BGG@-1,0>")
    do(claimed, "1 draw")
    missed = chromino.Claim(chromino.Lay("BBG", 0, -HUGE, "v"))
    refused(claimed, IllegalAction, r"from -9999 to 9999 \(C23\)", lambda: claimed.apply(1, missed))
    cards = florentine.new("classic", 2, seed=1)
    seat = cards.turn or 0
    lay = florentine.Lay(cards.view(seat).hand[0], -HUGE, 0)
    refused(cards, IllegalAction, r"from -9999 to 9999 \(F10\)", lambda: cards.apply(seat, lay))
    while cards.view(None).stage != "black":
        cards.apply(cards.turn or 0, cards.legal(cards.turn or 0)[0])
    black = florentine.Black(0, HUGE)
    refused(cards, IllegalAction, r"from -9999 to 9999 \(F14\)", lambda: cards.apply(cards.turn or 0, black))


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_is_too_large(game: str) -> None:
    """C13, F4."""
    state = GAMES[game].new(GAMES[game].options("classic", 2), 1)
    refused(state, IllegalAction, "no such seat; the seats are 1 to 2", lambda: state.legal(HUGE))


@pytest.mark.parametrize("colours", [5, None, {"red", "blue"}, {"red": 1, "blue": 2}, "red", ("red", 3), iter(())])
def test_colours_that_are_no_list(colours: Any) -> None:
    """F4: a set has no order, and the order says who has which."""
    with pytest.raises(OptionError, match="in the order of the seats"):
        florentine.new("classic", 2, colours=colours)
    assert florentine.new("classic", 2, colours=list(COLOUR_NAMES[:2])).options.colours == COLOUR_NAMES[:2]


@pytest.mark.parametrize("deck", [5, None, "RRbg", {"RRbg"}])
def test_a_deck_that_is_no_list(deck: Any) -> None:
    """F3."""
    with pytest.raises(OptionError, match="a deck is a list of 48 cards"):
        florentine.new("classic", 2, deck=deck)


def test_a_view_of_the_other_game() -> None:
    """Neither game imagines a state for it, or takes its options."""
    views = {name: game.new(game.options("classic", 2), 1).view(0) for name, game in GAMES.items()}
    for name, game in GAMES.items():
        for other, view in views.items():
            if other != name:
                with pytest.raises(TessellaError, match="takes a view of its own"):
                    game.sample(view, Generator(1))
                with pytest.raises(TessellaError, match="takes options of its own"):
                    game.new(view.options, 1)
        with pytest.raises(TessellaError, match="takes a view of its own"):
            game.sample(None, Generator(1))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [3.5, b"x", ["x"], True, HUGE, -HUGE, object()], ids=range(7))
def test_seeds_that_are_no_text_or_whole_number(seed: Any) -> None:
    """A number like 3.0 would be another game than 3."""
    with pytest.raises(OptionError, match="a text or a whole number"):
        seed_text(seed)
    for game in GAMES.values():
        with pytest.raises(OptionError, match="a text or a whole number"):
            game.new(game.options("classic", 2), seed)


@pytest.mark.parametrize("seed", ["x", None, 1.5, True])
def test_a_generator_takes_whole_numbers(seed: Any) -> None:
    """Of any size."""
    with pytest.raises(OptionError, match="whole number"):
        tessella.Generator(seed)
    assert tessella.Generator(HUGE).word() == tessella.Generator(HUGE % 2**64).word()


@pytest.mark.parametrize(
    "written", ["\N{ARABIC-INDIC DIGIT THREE}", "+3", "0_3", " 3", "3 ", "\N{FULLWIDTH DIGIT THREE}", "²", ""]
)
def test_numbers_are_written_with_the_digits_0_to_9(written: str) -> None:
    """C37, F4: in options and in records."""
    for game in GAMES.values():
        with pytest.raises(OptionError, match="digits 0 to 9"):
            game.read_options({"players": written})
    with pytest.raises(OptionError, match="digits 0 to 9"):
        chromino.GAME.read_options({"draw-limit": written})
    record = PINNED["classic, scored"]
    if written.strip() == written and written:
        with pytest.raises(RecordError, match="digits 0 to 9"):
            parse(record.replace("draw-limit: 3", f"draw-limit: {written}"))
    with pytest.raises(RecordError):
        parse(record.replace("\n2 YYG@", f"\n{written} YYG@"))


def test_a_field_that_is_not_there() -> None:
    """The error lists those that are."""
    batch = Batch(games=2, players=2)
    with pytest.raises(TessellaError, match=r"no field 'hands'; the fields are turn, .* hand, grid,"):
        batch.layout.part(batch.observations, "hands")


@pytest.mark.parametrize(
    "actions", [[1.5, 1.5], [1.0, float("nan")], [1, float("inf")], ["1", "1"], [True, True], [[1], [1, 2]], None]
)
def test_actions_that_are_no_whole_numbers(actions: Any) -> None:
    """NumPy would cut off what is behind the point."""
    batch = Batch(games=2, players=2)
    before = batch.observations.copy()
    with pytest.raises(TessellaError, match="whole numbers"):
        batch.step(actions)
    assert np.array_equal(batch.observations, before)
    assert batch.dealt == 2


def test_a_batch_takes_the_seeds_of_games() -> None:
    """Texts and whole numbers."""
    with pytest.raises(OptionError, match="a text or a whole number"):
        Batch(games=2, players=2, seed=1.5)  # type: ignore[arg-type]


def test_the_function_sample_refuses_what_the_game_refuses() -> None:
    """Whichever way it is called: a view of the other game is named as such."""
    with pytest.raises(TessellaError, match="Chromino"):
        chromino.sample(florentine.new(seed=1).view(0), Generator(1))
    with pytest.raises(TessellaError, match="Florentine Dominoes"):
        florentine.sample(chromino.new(seed=1).view(0), Generator(1))
