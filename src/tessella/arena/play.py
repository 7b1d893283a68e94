"""Playing: one game between bots, and the deals of a task."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tessella.arena.match import Task
from tessella.arena.outside import ProgramBot, ProgramSeat, make_bot, start_programs
from tessella.arena.process import Forfeit, StderrFile, printable
from tessella.bots import Bot, contest
from tessella.bots.contract import Contest
from tessella.core import Action, Game, Generator, IllegalAction, Options, State, TessellaError, seat_name, seat_number
from tessella.core.clock import cpu_seconds
from tessella.record import Record


class ArenaError(TessellaError):
    """A match that could not be played to its end."""


class GameResult(NamedTuple):
    """The result of a game. All but `seconds` follows from the match and the first three numbers."""

    lineup: int
    deal: int
    rotation: int
    first: int
    """The seat that began."""
    winners: tuple[int, ...]
    """The seats that won."""
    length: int
    """The number of actions, those out of turn included."""
    decisions: tuple[int, ...]
    """How often each seat had to decide."""
    seconds: tuple[float, ...]
    """The CPU time of each seat's decisions; for a bot from outside, wall-clock time."""
    forfeit: tuple[int, str] | None = None
    """The seat that forfeited, and why; only bots from outside do. The others share the win."""
    record: str | None = None
    """The game as a record, if the task keeps records."""


def play_deal(task: Task) -> list[GameResult]:
    """Play every rotation of every deal of a task, in order: by deal, then by rotation.

    Bots that have a faster way to play against each other use it, with the same result, unless records are kept.
    """
    match = task.match
    game, options = match.read()
    bots = [make_bot(game, name) for name in match.bots]
    seatings = match.lineups[task.lineup].seatings
    faster = None if task.keep.records else contest(game, options, bots)
    stderr = None if task.keep.stderr is None else StderrFile(Path(task.keep.stderr))
    played = []
    for deal in task.numbers:
        seed = match.deal_seed(deal)
        for rotation, seating in enumerate(seatings):
            luck = [match.luck(deal, rotation, seat) for seat in range(len(seating))]
            if faster is not None:
                result = _play_faster(faster, seed, seating, luck)
            else:
                if stderr is not None:
                    stderr.game = f"{_numbered(task, deal, rotation)}, seed {seed}"
                state = game.new(options, seed)
                result = play_state(game, state, [bots[number] for number in seating], luck, stderr)
                if task.keep.records:
                    headers = _headers(task, deal, rotation, result)
                    result = result._replace(record=str(Record.of(game, state, headers)))
            played.append(result._replace(lineup=task.lineup, deal=deal, rotation=rotation))
    return played


def _numbered(task: Task, deal: int, rotation: int) -> str:
    lineup = f"line-up {task.lineup + 1}, " if len(task.match.lineups) > 1 else ""
    return f"{lineup}deal {deal + 1}, rotation {rotation + 1}"


def _headers(task: Task, deal: int, rotation: int, result: GameResult) -> dict[str, str]:
    """The headers of a game's record: the bot in each seat, and which game of the match it is."""
    match = task.match
    lineup = match.lineups[task.lineup]
    seating = [printable(match.labels[bot]).strip() for bot in lineup.seatings[rotation]]
    headers = {f"seat-{seat_number(seat)}": name for seat, name in enumerate(seating)}
    if len(match.lineups) > 1:
        headers["arena-line-up"] = str(task.lineup + 1)
    headers |= {"arena-deal": str(deal + 1), "arena-rotation": str(rotation + 1)}
    if result.forfeit is not None:
        seat, reason = result.forfeit
        headers["arena-forfeit"] = printable(f"{seat_name(seat)} {reason}").strip()
    return headers


def _play_faster(faster: Contest, seed: str, seating: Sequence[int], luck: Sequence[Generator]) -> GameResult:
    """Play a game inside the kernel. The time is divided among the seats by their number of decisions."""
    start = cpu_seconds()
    first, winners, decisions = faster.play(seed, seating, luck)
    length = sum(decisions)
    each = (cpu_seconds() - start) / length
    seconds = tuple([each * number for number in decisions])
    return GameResult(0, 0, 0, first, winners, length, tuple(decisions), seconds)


def play_game(game: Game, options: Options, seed: str, bots: Sequence[Bot], luck: Sequence[Generator]) -> GameResult:
    """Play a game, with a bot and its random numbers for each seat.

    Seats that are not on turn choose first: a call or a claim is possible only before the next action.
    """
    return play_state(game, game.new(options, seed), bots, luck)


def play_state(
    game: Game, state: State, bots: Sequence[Bot], luck: Sequence[Generator], stderr: StderrFile | None = None
) -> GameResult:
    """Play a game that is dealt already; `state` is its end, or the position where a program forfeited."""
    if not any(isinstance(bot, ProgramBot) for bot in bots):
        return _play(state, bots, luck)
    with start_programs(game, state.options, bots, stderr) as seat_bots:
        result = _play(state, seat_bots.bots, luck)
        seat_bots.outcome = state.outcome
    if result.forfeit is None:
        return result
    # A bot with several seats does not win in one by forfeiting in another.
    loser = bots[result.forfeit[0]]
    others = [seat for seat, bot in enumerate(bots) if bot is not loser]
    return result._replace(winners=tuple(others or [seat for seat in range(len(bots)) if seat != result.forfeit[0]]))


def _play(state: State, bots: Sequence[Bot], luck: Sequence[Generator]) -> GameResult:
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
            clock = time.monotonic if isinstance(bots[seat], ProgramSeat) else cpu_seconds
            start = clock()
            try:
                action = bots[seat].choose(view, luck[seat])
            except Forfeit as reason:
                forfeit = (seat, str(reason))
                break
            except Exception as error:
                raise ArenaError(f"{_where(bots[seat], state, seat)} failed: {error!r}") from error
            finally:
                seconds[seat] += clock() - start
                decisions[seat] += 1
            if action is not None:
                forfeit = _apply(state, seat, action, bots[seat])
                break
        else:
            raise ArenaError(f"{_where(bots[turn], state, turn)} is on turn and does nothing")
    winners = () if state.outcome is None else state.outcome.winners
    return GameResult(0, 0, 0, first, winners, len(state.history), tuple(decisions), tuple(seconds), forfeit)


def _apply(state: State, seat: int, action: Action, bot: Bot) -> tuple[int, str] | None:
    """Apply an action. If a program's action is illegal, return its forfeit: its seat, and why."""
    try:
        state.apply(seat, action)
        return None
    except IllegalAction as error:
        if isinstance(bot, ProgramSeat):
            return seat, f"tried an illegal action, {action}: {error}"
        raise ArenaError(f"{_where(bot, state, seat)} tried an illegal action, {action}: {error}") from error


def _where(bot: Bot, state: State, seat: int) -> str:
    """The bot and the position, precise enough to reproduce it."""
    place = f"{seat_name(seat)} of the game with seed {state.seed}"
    return f"the bot {bot.name}, in {place} after {len(state.history)} actions,"
