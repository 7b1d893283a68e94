"""Write the positions of the course, with the places that the rules allow: `python web/tools/lessons.py`.

The client knows no rules. Whatever it needs for the course is computed here, once, by the engine.
"""

from pathlib import Path
from typing import Any

import msgspec

from tessella.core import Generator
from tessella.games.chromino.grid import Grid, placements
from tessella.games.chromino.notation import parse_lay
from tessella.games.chromino.placing import contacts
from tessella.games.florentine.cards import COLOUR_NAMES, readings
from tessella.games.florentine.config import BLACK, CROSS, NOT_YET, Progress, place_of
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.kernel import Kernel
from tessella.games.florentine.notation import Black, Lay
from tessella.games.florentine.notation import parse_lay as parse_card
from tessella.games.florentine.puzzles.board import laying_order, position, ways
from tessella.games.florentine.tables import EDGES, RIM_OUTSIDE

GAMES = Path(__file__).parent.parent / "src" / "games"
Lesson = dict[str, Any]

CHROMINO: list[Lesson] = [
    {"key": "aim", "board": ["YGB@-1,0>"], "rack": ["GBR"]},
    # It begins with one contact; lying below, it has two.
    {"key": "contacts", "board": ["YGB@-1,0>", "GBR@0,1>"], "rack": ["BRP"], "start": {"x": 1, "y": 3, "turn": 1}},
    # It begins where purple meets green; turned, it fits.
    {
        "key": "clash",
        "board": ["YGB@-1,0>", "GBR@0,1>", "BRP@1,2>"],
        "rack": ["GBP"],
        "start": {"x": 1, "y": -1, "turn": 2},
    },
    {"key": "wild", "board": ["YGB@-1,0>", "GBR@0,1>", "BRP@1,2>", "GBP@0,-1>"], "rack": ["R*P"]},
    {
        "key": "draw",
        "task": "draw",
        "board": ["YGB@-1,0>", "GBR@0,1>", "BRP@1,2>", "GBP@0,-1>", "P*R@0,3>"],
        "rack": ["GYG"],
        "drawn": "RRY",
    },
    {
        "key": "last",
        "board": ["YGB@-1,0>", "GBR@0,1>", "BRP@1,2>", "GBP@0,-1>", "P*R@0,3>", "RRY@1,4>"],
        "rack": ["BPP"],
    },
]


def chromino_lesson(lesson: Lesson) -> Lesson:
    """Add all places of its tiles to a lesson."""
    board = [parse_lay(text) for text in lesson["board"]]
    tiles = [*lesson["rack"], *([lesson["drawn"]] if "drawn" in lesson else [])]
    cells = {(x, y): letter for lay in board for x, y, letter in lay.cells()}
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    moved = {(x - left, y - top): letter for (x, y), letter in cells.items()}
    width, height = max(x for x, _ in moved) + 1, max(y for _, y in moved) + 1
    fitting = placements(Grid(tuple(tiles), moved, width, height))
    lays = []
    for tile in tiles:
        for lay in fitting[tile]:
            placed = parse_lay(f"{lay.squares}@{lay.x + left},{lay.y + top}{lay.direction}")
            touching = [[each.square, each.x, each.y] for each in contacts(board, placed)]
            lays.append({"lay": str(placed), "contacts": touching, "points": 0})
    return {**lesson, "lays": lays}


DECK = reconstruction()
HAS_GEMS = tuple(card for card in DECK if card.isupper())
"""The cards with a gem on each triangle."""
COLOUR = COLOUR_NAMES.index("red")
"""The player's colour. The client puts the colour that a person chooses in its place: the deck has every card in every
colour."""


def florentine_lessons() -> list[Lesson]:
    """All lessons, on one board that grows from a card to a complete cross and two cards more."""
    for seed in range(20_000):
        lessons = _on_one_board(Generator(seed))
        if lessons is not None:
            return lessons
    raise AssertionError("no board for the course")


def _on_one_board(choices: Generator) -> list[Lesson] | None:
    """The lessons on a random board; None if one of them cannot be on it."""
    board = [Lay(choices.choice(HAS_GEMS), 0, 0)]
    lessons = [_lesson("colour", board, [], task="choose")]
    for key, size, make in (
        ("edges", 1, _edges),
        ("aim", 2, _aim),
        ("cross", 5, _cross),
        ("aside", 6, _aside),
        ("corner", CROSS, _corner),
        ("pool", CROSS + 1, _pool),
        ("black", CROSS + 2, _black),
    ):
        while len(board) < size:
            fitting = [lay for lays in _fitting(board).values() for lay in lays]
            if not fitting:
                return None
            board.append(choices.choice(fitting))
        lesson = make(key, board)
        if lesson is None:
            return None
        lessons.append(lesson)
        if "goal" in lesson and lesson["task"] == "lay" and "black" not in lesson:
            board.append(parse_card(lesson["goal"][0]))
    return lessons


def _lesson(key: str, board: list[Lay], rack: list[str], task: str = "lay", **more: Any) -> Lesson:
    lays = [str(lay) for card in rack if card in DECK for lay in ways(position(board, rack), card)]
    return {"key": key, "task": task, "board": list(map(str, board)), "rack": rack, "lays": lays, **more}


def _fitting(board: list[Lay]) -> dict[str, list[Lay]]:
    """Where each card fits that is not on the board."""
    used = {lay.card for lay in board}
    cards = [card for card in DECK if card not in used]
    kernel = position(board, cards)
    return {card: ways(kernel, card) for card in cards}


def _gems(board: list[Lay], black: int = NOT_YET) -> int:
    """The player's gems in closed spaces, with the black card at an edge."""
    deck = DECK
    laid = [
        (deck.index(lay.card), readings(lay.card).index(lay.triangles), lay.x, lay.y) for lay in laying_order(board)
    ]
    kernel = Kernel(2, deck)
    kernel.arrange(laid, [[], []], [], [], [0, 1], [black, NOT_YET], Progress(0, 0, BLACK))
    return int(kernel.closed_gems[0])


def _edges(key: str, board: list[Lay]) -> Lesson | None:
    """A card that fits at several sides of the first one."""
    for card, lays in _fitting(board).items():
        if len(lays) == 4 and card not in HAS_GEMS:
            return _lesson(key, board, [card])
    return None


def _aim(key: str, board: list[Lay]) -> Lesson | None:
    """A card that closes in gems of the player at one place of several."""
    for card in HAS_GEMS:
        lays = _fitting(board).get(card, [])
        worth = {lay: _gems([*board, lay]) for lay in lays}
        best = [lay for lay in lays if worth[lay] >= 2]
        if len(lays) >= 4 and len(best) == 1 and _gems(board) == 0:
            return _lesson(key, board, [card], goal=[str(best[0])])
    return None


def _cross(key: str, board: list[Lay]) -> Lesson | None:
    """A card that fits at two or three arms; it begins beside the cross, where it may not lie yet."""
    if not any(abs(lay.x) + abs(lay.y) == 2 for lay in board):
        return None
    for card, lays in _fitting(board).items():
        if 2 <= len(lays) <= 3:
            return _lesson(key, board, [card], start={"x": 1, "y": 1, "turn": 0})
    return None


def _aside(key: str, board: list[Lay]) -> Lesson | None:
    """Two cards that fit nowhere, and one that does to be drawn."""
    fitting = _fitting(board)
    stuck = [card for card, lays in fitting.items() if not lays]
    free = [card for card, lays in fitting.items() if lays]
    return _lesson(key, board, stuck[:2], task="aside", drawn=free[0]) if len(stuck) >= 2 and free else None


def _corner(key: str, board: list[Lay]) -> Lesson | None:
    """A card that fits into two of the four corners of the cross."""
    for card, lays in _fitting(board).items():
        if len(lays) == 2:
            return _lesson(key, board, [card])
    return None


def _pool(key: str, board: list[Lay]) -> Lesson | None:
    """Three cards, of which one fits nowhere."""
    fitting = _fitting(board)
    stuck = [card for card, lays in fitting.items() if not lays]
    free = [card for card, lays in fitting.items() if len(lays) == 1]
    return _lesson(key, board, [free[0], stuck[0], free[1]]) if stuck and len(free) >= 2 else None


def _black(key: str, board: list[Lay]) -> Lesson | None:
    """A black card that closes in gems of the player at one place of several."""
    kernel = position(board, [])
    before = _gems(board)
    worth = {edge: _gems(board, edge) - before for edge in range(EDGES) if kernel.black_fits_at(COLOUR, edge)}
    best = [edge for edge, gems in worth.items() if gems > 0]
    if len(best) != 1 or len(worth) < 2:
        return None
    places = {edge: place_of(RIM_OUTSIDE[edge]) for edge in worth}
    return _lesson(key, board, ["black"], black=list(places.values()), goal=[str(Black(*places[best[0]]))])


def lessons() -> dict[Path, str]:
    """The files as they should be."""
    courses = {"chromino": [chromino_lesson(lesson) for lesson in CHROMINO], "florentine": florentine_lessons()}
    return {
        GAMES / game / "lessons.json": msgspec.json.encode(course).decode() + "\n" for game, course in courses.items()
    }


if __name__ == "__main__":
    for path, text in lessons().items():
        path.write_text(text, encoding="utf-8")
        for lesson in msgspec.json.decode(text):
            print(
                path.parent.name,
                lesson["key"],
                len(lesson["board"]),
                lesson["rack"],
                len(lesson["lays"]),
                "places",
                lesson.get("goal", ""),
            )
