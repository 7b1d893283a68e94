"""Batches of games: the same games, step by step, as those of the environments for one game."""

import doctest
from typing import Any

import numpy as np
import pytest

from tessella.core import Generator, OptionError, Options, TessellaError
from tessella.games import GAMES
from tessella.learning.codes import MOST_ACTIONS
from tessella.research import batch as batches
from tessella.research.batch import Batch
from tessella.research.pettingzoo import TableEnv, raw_env
from tests.chromino import choices as chromino_choices
from tests.florentine import choices as florentine_choices

CHOICES = {"chromino": chromino_choices.random_options, "florentine": florentine_choices.random_options}
STEPS = 70


def batch_of(game: str, options: Options, games: int) -> Batch:
    """A batch by these options."""
    texts = options.to_text()
    batch = Batch(game, texts["edition"], options.players, games=games, seed="tests", **_choices(options))
    assert batch.options == options
    return batch


def _choices(options: Any) -> dict[str, Any]:
    names = ("first", "draw_limit", "draw_on", "draw_when_able", "hands", "scoring", "junior", "colours", "deck")
    return {name: getattr(options, name) for name in names if hasattr(options, name)}


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_plays_the_same_games(game: str, number: int) -> None:
    """Who is asked, what is seen, what may be done, what it is worth in the end: as the environment has it."""
    rng = Generator(number)
    options = CHOICES[game](rng, edition="meccano") if game == "chromino" and number % 2 else CHOICES[game](rng)
    batch = batch_of(game, options, games=3)
    tables = [TableEnv(GAMES[game], options, None, None, "raise") for _ in range(len(batch))]
    for table, deal in zip(tables, batch.deals, strict=True):
        table.reset(options={"deal": deal})
    for _ in range(STEPS):
        for i, table in enumerate(tables):
            assert table.agent_selection == f"seat_{batch.seats[i] + 1}"
            seen = table.observe(table.agent_selection)
            assert np.array_equal(seen["observation"], batch.observations[i])
            assert np.array_equal(seen["action_mask"], batch.action_masks[i])
            assert batch.counts[i] == seen["action_mask"][1:].sum()
        actions = [rng.choice(np.flatnonzero(mask).tolist()) for mask in batch.action_masks]
        rewards, over = batch.step(actions)
        for i, table in enumerate(tables):
            table.step(actions[i])
            assert over[i] == (table.table.outcome is not None)
            assert rewards[i] == pytest.approx([table.rewards[agent] for agent in table.possible_agents])
            if over[i]:
                table.reset(options={"deal": batch.deals[i]})


def test_more_actions_than_there_is_room_for() -> None:
    """Who always draws, though tiles fit, holds very many (C15, C17); what is left out is the same in both."""
    agreed: dict[str, Any] = {"edition": "meccano", "players": 2, "junior": "squares", "draw_when_able": "yes"}
    batch = Batch("chromino", games=1, seed="t0", **agreed)
    table = raw_env("chromino", **agreed)
    table.reset(options={"deal": batch.deals[0]})
    most = 0
    for step in range(80):
        seen = table.observe(table.agent_selection)
        assert np.array_equal(seen["observation"], batch.observations[0])
        assert np.array_equal(seen["action_mask"], batch.action_masks[0])
        most = max(most, len(table.table.legal(table.possible_agents.index(table.agent_selection))))
        action = int(batch.counts[0]) // (1 if step % 9 < 8 else 2)
        _, over = batch.step([action])
        table.step(action)
        if over[0]:
            break
    assert most > MOST_ACTIONS
    assert batch.layout.actions == MOST_ACTIONS


def test_the_same_seed_the_same_games() -> None:
    """Also after a reset; another seed, others."""
    batch = Batch(players=2, games=5, seed="one")
    first = batch.observations.copy()
    batch.step(np.ones(5))
    assert not np.array_equal(first, batch.observations)
    batch.reset("one")
    assert np.array_equal(first, batch.observations)
    batch.reset("two")
    assert not np.array_equal(first, batch.observations)
    assert len(set(batch.deals)) == len(batch) == batch.dealt == 5


def test_a_game_that_is_over_is_followed_by_another() -> None:
    """With a deal of its own."""
    batch = Batch("chromino", "joker", 2, games=4)
    luck = np.random.default_rng(1)
    finished = 0
    for _ in range(200):
        rewards, over = batch.step(1 + (luck.random(4) * batch.counts).astype(np.int64))
        finished += int(over.sum())
        assert not rewards[~over].any()
        assert rewards.sum() == pytest.approx(0)
    assert finished > 4
    assert batch.dealt == 4 + finished


def test_what_is_refused_changes_nothing() -> None:
    """And is told with what would be right."""
    batch = Batch(players=2, games=3)
    before = batch.observations.copy()
    for actions, reason in (
        ([1, 1, 200], r"game 2 has no action 200; it has 1 to \d+: see the action masks"),
        ([1, 0, 1], "game 1 has no action 0"),
        ([1, -1, 1], "game 1 has no action -1"),
        ([1, 1], "a step takes 3 actions"),
    ):
        with pytest.raises(TessellaError, match=reason):
            batch.step(actions)
    assert np.array_equal(before, batch.observations)
    with pytest.raises(OptionError, match="1 to 1,000,000 games"):
        Batch(games=0)
    for game in GAMES:
        module = __import__(f"tessella.games.{game}.learning.batch", fromlist=["BatchGame"])
        switches = GAMES[game].options("classic", 2).kernel_config()  # type: ignore[attr-defined]  # every game's have them
        arguments = (False,) if game == "chromino" else ()
        with pytest.raises(ValueError, match=f"there are 2 to {MOST_ACTIONS} actions"):
            module.BatchGame(switches, *arguments, 5000, [0] * 6)


def test_the_docstring() -> None:
    """Its example runs."""
    assert doctest.testmod(batches).failed == 0
