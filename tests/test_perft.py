"""How many ways a game can go on: a fingerprint of the rules, and of the order in which actions are listed."""

from pathlib import Path

import pytest

from tessella.core import State, perft
from tessella.games import GAMES

TABLES = [
    line.split("|")
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("setting", "counts"), TABLES, ids=[row[0].strip() for row in TABLES])
def test_perft(setting: str, counts: str) -> None:
    """Each row says game, options, seed, how many first actions are skipped, and the numbers from depth 0 on."""
    texts = dict(word.split("=") for word in setting.split())
    game, seed = GAMES[texts.pop("game")], texts.pop("seed")
    skip = int(texts.pop("skip", 0))
    state = game.new(game.read_options({name: text.replace("+", " ") for name, text in texts.items()}), seed)
    for _ in range(skip):
        assert state.turn is not None
        state.apply(state.turn, state.legal(state.turn)[0])
    expected = [int(number) for number in counts.split()]
    assert [perft(state, depth) for depth in range(len(expected))] == expected


def test_perft_counts_what_is_listed() -> None:
    """The last level may be counted without playing it: the numbers are those of playing all of it."""

    def slowly(state: State, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for seat in range(state.options.players):
            for action in state.legal(seat):
                following = state.copy()
                following.apply(seat, action)
                total += slowly(following, depth - 1)
        return total

    for game in GAMES.values():
        for edition in game.editions:
            state = game.new(game.options(edition, 3), "slow")
            assert [slowly(state, depth) for depth in range(3)] == [perft(state, depth) for depth in range(3)]


def test_every_game_and_edition_has_a_table() -> None:
    """A new one fails here."""
    rows = [dict(word.split("=") for word in setting.split()) for setting, _ in TABLES]
    assert {(row["game"], row["edition"]) for row in rows} == {
        (game.name, edition) for game in GAMES.values() for edition in game.editions
    }
