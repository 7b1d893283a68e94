"""A game looked at again: what each decision was worth, what would have been better, how much of the result was luck.

Every decision is judged by what the seat could know when it made it, never by what was hidden from it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tessella.bots.advice import Advice, Value, advise, analyse
from tessella.core import Action, Generator, Json, State
from tessella.record import Record

ROLLOUTS = 20_000
"""How many rollouts a decision gets, unless somebody asks for more or fewer."""
MARKS = {"??": 0.12, "?": 0.05, "?!": 0.02}
"""How a decision is marked by what it lost at least, if it is beyond chance that it lost anything."""
MISSED_WIN = "??"


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that was made where there was a choice."""

    ply: int
    """How many actions came before it."""
    seat: int
    action: Action
    choices: int
    """How many moves there were."""
    advice: Advice

    @property
    def mark(self) -> str:
        """ "?!", "?" or "??" for what was lost, as in chess; nothing if it was little, or may have been."""
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
            "seat": self.seat + 1,
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
    """How a seat came to its result: fair share + skill + luck."""

    seat: int
    result: float | None
    """Its share of the win; None while the game goes on."""
    fair: float
    """What it could expect before the deal."""
    lost: float
    """What it lost by its own decisions, as far as that is beyond chance."""
    given: float
    """What it was given by those of the others: each of them loses to all the other seats alike."""
    decisions: int
    mistakes: int
    """Its decisions with a mark."""

    @property
    def skill(self) -> float:
        """What it was ahead of the others by deciding better."""
        return self.given - self.lost

    @property
    def luck(self) -> float | None:
        """What is left of the result: the deal, what was drawn, and what could not be known."""
        return None if self.result is None else self.result - self.fair - self.skill

    def to_json(self) -> Json:
        """The seat as JSON, counted from 1."""
        return {
            "seat": self.seat + 1,
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
    """What a game looks like to a strong player."""

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
    """Look at every decision of a recorded game again, with about so many rollouts for each.

    The same record, rollouts and seed make the same review. `watch` is told how many actions have been looked at.
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
    """What an action was worth; None if it was not a choice between moves."""
    if seat != state.turn:
        return None
    thoughts = analyse(record.game, state.view(seat), rng)
    if len(thoughts.moves) < 2 or action not in thoughts.moves:
        return None
    advice = advise(thoughts, thoughts.moves.index(action), rollouts, rng)
    return Decision(len(state.history), seat, action, len(thoughts.moves), advice)


def _sum_up(state: State, decisions: list[Decision]) -> list[SeatReview]:
    """How each seat came to its result."""
    players = state.options.players
    outcome = state.outcome
    # Only what is beyond chance counts: small losses that are none would add up.
    sure = [each for each in decisions if each.advice.loss > each.advice.loss_error]
    lost = [sum(each.advice.loss for each in sure if each.seat == seat) for seat in range(players)]
    found = []
    for seat in range(players):
        own = [each for each in decisions if each.seat == seat]
        expected = own[0].advice.best.share if own else 0.0  # in the beginning, as far as one knew
        found.append(
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
    return found


def _value(value: Value) -> Json:
    return {"share": round(value.share, 4), "error": round(value.error, 4), "proved": value.proved}
