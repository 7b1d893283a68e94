"""Playing: one game between bots, and the deals of a task."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from tessella.arena.match import Task
from tessella.bots import Bot, bot_named, contest
from tessella.bots.levels import Contest
from tessella.core import Action, Game, Generator, IllegalAction, Options, State, TessellaError


class ArenaError(TessellaError):
    """A match that could not be played to its end."""


class GameResult(NamedTuple):
    """What a match keeps of a game. All but `seconds` follows from the match and the first three numbers."""

    table: int
    deal: int
    rotation: int
    first: int
    """The seat that began."""
    winners: tuple[int, ...]
    """The seats that won."""
    length: int
    """How many actions the game took, those out of turn included."""
    decisions: tuple[int, ...]
    """How often each seat was asked."""
    seconds: tuple[float, ...]
    """How much CPU time each seat took for its decisions."""


def play_deal(task: Task) -> list[GameResult]:
    """Play every rotation of every deal of a task, in order: by deal, then by rotation.

    Bots that have a faster way to play against each other take it; it comes to the same.
    """
    match = task.match
    game, options = match.read()
    bots = [bot_named(game, name) for name in match.bots]
    seatings = match.tables[task.table].seatings
    faster = contest(game, options, bots)
    played = []
    for deal in task.numbers:
        seed = match.deal_seed(deal)
        for rotation, seating in enumerate(seatings):
            luck = [match.luck(deal, rotation, seat) for seat in range(len(seating))]
            if faster is None:
                told = play_game(game, options, seed, [bots[number] for number in seating], luck)
            else:
                told = _play_faster(faster, seed, seating, luck)
            played.append(told._replace(table=task.table, deal=deal, rotation=rotation))
    return played


def _play_faster(faster: Contest, seed: str, seating: Sequence[int], luck: Sequence[Generator]) -> GameResult:
    """One game inside the kernel. The time is divided among the seats as they were asked."""
    start = time.thread_time()
    first, winners, asked = faster.play(seed, seating, luck)
    length = sum(asked)
    each = (time.thread_time() - start) / length
    return GameResult(0, 0, 0, first, winners, length, tuple(asked), tuple([each * number for number in asked]))


def play_game(game: Game, options: Options, seed: str, seated: Sequence[Bot], luck: Sequence[Generator]) -> GameResult:
    """One game, a bot and its luck for each seat. Those who are not on turn speak first: a call or a claim is worth
    something only before the next one plays."""
    state = game.new(options, seed)
    first = state.turn
    assert first is not None
    decisions = [0] * options.players
    seconds = [0.0] * options.players
    while state.outcome is None:
        turn, *others = state.actors()
        for seat in (*others, turn):
            view = state.view(seat)
            start = time.thread_time()
            try:
                action = seated[seat].choose(view, luck[seat])
            except Exception as error:
                raise ArenaError(f"{_where(seated[seat], state, seat)} failed: {error!r}") from error
            seconds[seat] += time.thread_time() - start
            decisions[seat] += 1
            if action is not None:
                _apply(state, seat, action, seated[seat])
                break
        else:
            raise ArenaError(f"{_where(seated[turn], state, turn)} is on turn and does nothing")
    return GameResult(0, 0, 0, first, state.outcome.winners, len(state.history), tuple(decisions), tuple(seconds))


def _apply(state: State, seat: int, action: Action, bot: Bot) -> None:
    try:
        state.apply(seat, action)
    except IllegalAction as error:
        raise ArenaError(f"{_where(bot, state, seat)} tried what is forbidden, {action}: {error}") from error


def _where(bot: Bot, state: State, seat: int) -> str:
    """Enough to see the position again."""
    return (
        f"the bot {bot.name}, in seat {seat + 1} of the game with seed {state.seed} after {len(state.history)} actions,"
    )
