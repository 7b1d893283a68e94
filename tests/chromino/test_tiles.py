"""The set of tiles, and their names."""

from collections import Counter
from itertools import product

import pytest

from tessella.core import NotationError
from tessella.games.chromino.tiles import COLOURS, PLAIN_TILES, THREE_COLOURED, TILES, WILD_TILES, tile_of, value


def test_there_are_75_plain_tiles_and_none_is_another_turned_round() -> None:
    """C1: 125 triples, of which 25 read the same backwards."""
    assert len(PLAIN_TILES) == 75
    assert {min(t, t[::-1]) for t in map("".join, product("BGRYP", repeat=3))} == {min(t, t[::-1]) for t in PLAIN_TILES}
    assert sum(tile == tile[::-1] for tile in PLAIN_TILES) == 25


def test_the_five_wild_tiles() -> None:
    """C2: purple-red, purple-yellow, green-red, green-blue, yellow-blue, each round a wild middle."""
    assert {frozenset(tile) for tile in WILD_TILES} == {frozenset(t) for t in ("P*R", "P*Y", "G*R", "G*B", "Y*B")}
    assert all(tile[1] == "*" for tile in WILD_TILES)


def test_the_five_colours_are_equally_common() -> None:
    """C3: blue, green, red, yellow and purple; on the plain tiles 45 squares of each."""
    assert COLOURS == "BGRYP"
    assert Counter("".join(PLAIN_TILES)) == dict.fromkeys(COLOURS, 45)


def test_a_tile_has_one_name_whichever_way_it_is_read() -> None:
    """C1: read backwards it is the same tile."""
    assert len(set(TILES)) == 80
    for tile in TILES:
        assert tile_of(tile) == tile_of(tile[::-1]) == tile


@pytest.mark.parametrize("text", ["", "BG", "BGRB", "bgr", "BXR", "B G", "*BG", "B**", "***"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    """C1, C3: the error says what a tile looks like."""
    with pytest.raises(NotationError, match=r"three of the letters|wild tiles are"):
        tile_of(text)


def test_a_wild_pair_that_is_not_in_the_set_is_refused() -> None:
    """C2: the error lists the five."""
    with pytest.raises(NotationError, match=r"B\*G, B\*Y, G\*R, R\*P, Y\*P"):
        tile_of("B*R")


def test_values() -> None:
    """C29: the number of colours; a wild tile 3."""
    assert [value(tile) for tile in ("BBB", "BBG", "BGB", "BGR", "B*G")] == [1, 2, 2, 3, 3]
    assert Counter(map(value, PLAIN_TILES)) == {1: 5, 2: 40, 3: 30}
    assert len(THREE_COLOURED) == 30
