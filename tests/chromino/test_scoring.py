"""What laying a tile scores."""

import pytest

from tests.chromino.table import do, table


def points(scoring: str, board: str, lay: str) -> int:
    """What seat 1 gets for laying a tile."""
    state = table("classic", f"{lay[:3]} PPP YPY", "YYY RRG", board=board, scoring=scoring)
    do(state, f"1 {lay}")
    return state.view(None).seats[0].score


@pytest.mark.parametrize(
    ("board", "lay", "score"),
    [
        ("BGR@-1,0>", "YBG@-2,1>", 3 + 3),
        ("RRR@-1,0>", "RRB@0,1>", 2 + 1),
        ("RRR@-1,0> RBB@0,2v", "RRB@0,1>", 2 + 1 + 2),
        ("B*G@-1,0>", "BYG@-1,1>", 3 + 3),
        ("YYB@0,-3v GRP@1,1>", "BGR@0,0>", 3 + 2 + 3),
    ],
)
def test_expert_scores_each_tile_touched_once(board: str, lay: str, score: int) -> None:
    """C30, C29: 3+3=6, 2+1=3 and 2+1+2=5 are the rulebooks' examples; several contacts with one tile count once."""
    assert points("expert", board, lay) == score


@pytest.mark.parametrize(
    ("board", "lay", "score"),
    [
        ("YYB@0,-3v GRP@1,1>", "BGR@0,0>", (3 + 2) + (3 + 3) + (3 + 3)),
        ("B*G@-1,0>", "BYG@-1,1>", 3 * (3 + 3)),
        ("RRR@-1,0> RBB@0,2v", "RRB@0,1>", (2 + 1) + (2 + 1) + (2 + 2)),
    ],
)
def test_contacts_scores_each_contact(board: str, lay: str, score: int) -> None:
    """C31, C29: the first is the rulebook's example, 17 points."""
    assert points("contacts", board, lay) == score


def test_without_scoring_nothing_is_scored() -> None:
    """C37: scoring is by agreement."""
    assert points("none", "B*G@-1,0>", "BYG@-1,1>") == 0
