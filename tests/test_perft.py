"""How many ways a game can go on: a fingerprint of the rules, and of the order in which actions are listed."""

from pathlib import Path

import pytest

from tessella import chromino
from tessella.chromino.rules import read_options
from tessella.core import perft
from tests.table import may, table

TABLES = [
    line.split("|")
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("setting", "counts"), TABLES, ids=[row[0].strip() for row in TABLES])
def test_perft(setting: str, counts: str) -> None:
    """Each row says options, seed and the numbers from depth 0 on."""
    texts = dict(word.split("=") for word in setting.split())
    seed = texts.pop("seed")
    state = chromino.State.new(read_options(texts), seed)
    expected = [int(number) for number in counts.split()]
    assert [perft(state, depth) for depth in range(len(expected))] == expected


def test_perft_counts_what_is_listed() -> None:
    """The last level may be counted without playing it: the numbers are those of playing all of it."""

    def slowly(state: chromino.State, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for seat in range(state.options.players):
            for action in state.legal(seat):
                following = state.copy()
                following.apply(seat, action)
                total += slowly(following, depth - 1)
        return total

    for edition in chromino.EDITIONS:
        state = chromino.new(edition, 3, seed="slow")
        assert [slowly(state, depth) for depth in range(3)] == [perft(state, depth) for depth in range(3)]


def test_the_order_of_actions_is_pinned() -> None:
    """C4, C8: tiles in the order of the set; of each the rows from the top, then columns, lying before standing."""
    state = table("meccano", "GGG GGR BBG", "YYY", bag="PPP", board="BGG@-1,0> GRY@2,0v", turn=0)
    assert may(state, 1) == ORDER


ORDER = ["BBG@-2,-1>", "BBG@-2,1>", "GGG@0,-1>", "GGG@1,-1>", "GGR@1,-1>", "GGR@3,-1v", "draw"]
