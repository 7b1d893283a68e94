"""Reviews of games: what each decision was worth, what was better, how much of the result was luck.

A decision is judged by what the seat could know at that moment, never by what was hidden from it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tessella.bots.advice import Advice, Value, advise, analyse
from tessella.core import Action, Generator, Json, State, seat_number
from tessella.record import Record

ROLLOUTS = 20_000
"""The default number of playouts for a decision."""
MARKS = {"??": 0.12, "?": 0.05, "?!": 0.02}
"""The marks of decisions, by the least loss for each. A loss within the margin of error has no mark."""
MISSED_WIN = "??"


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that was chosen among several."""

    ply: int
    """The number of actions before it."""
    seat: int
    action: Action
    choices: int
    """The number of possible moves."""
    advice: Advice

    @property
    def mark(self) -> str:
        """ "?!", "?" or "??" by the loss, as in chess; empty if the loss is small or uncertain."""
        if self.advice.missed_win:
            return MISSED_WIN
        if self.advice.loss <= self.advice.loss_error:
            return ""
        return next((mark for mark, least in MARKS.items() if self.advice.loss >= least), "")

    def to_json(self) -> Json:
        """The decision as JSON, its seat counted from 1."""
        advice = self.advice
        return {
            "ply": self.ply,
            "seat": seat_number(self.seat),
            "action": str(self.action),
            "choices": self.choices,
            "made": _value(advice.made),
            "best": _value(advice.best),
            "loss": round(advice.loss, 4),
            "loss_error": round(advice.loss_error, 4),
            "preferred": [str(action) for action in advice.preferred],
            "missed_win": advice.missed_win,
            "mark": self.mark,
        }


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The result of a seat, explained: fair share + skill + luck."""

    seat: int
    result: float | None
    """Its share of the win; None while the game goes on."""
    fair: float
    """Its expected share before the deal."""
    lost: float
    """Its losses by its own decisions, without those within the margin of error."""
    given: float
    """Its gains by the others' losses: each loss is divided evenly among the other seats."""
    decisions: int
    mistakes: int
    """The number of its decisions with a mark."""

    @property
    def skill(self) -> float:
        """The gain by better decisions than the others'."""
        return self.given - self.lost

    @property
    def luck(self) -> float | None:
        """The rest of the result: the deal, the draws, and what could not be known."""
        return None if self.result is None else self.result - self.fair - self.skill

    def to_json(self) -> Json:
        """The seat as JSON, counted from 1."""
        return {
            "seat": seat_number(self.seat),
            "result": self.result,
            "fair": round(self.fair, 4),
            "lost": round(self.lost, 4),
            "given": round(self.given, 4),
            "skill": round(self.skill, 4),
            "luck": None if self.luck is None else round(self.luck, 4),
            "decisions": self.decisions,
            "mistakes": self.mistakes,
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game."""

    record: Record
    rollouts: int
    seed: int
    decisions: tuple[Decision, ...]
    seats: tuple[SeatReview, ...]

    def to_json(self) -> Json:
        """The review as JSON, seats counted from 1."""
        return {
            "game": self.record.game.name,
            "check": self.record.check(),
            "rollouts": self.rollouts,
            "seed": self.seed,
            "decisions": [decision.to_json() for decision in self.decisions],
            "seats": [seat.to_json() for seat in self.seats],
        }


def review(
    record: Record, rollouts: int = ROLLOUTS, seed: int = 1, watch: Callable[[int], None] | None = None
) -> Review:
    """Review every decision of a recorded game, with about so many playouts for each.

    The same record, rollouts and seed give the same review. `watch` is called with the number of reviewed actions.
    """
    state = record.game.new(record.options, record.seed)
    decisions = []
    for ply, (seat, action) in enumerate(record.actions):
        decision = _judge(record, state, seat, action, rollouts, Generator(seed * 1_000_003 + ply))
        if decision is not None:
            decisions.append(decision)
        state.apply(seat, action)
        if watch is not None:
            watch(ply + 1)
    return Review(record, rollouts, seed, tuple(decisions), tuple(_sum_up(state, decisions)))


def _judge(record: Record, state: State, seat: int, action: Action, rollouts: int, rng: Generator) -> Decision | None:
    """The value of an action; None if there was no choice between moves."""
    if seat != state.turn:
        return None
    thoughts = analyse(record.game, state.view(seat), rng)
    if len(thoughts.moves) < 2 or action not in thoughts.moves:
        return None
    advice = advise(thoughts, thoughts.moves.index(action), rollouts, rng)
    return Decision(len(state.history), seat, action, len(thoughts.moves), advice)


def _sum_up(state: State, decisions: list[Decision]) -> list[SeatReview]:
    """The review of each seat."""
    players = state.options.players
    outcome = state.outcome
    # Losses within the margin of error do not count: they would add up.
    sure = [each for each in decisions if each.advice.loss > each.advice.loss_error]
    lost = [sum(each.advice.loss for each in sure if each.seat == seat) for seat in range(players)]
    seats = []
    for seat in range(players):
        own = [each for each in decisions if each.seat == seat]
        expected = own[0].advice.best.share if own else 0.0  # at its first decision, by what it knew
        seats.append(
            SeatReview(
                seat=seat,
                result=None if outcome is None else (seat in outcome.winners) / max(1, len(outcome.winners)),
                fair=1 / players if players > 1 else expected,
                lost=lost[seat],
                given=(sum(lost) - lost[seat]) / max(1, players - 1),
                decisions=len(own),
                mistakes=sum(each.mark != "" for each in own),
            )
        )
    return seats


def _value(value: Value) -> Json:
    return {"share": round(value.share, 4), "error": round(value.error, 4), "proved": value.proved}
