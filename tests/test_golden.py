"""Golden playthroughs: whole games as readable text, with what every seat sees at each step.

A change of the rules, of the order of actions, of a view or of the deal shows here as a difference to read.
`make golden` writes them anew.
"""

from pathlib import Path

import pytest

from tessella import chromino
from tessella.core import Event, Generator, random_action

FOLDER = Path(__file__).parent / "golden"

GAMES: dict[str, tuple[str, int, dict[str, object]]] = {
    "classic": ("classic", 2, {}),
    "classic-solo": ("classic", 1, {}),
    "classic-expert": ("classic", 3, {"scoring": "expert", "first": 1}),
    "classic-junior": ("classic", 3, {"junior": "ends"}),
    "classic-draw-without-limit": ("classic", 2, {"draw_limit": None}),
    "classic-eight-players": ("classic", 8, {}),
    "joker": ("joker", 3, {}),
    "joker-open-hands": ("joker", 2, {"hands": "open"}),
    "joker-junior": ("joker", 2, {"junior": "squares"}),
    "joker-draw-three": ("joker", 2, {"draw_limit": 3, "scoring": "contacts"}),
    "joker-draw-when-able": ("joker", 2, {"draw_when_able": "yes"}),
    "meccano": ("meccano", 2, {}),
    "meccano-contacts": ("meccano", 3, {"scoring": "contacts"}),
    "meccano-five-players": ("meccano", 5, {"draw_limit": 2}),
    "meccano-junior": ("meccano", 2, {"junior": "squares", "scoring": "expert"}),
}


def playthrough(name: str) -> str:
    """A game of random players, seeded with its own name."""
    edition, players, choices = GAMES[name]
    state = chromino.new(edition, players, seed=name, **choices)
    rng = Generator(sum(name.encode()))
    lines = [f"# {name}", *(f"{key}: {text}" for key, text in state.options.to_text().items()), f"seed: {state.seed}"]
    lines += ["", f"opening: {state.view(None).board[0]}", *sights(state)]
    while state.outcome is None:
        seat, action = random_action(state, rng)
        events = state.apply(seat, action)
        lines += ["", f"## {len(state.history)}. seat {seat + 1}: {action}"]
        lines += [line for event in events for line in told(event, players)]
        lines += sights(state)
    return "\n".join(lines) + "\n"


def told(event: Event, players: int) -> list[str]:
    """An event, and what only some get to know of it."""
    lines = [f"- {event}"]
    public = event.seen_by(None).to_json()
    for seat in range(players):
        more = {key: value for key, value in event.seen_by(seat).to_json().items() if public[key] != value}
        lines += [f"  (seat {seat + 1} is told: {key} {value})" for key, value in more.items()]
    return lines


def sights(state: chromino.State) -> list[str]:
    """What a spectator sees, and what each seat sees besides. The seats see all that the spectator does."""
    common = str(state.view(None)).splitlines()[1:]
    lines = str(state.view(None)).splitlines()
    for seat in range(state.options.players):
        seen = str(state.view(seat)).splitlines()
        private = [line for line in seen[1:] if line not in common]
        assert [line for line in seen[1:] if line in common] == common
        lines += [f"seat {seat + 1} sees besides:", *private]
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str, request: pytest.FixtureRequest) -> None:
    """The whole game is as it was, with every rule that comes up in it."""
    file = FOLDER / f"{name}.txt"
    text = playthrough(name)
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), f"there is no golden playthrough of {name}: make golden"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_over() -> None:
    """A file that no game writes would never be checked."""
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(GAMES)


def test_every_edition_has_playthroughs() -> None:
    """C37: and every choice is in one of them."""
    options = [chromino.options(edition, players, **choices) for edition, players, choices in GAMES.values()]
    assert {o.edition for o in options} == set(chromino.EDITIONS)
    assert {o.junior for o in options} == {"no", "ends", "squares"}
    assert {o.scoring for o in options} == {"none", "expert", "contacts"}
    assert {o.hands for o in options} == {"hidden", "open"}
    assert {o.draw_when_able for o in options} == {"no", "last-tile-shown", "yes"}
    assert {o.draw_limit for o in options} >= {1, 2, 3, None}
