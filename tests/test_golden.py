"""Golden playthroughs: whole games as readable text, with what every seat sees at each step.

A change of the rules, of the order of actions, of a view or of the deal shows here as a difference to read.
`make golden` writes them anew.
"""

from pathlib import Path

import pytest

from tessella.core import Event, Generator, State, random_action
from tessella.games import GAMES
from tests.florentine.decks import two_worlds

FOLDER = Path(__file__).parent / "golden"

PLAYTHROUGHS: dict[str, tuple[str, int, dict[str, object]]] = {
    "chromino/classic": ("classic", 2, {}),
    "chromino/classic-solo": ("classic", 1, {}),
    "chromino/classic-expert": ("classic", 3, {"scoring": "expert", "first": 1}),
    "chromino/classic-junior": ("classic", 3, {"junior": "ends"}),
    "chromino/classic-draw-without-limit": ("classic", 2, {"draw_limit": None}),
    "chromino/classic-eight-players": ("classic", 8, {}),
    "chromino/joker": ("joker", 3, {}),
    "chromino/joker-open-hands": ("joker", 2, {"hands": "open"}),
    "chromino/joker-junior": ("joker", 2, {"junior": "squares"}),
    "chromino/joker-draw-three": ("joker", 2, {"draw_limit": 3, "scoring": "contacts"}),
    "chromino/joker-draw-without-limit": ("joker", 2, {"draw_limit": None}),
    "chromino/joker-draw-when-able": ("joker", 2, {"draw_when_able": "yes"}),
    "chromino/meccano": ("meccano", 2, {}),
    "chromino/meccano-contacts": ("meccano", 3, {"scoring": "contacts"}),
    "chromino/meccano-five-players": ("meccano", 5, {"draw_limit": 2}),
    "chromino/meccano-junior": ("meccano", 2, {"junior": "squares", "scoring": "expert"}),
    "florentine/two-players": ("classic", 2, {}),
    "florentine/three-players": ("classic", 3, {"first": 2, "colours": ("ochre", "red", "blue")}),
    "florentine/four-players": ("classic", 4, {"colours": "random"}),
    "florentine/fresh-deal-182": ("classic", 3, {"deck": two_worlds(4)}),
}


def playthrough(path: str) -> str:
    """A game of random players, seeded with its own name."""
    edition, players, choices = PLAYTHROUGHS[path]
    game, _, name = path.partition("/")
    state = GAMES[game].new(GAMES[game].options(edition, players, **choices), name)
    rng = Generator(sum(name.encode()))
    lines = [f"# {name}", *(f"{key}: {text}" for key, text in state.options.to_text().items()), f"seed: {state.seed}"]
    opening = getattr(state.view(None), "board", ())
    lines += ["", *(f"opening: {lay}" for lay in opening), *sights(state)]
    while state.outcome is None:
        seat, action = random_action(state, rng)
        events = state.apply(seat, action)
        lines += ["", f"## {len(state.history)}. seat {seat + 1}: {action}"]
        lines += [line for event in events for line in event_lines(event, players)]
        lines += sights(state)
    return "\n".join(lines) + "\n"


def event_lines(event: Event, players: int) -> list[str]:
    """An event, and what only some get to know of it."""
    lines = [f"- {event}"]
    public = event.seen_by(None).to_json()
    for seat in range(players):
        more = {key: value for key, value in event.seen_by(seat).to_json().items() if public[key] != value}
        lines += [f"  (seat {seat + 1} is told: {key} {value})" for key, value in more.items()]
    return lines


def sights(state: State) -> list[str]:
    """What a spectator sees, and what each seat sees besides. The seats see all that the spectator does."""
    common = str(state.view(None)).splitlines()[1:]
    lines = str(state.view(None)).splitlines()
    for seat in range(state.options.players):
        seen = str(state.view(seat)).splitlines()
        private = [line for line in seen[1:] if line not in common]
        assert [line for line in seen[1:] if line in common] == common
        lines += [f"seat {seat + 1} sees besides:", *private]
    return lines


@pytest.mark.parametrize("path", PLAYTHROUGHS)
def test_playthrough(path: str, request: pytest.FixtureRequest) -> None:
    """The whole game is as it was, with every rule that comes up in it."""
    file = FOLDER / f"{path}.txt"
    text = playthrough(path)
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), f"there is no golden playthrough of {path}: make golden"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_over() -> None:
    """A file that no game writes would never be checked."""
    assert {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.txt")} == {f"{p}.txt" for p in PLAYTHROUGHS}


def played(game: str) -> list[dict[str, str]]:
    """The options of a game's playthroughs, as texts."""
    all_options = [
        GAMES[game].options(edition, players, **choices)
        for path, (edition, players, choices) in PLAYTHROUGHS.items()
        if path.startswith(game)
    ]
    return [options.to_text() for options in all_options]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_and_edition_has_playthroughs(game: str) -> None:
    """A new one fails here."""
    assert {texts["edition"] for texts in played(game)} == set(GAMES[game].editions)


def test_every_choice_of_chromino_is_in_a_playthrough() -> None:
    """C37."""
    values = {name: {texts[name] for texts in played("chromino")} for name in played("chromino")[0]}
    assert values["junior"] == {"no", "ends", "squares"}
    assert values["scoring"] == {"none", "expert", "contacts"}
    assert values["hands"] == {"hidden", "open"}
    assert values["draw-when-able"] == {"no", "last-tile-shown", "yes"}
    assert values["draw-on"] == {"must", "may"}
    assert values["draw-limit"] >= {"1", "2", "3", "none"}


def test_every_choice_of_florentine_is_in_a_playthrough() -> None:
    """F4, F6: 2, 3 and 4 players; colours given, chosen and random; a seat that begins; another deck."""
    values = {name: {texts[name] for texts in played("florentine")} for name in played("florentine")[0]}
    assert values["players"] == {"2", "3", "4"}
    assert values["colours"] >= {"red blue", "ochre red blue", "random"}
    assert values["first"] >= {"random", "3"}
    assert len(values["deck"]) == 2


def test_the_fresh_deal_is_in_a_playthrough() -> None:
    """F11: even twice, or that one would show nothing special."""
    assert playthrough("florentine/fresh-deal-182").count("nobody can lay") == 2
