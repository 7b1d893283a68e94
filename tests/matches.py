"""Matches for the tests of the arena: short ones, and such whose games are settled beforehand."""

import json
from collections.abc import Callable, Iterable, Iterator

import pytest

from tessella import arena
from tessella.arena.match import Task
from tessella.arena.tally import TaskResult, play_task
from tessella.core import Options
from tessella.games import chromino, florentine


def match_of(
    *bots: str, games: int = 20, seed: str = "tests", options: Options | None = None, players: int = 2
) -> arena.Match:
    """A match of Chromino, if the options are not of the other game."""
    agreed = options or chromino.options("classic", players)
    game = florentine.GAME if isinstance(agreed, florentine.Options) else chromino.GAME
    return arena.make_match(game, agreed, bots, games, seed)


def result_text(result: arena.Result) -> str:
    """A result as text, without what depends on the machine."""
    return json.dumps(result.to_json(timing=False))


def fake(monkeypatch: pytest.MonkeyPatch, first_wins: Callable[[Task, int], bool]) -> None:
    """Let games for two be decided by a function of the task and the deal: whether the table's first bot wins."""

    def decided(task: Task) -> list[arena.GameResult]:
        results = []
        for deal in task.numbers:
            for rotation in range(2):
                winner = rotation if first_wins(task, deal) else 1 - rotation
                results.append(arena.GameResult(task.lineup, deal, rotation, 0, (winner,), 10, (5, 5), (0.0, 0.0)))
        return results

    monkeypatch.setattr("tessella.arena.tally.play_deal", decided)


def interrupted(after: int) -> arena.Runner:
    """A runner that is interrupted by Ctrl-C after some tasks."""

    def play(tasks: Iterable[Task]) -> Iterator[TaskResult]:
        for number, task in enumerate(tasks):
            if number == after:
                raise KeyboardInterrupt
            yield play_task(task)

    return play
