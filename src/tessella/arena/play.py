"""Playing: one game between bots, and the deals of a task."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from tessella.arena.match import Task
from tessella.arena.outside import Outside, Seated, at_table, entrant
from tessella.arena.process import Forfeit
from tessella.bots import Bot, contest
from tessella.bots.contract import Contest
from tessella.core import Action, Game, Generator, IllegalAction, Options, State, TessellaError
from tessella.core.clock import cpu_seconds


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
    """How often each seat had to decide."""
    seconds: tuple[float, ...]
    """How much CPU time each seat took for its decisions; for a bot from outside, how long one waited for it."""
    forfeit: tuple[int, str] | None = None
    """The seat that lost without playing on, and why; only bots from outside do. Then the others share the win."""


def play_deal(task: Task) -> list[GameResult]:
    """Play every rotation of every deal of a task, in order: by deal, then by rotation.

    Bots that have a faster way to play against each other take it; it comes to the same.
    """
    match = task.match
    game, options = match.read()
    bots = [entrant(game, name) for name in match.bots]
    seatings = match.tables[task.table].seatings
    faster = contest(game, options, bots)
    played = []
    for deal in task.numbers:
        seed = match.deal_seed(deal)
        for rotation, seating in enumerate(seatings):
            luck = [match.luck(deal, rotation, seat) for seat in range(len(seating))]
            if faster is None:
                result = play_game(game, options, seed, [bots[number] for number in seating], luck)
            else:
                result = _play_faster(faster, seed, seating, luck)
            played.append(result._replace(table=task.table, deal=deal, rotation=rotation))
    return played


def _play_faster(faster: Contest, seed: str, seating: Sequence[int], luck: Sequence[Generator]) -> GameResult:
    """Play one game inside the kernel. The time is divided among the seats by their decisions."""
    start = cpu_seconds()
    first, winners, decisions = faster.play(seed, seating, luck)
    length = sum(decisions)
    each = (cpu_seconds() - start) / length
    return GameResult(0, 0, 0, first, winners, length, tuple(decisions), tuple([each * n for n in decisions]))


def play_game(game: Game, options: Options, seed: str, seated: Sequence[Bot], luck: Sequence[Generator]) -> GameResult:
    """One game, a bot and its luck for each seat. Those who are not on turn speak first: a call or a claim is worth
    something only before the next one plays."""
    if not any(isinstance(bot, Outside) for bot in seated):
        return _play(game.new(options, seed), seated, luck)
    with at_table(game, options, seated) as table:
        state = game.new(options, seed)
        result = _play(state, table.seated, luck)
        table.outcome = state.outcome
    if result.forfeit is None:
        return result
    # A bot that has several seats does not win in another one by giving up in this.
    loser = seated[result.forfeit[0]]
    others = [seat for seat, bot in enumerate(seated) if bot is not loser]
    return result._replace(winners=tuple(others or [seat for seat in range(len(seated)) if seat != result.forfeit[0]]))


def _play(state: State, seated: Sequence[Bot], luck: Sequence[Generator]) -> GameResult:
    options = state.options
    first = state.turn
    assert first is not None
    decisions = [0] * options.players
    seconds = [0.0] * options.players
    forfeit: tuple[int, str] | None = None
    while state.outcome is None and forfeit is None:
        turn, *others = state.actors()
        for seat in (*others, turn):
            view = state.view(seat)
            clock = time.monotonic if isinstance(seated[seat], Seated) else cpu_seconds
            start = clock()
            try:
                action = seated[seat].choose(view, luck[seat])
            except Forfeit as lost:
                forfeit = (seat, str(lost))
                break
            except Exception as error:
                raise ArenaError(f"{_where(seated[seat], state, seat)} failed: {error!r}") from error
            finally:
                seconds[seat] += clock() - start
                decisions[seat] += 1
            if action is not None:
                forfeit = _apply(state, seat, action, seated[seat])
                break
        else:
            raise ArenaError(f"{_where(seated[turn], state, turn)} is on turn and does nothing")
    winners = () if state.outcome is None else state.outcome.winners
    return GameResult(0, 0, 0, first, winners, len(state.history), tuple(decisions), tuple(seconds), forfeit)


def _apply(state: State, seat: int, action: Action, bot: Bot) -> tuple[int, str] | None:
    """Play an action. Who is from outside and tries what is forbidden loses: its seat, and why."""
    try:
        state.apply(seat, action)
        return None
    except IllegalAction as error:
        if isinstance(bot, Seated):
            return seat, f"tried what is forbidden, {action}: {error}"
        raise ArenaError(f"{_where(bot, state, seat)} tried what is forbidden, {action}: {error}") from error


def _where(bot: Bot, state: State, seat: int) -> str:
    """Enough to see the position again."""
    return (
        f"the bot {bot.name}, in seat {seat + 1} of the game with seed {state.seed} after {len(state.history)} actions,"
    )
