"""Write the positions of the course, with the places that the rules allow: `python web/tools/lessons.py`.

The client knows no rules. Whatever it needs for the course is computed here, once, by the engine.
"""

from pathlib import Path
from typing import Any

import msgspec

from tessella.core import Generator
from tessella.core.schema import encode
from tessella.games import florentine
from tessella.games.chromino.grid import Grid, placements
from tessella.games.chromino.notation import parse_lay
from tessella.games.chromino.placing import contacts
from tessella.games.florentine import puzzles as problems
from tessella.games.florentine.cards import card_of
from tessella.games.florentine.notation import Black
from tessella.games.florentine.notation import parse_lay as parse_card
from tessella.games.florentine.puzzles.board import after, position, spaces, ways

GAMES = Path(__file__).parent.parent / "src" / "games"
Lesson = dict[str, Any]

CHROMINO: list[Lesson] = [
    {"key": "contacts", "board": ["G*R@-1,0>"], "rack": ["GYR"]},
    # It begins where red meets green; turned, it fits.
    {"key": "clash", "board": ["G*R@-1,0>", "GYR@-1,1>"], "rack": ["GRR"], "start": {"x": 0, "y": -1, "turn": 2}},
    {"key": "wild", "board": ["G*R@-1,0>", "GYR@-1,1>", "YYB@0,2>"], "rack": ["B*G"]},
    {"key": "draw", "board": ["G*R@-1,0>", "GYR@-1,1>", "YYB@0,2>"], "rack": ["PPP"], "draw": "YRR"},
    {"key": "last", "board": ["G*R@-1,0>", "GYR@-1,1>", "YYB@0,2>", "YRR@0,-1>"], "rack": ["RRB"]},
]


def chromino_lesson(lesson: Lesson) -> Lesson:
    """Add all places of its tiles to a lesson."""
    board = [parse_lay(text) for text in lesson["board"]]
    tiles = [*lesson["rack"], *([lesson["draw"]] if "draw" in lesson else [])]
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


def cross_lesson() -> Lesson:
    """The first arm of the cross."""
    return _card_lesson("cross", ["RRbg@0,0"], "RogR", None)


def corner_lesson() -> Lesson:
    """A card goes into a corner, with two neighbours."""
    problem = problems.new("corner", "places", difficulty=1, cards=3)
    card = next(card for card, lays in problem.solve().items() if lays)
    return _card_lesson("corner", [str(lay) for lay in problem.board], card, None)


def space_lesson() -> Lesson:
    """Close a space with gems: of the places where the card fits, the best."""
    for seed in range(200):
        problem = problems.new(f"lesson {seed}", "gems", difficulty=1, cards=2)
        closing = problem.closing()
        best = max(closing, key=lambda lay: closing[lay])
        places = [lay for lay in closing if lay.card == best.card]
        if closing[best] >= 2 and len(places) >= 3 and problem.colour == "red":
            return _card_lesson("space", [str(lay) for lay in problem.board], best.card, str(best))
    raise AssertionError("no position for the lesson of the closed space")


def _card_lesson(key: str, board: list[str], card: str, goal: str | None) -> Lesson:
    kernel = position([parse_card(text) for text in board], [card_of(card)])
    name = card_of(card)
    lesson: Lesson = {
        "key": key,
        "board": board,
        "rack": [name],
        "lays": [str(lay) for lay in ways(kernel, name)],
        "closed": [encode(space) for space in spaces(kernel) if space.closed],
        "colour": "red",
    }
    if goal is not None:
        lesson["goal"] = [goal]
        done = after(kernel, parse_card(goal))
        lesson["after"] = [encode(space) for space in spaces(done) if space.closed]
    return lesson


def black_lesson() -> Lesson:
    """The black card closes a last space, at one place of many."""
    options = florentine.GAME.options("classic", 2)
    for seed in range(500):
        state = florentine.GAME.new(options, f"lesson {seed}")
        choices = Generator(seed)
        while state.turn is not None and state.view(None).stage != "black":
            actions = state.legal(state.turn)
            lays = [action for action in actions if "@" in str(action)]
            state.apply(state.turn, choices.choice(lays or actions))
        if state.turn != 0:
            continue
        before = state.view(0)
        worth = {}
        for action in state.legal(0):
            if isinstance(action, Black):
                trial = state.copy()
                trial.apply(0, action)
                worth[action] = trial.view(0).seats[0].gems - before.seats[0].gems
        best = max(worth, key=lambda action: worth[action], default=None)
        if best is None or worth[best] < 2 or list(worth.values()).count(worth[best]) > 1:
            continue
        state.apply(0, best)
        return {
            "key": "black",
            "board": [str(lay) for lay in before.board],
            "rack": ["black"],
            "lays": [],
            "black": [[action.x, action.y] for action in worth],
            "goal": [str(best)],
            "closed": [encode(space) for space in before.spaces if space.closed],
            "after": [encode(space) for space in state.view(0).spaces if space.closed],
            "colour": before.seats[0].colour,
        }
    raise AssertionError("no position for the lesson of the black card")


def lessons() -> dict[Path, str]:
    """The files as they should be."""
    courses = {
        "chromino": [chromino_lesson(lesson) for lesson in CHROMINO],
        "florentine": [cross_lesson(), corner_lesson(), space_lesson(), black_lesson()],
    }
    return {
        GAMES / game / "lessons.json": msgspec.json.encode(course).decode() + "\n" for game, course in courses.items()
    }


if __name__ == "__main__":
    for path, text in lessons().items():
        path.write_text(text, encoding="utf-8")
        for lesson in msgspec.json.decode(text):
            print(
                path.parent.name, lesson["key"], lesson["rack"], len(lesson["lays"]), "places", lesson.get("goal", "")
            )
