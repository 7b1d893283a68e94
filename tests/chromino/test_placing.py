"""Where a tile may lie. Lists and counts for whole boards are compared in test_kernel.py; here are the clauses."""

import pytest

from tessella.core import IllegalAction
from tessella.games.chromino.grid import parse_grid, placements
from tessella.games.chromino.state import State
from tessella.games.chromino.tiles import tile_of
from tests.chromino.table import do, may, table


def places(grid: str, tile: str) -> list[str]:
    return [str(lay) for lay in placements(parse_grid(f"tiles: {tile}\n{grid}"))[tile]]


def test_a_tile_lies_or_stands_either_way_round() -> None:
    """C4: on three empty squares, in a row or a column."""
    state = table("classic", "BYG RRR", "YYY RYP", bag="PPP")
    assert may(state, 1) == ["BYG@-1,-1>", "BYG@-1,1>"]
    four_ways = places("B*G", "BGY")
    assert {text[:3] + text[-1] for text in four_ways} >= {"BGY>", "YGB>"}
    assert {text[-1] for text in places("BB.\n..B", "BGY")} == {">", "v"}


def test_a_taken_square_is_refused() -> None:
    """C4: a tile is laid on empty squares only."""
    state = table("classic", "BYG RRR", "YYY RYP")
    with pytest.raises(IllegalAction, match="square -1,0 is taken") as caught:
        do(state, "1 BYG@-1,0>")
    assert caught.value.clause == "C4"


def test_far_away_is_refused_without_harm() -> None:
    """C4, C5: the grid has no border, but nothing touches out there."""
    state = table("classic", "BYG RRR", "YYY RYP")
    for place in ("BYG@9999,-9999>", "BYG@40,0v", "BYG@-29,29>", "BYG@28,28v"):
        with pytest.raises(IllegalAction, match="no contact, two needed"):
            do(state, f"1 {place}")


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("BYG@-1,3>", "no contact, two needed"),
        ("BYG@-1,1v", "one contact, two needed"),
        ("BYG@2,1>", "no contact, two needed"),  # corners only
        ("GYB@-1,1>", "green meets blue at -1,0"),
    ],
)
def test_two_contacts_of_one_colour_are_needed(place: str, reason: str) -> None:
    """C5: at least two contacts, none between different colours; corners do not touch."""
    state = table("classic", "BYG RRR", "YYY RYP")
    with pytest.raises(IllegalAction, match=reason) as caught:
        do(state, f"1 {place}")
    assert caught.value.clause == "C5"
    assert "does not fit" in str(caught.value)
    assert state.history == []


def test_both_contacts_may_be_with_one_tile_or_with_two() -> None:
    """C5: as in figure 1 of the rulebooks."""
    assert "PRR@-1,1>" in places("RRB", "PRR")
    assert "RGY@1,1>" in places(".R\nR.", "RGY")
    assert "RGY@1,1>" not in places(".R\nB.", "RGY")


def test_a_wild_square_goes_with_every_colour() -> None:
    """C6: each such contact counts, with a different colour on each side if need be."""
    assert "RYG@0,1>" in places("R*", "RYG")
    assert "RYG@0,1>" not in places("RB", "RYG")
    assert {"R*P@0,1>", "P*R@0,1>"} <= set(places(".G.\n...\n.Y.", "R*P"))
    assert "RGP@0,1>" not in places(".G.\n...\n.Y.", "RGP")


def test_a_wild_square_goes_with_a_wild_square() -> None:
    """C6: a decision of ours."""
    assert "R*P@0,1>" in places("R*", "R*P")


def test_more_contacts_than_two() -> None:
    """C7: 3, 6 and even 8 contacts, if all colours agree."""
    assert "BGR@0,1>" in places("BGR", "BGR")
    assert "BGR@0,1>" in places("BGR\n...\nBGR", "BGR")
    assert "BGR@1,1>" in places(".BGR.\nB...R\n.BGR.", "BGR")
    assert "BGR@1,1>" not in places(".BGR.\nB...R\n.BGY.", "BGR")


def test_a_palindrome_turned_round_is_the_same_placement() -> None:
    """C8: a tile that reads the same backwards is listed once for each place, another twice if both ways fit."""
    assert places("RGR", "RGR") == ["RGR@0,-1>", "RGR@0,1>"]
    assert places("R*R", "RGR") == ["RGR@0,-1>", "RGR@0,1>"]
    assert {"G*R@0,1>", "R*G@0,1>"} <= set(places(".B.\n...\n.Y.", "G*R"))
    listed = places("RGR\n...\nR*R", "RGR")
    assert len(listed) == len(set(listed))


def test_conundrum_numbers() -> None:
    """C36, C8: the number of places of each tile on the given board alone."""
    grid = ". B G R .\n. . * . ."
    assert len(places(grid, "BGR")) == 5
    assert places(grid, "P*R") == ["R*P@3,1>", "R*P@3,1v"]
    assert places(grid, "YYY") == []


def lays(state: State, tile: str) -> list[str]:
    """Where seat 1 may lay a tile."""
    return [text for text in may(state, 1) if "@" in text and tile_of(text[:3]) == tile]


def test_junior_by_ends() -> None:
    """C33: exactly one contact, between an end square of each tile; in line with it, at right angles, or beside."""
    state = table("meccano", "BYY PPP", "GGG YYY", board="BGR@-1,0>", junior="ends")
    beside_blue = ["YYB@-1,-3v", "YYB@-2,-2v", "YYB@-3,-1>", "YYB@-4,0>", "BYY@-2,0v", "YYB@-3,1>", "BYY@-1,1v"]
    assert lays(state, "BYY") == beside_blue
    assert lays(state, "PPP") == []


@pytest.mark.parametrize(
    ("hand", "place", "clause", "reason"),
    [
        ("YBY PPP", "YBY@-2,-1v", "C33", "between an end square of each"),
        ("GGG PPP", "GGG@0,1v", "C33", "between an end square of each"),
        ("GBY YYY", "YBG@-2,1>", "C33", "2 contacts, exactly one needed"),
        ("YYY PPP", "YYY@2,0>", "C35", "yellow meets red"),
        ("BYY PPP", "BYY@5,5>", "C33", "no contact, exactly one needed"),
    ],
)
def test_junior_by_ends_refuses(hand: str, place: str, clause: str, reason: str) -> None:
    """C33, C35."""
    state = table("meccano", hand, "GBG PPG", board="BGR@-1,0>", junior="ends")
    with pytest.raises(IllegalAction, match=reason) as caught:
        do(state, f"1 {place}")
    assert caught.value.clause == clause


def test_junior_by_any_square() -> None:
    """C34: exactly one contact, with any square of either tile; C35: different colours do not touch."""
    state = table("meccano", "GYY YGP", "BBB YYY", board="BGR@-1,0>", junior="squares")
    assert lays(state, "GYY") == ["YYG@0,-3v", "GYY@0,1v"]  # beside the green middle
    assert lays(state, "YGP") == []  # its own green middle can touch nothing green without a clash
    state = table("meccano", "YBP PPP", "BBB YYY", board="BGR@-1,0>", junior="squares")
    assert lays(state, "YBP") == ["YBP@-2,-1v", "PBY@-2,-1v"]  # its blue middle at the blue end
    with pytest.raises(IllegalAction, match="yellow meets green") as caught:
        do(table("meccano", "GYY PPP", "BBB YYY", board="BGR@-1,0>", junior="squares"), "1 YYG@0,1v")
    assert caught.value.clause == "C35"
    with pytest.raises(IllegalAction, match="2 contacts, exactly one needed") as caught:
        do(table("meccano", "GBY PPP", "BBB YYY", board="BGR@-1,0>", junior="squares"), "1 YBG@-2,1>")
    assert caught.value.clause == "C34"


@pytest.mark.parametrize(("edition", "junior"), [("classic", "ends"), ("joker", "squares")])
def test_in_junior_games_wild_tiles_lie_across(edition: str, junior: str) -> None:
    """C33, C34: the wild square touches the end of a tile, at right angles to it; nothing else makes a contact."""
    state = table(edition, "R*P YYY", "GGG PPP", board="B*G@-1,0>", junior=junior)
    assert sorted(lays(state, "R*P")) == ["P*R@-2,-1v", "P*R@2,-1v", "R*P@-2,-1v", "R*P@2,-1v"]
    with pytest.raises(IllegalAction, match="laid across"):
        do(table(edition, "G*R YYY", "GGG PPP", board="B*G@-1,0>", junior=junior), "1 G*R@2,0>")


@pytest.mark.parametrize("junior", ["ends", "squares"])
def test_in_junior_games_a_laid_wild_square_takes_an_end(junior: str) -> None:
    """C33: on its free sides, of any colour."""
    state = table("classic", "YYR PPP", "GGG BBB", board="B*G@-1,0>", junior=junior)
    assert sorted(lays(state, "RYY")) == ["RYY@0,-3v", "RYY@0,1v", "YYR@0,-3v", "YYR@0,1v"]
