"""The policies of Chromino by their numbers, and what they judge positions with.

The weights are in `weights.json`, which names the command that computed them (`lab/training.py`); the values here are
where that search begins.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from tessella.games.chromino.tiles import TILES, WILD

RANDOM, CONTACTS, HARDEST, STATIC, POINTS = 0, 1, 2, 3, 4
"""Policies that need not look ahead."""

PATTERNS = ("AAA", "ABA", "AAB", "ABC", "wild")
"""How a tile's colours repeat, which decides how easily it is laid."""

STATIC_WEIGHTS = {
    "playable tile": -0.4,
    "share of playable tiles": 2.2,
    "share of further places": 0.5,
    "able to play": 0.0,
    "wild tile as last": 1.3,
    "next seat": 1.4,
    "share of the others' tiles that may fit": 5.0,
    "unable to play": 0.8,
    **dict(zip(PATTERNS, (0.3, 0.8, -0.5, -0.2, -0.8), strict=True)),
    "unable to play, with few tiles": 4.6,
    "standing beside points": 1.3,
    "standing beside points by contact": 2.5,
}
"""What a seat sees at a glance, in the order in which the search takes it."""
(PLAYABLE_TILE, PLAYABLE_SHARE, FURTHER_PLACES, ABLE, LAST_WILD, NEXT_SEAT, THEIR_SHARE, THEY_CANNOT, HELD) = range(9)
THEY_CANNOT_WITH_FEW, BESIDE_POINTS = HELD + len(PATTERNS), HELD + len(PATTERNS) + 1
"""Where each stands; from HELD on a tile in hand, by its pattern."""
STATIC_ROOM = 16
PROSPECTS = {
    "tile that cannot be played": 0.07,
    "tile that can": 0.5,
    "able to play": -0.19,
    "share of playable tiles": 3.33,
    "turns to wait": 0.12,
    "no tile left": 2.65,
    **dict(zip(PATTERNS, (0.27, 0.24, -0.09, -0.11, -0.03), strict=True)),
}
"""What decides who wins, with all hands known."""
DEAD_TILE, LIVE_TILE, LIVE, LIVE_SHARE, WAIT, NOTHING_LEFT, LIVE_HELD = range(STATIC_ROOM, STATIC_ROOM + 7)
"""Where each stands; from LIVE_HELD on a tile in hand, by its pattern."""
ROOM = 32
"""For all of them."""

FILE = Path(str(files("tessella.games.chromino.bots").joinpath("weights.json")))


def pattern_of(tile: str) -> int:
    """How a tile's colours repeat, as an index of PATTERNS."""
    if WILD in tile:
        return 4
    colours = len(set(tile))
    return {1: 0, 3: 3}.get(colours, 1 if tile[0] == tile[2] else 2)


PATTERN_OF = bytes(pattern_of(tile) for tile in TILES)
"""Tile: its pattern."""


def check_weights(weights: Sequence[float]) -> None:
    """Refuse more weights than there is room for."""
    if len(weights) > ROOM:
        raise ValueError(f"there are {ROOM} weights at most, not {len(weights)}")


def pack(weights: dict[str, list[float]]) -> list[float]:
    """Weights as the search takes them."""
    static = weights["static"]
    return [*static, *[0.0] * (STATIC_ROOM - len(static)), *weights["prospects"]]


def _trained() -> list[float]:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    return pack({name: list(stored[name].values()) for name in ("static", "prospects")})


WEIGHTS = (
    _trained() if FILE.exists() else pack({"static": [*STATIC_WEIGHTS.values()], "prospects": [*PROSPECTS.values()]})
)
"""What the bots use."""
