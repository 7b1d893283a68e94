"""Checks that every game must pass, for authors of games and bots. Needs hypothesis.

from hypothesis import given
from tessella.testkit import Walk, check_game, walks

@given(walks(options_of_my_game))
def test_my_game(walk: Walk) -> None:
    check_game(MY_GAME, walk.options, walk.seed, walk.choices)
"""

from tessella.testkit.conformance import (
    ConformanceError,
    check_applies,
    check_copy,
    check_events,
    check_game,
    check_legal,
    check_notation,
    check_options,
    check_pieces,
    check_record,
    check_refuses,
    check_replay,
    check_sample,
    check_views,
    snapshot,
)
from tessella.testkit.interpreted import interpreted
from tessella.testkit.strategies import Step, Walk, choose, misspelt, play, random_walk, readable, walks

__all__ = [
    "ConformanceError",
    "Step",
    "Walk",
    "check_applies",
    "check_copy",
    "check_events",
    "check_game",
    "check_legal",
    "check_notation",
    "check_options",
    "check_pieces",
    "check_record",
    "check_refuses",
    "check_replay",
    "check_sample",
    "check_views",
    "choose",
    "interpreted",
    "misspelt",
    "play",
    "random_walk",
    "readable",
    "snapshot",
    "walks",
]
