"""What a strong bot thinks of a decision: the value of the move that was made and of the best one, with proofs where
there are any. It gets a view, and so judges by what the seat could know."""

from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from tessella.bots.contract import Analysis
from tessella.core import Action, Game, Generator, OptionError, View

BATCHES = 20
"""Into so many batches the rollouts of a comparison are cut: how they differ tells how sure it is."""
STUDENT = 2.09
"""How many standard errors of a mean of so many batches make 95 %."""
MOST_PREFERRED = 3


@dataclass(frozen=True, slots=True)
class Value:
    """A share of the win: 1 is a win alone, half of it a win shared by two, 0 a game lost."""

    share: float
    error: float
    """Half the width of the 95 % interval."""
    proved: bool = False
    """Nothing but the rules was needed to know it."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to think of a move."""

    made: Value
    best: Value
    loss: float
    """What was lost by not making the best move; 0 if no better one was found."""
    loss_error: float
    preferred: tuple[Action, ...]
    """The moves that are better than the one made, the best first; empty if there are none."""
    missed_win: bool
    """A win was certain, whatever the others hold and do; after the move made it was not, by proof or beyond chance."""


def analyse(game: Game, view: View, rng: Generator) -> Analysis:
    """Analyse the position of a seat on turn; `OptionError` if the game has no bots that can."""
    if game.bots is None:
        raise OptionError(f"{game.name} has no bots that could judge a position")
    return game.bots.analyse(view, rng)


def advise(thoughts: Analysis, made: int, rollouts: int, rng: Generator) -> Advice:
    """What to think of one of the moves, by about so many rollouts, a part of them to find the best and a part to
    compare it with the one made: what looked best by luck does not look best again."""
    proof = thoughts.prove(rollouts)
    shares, exact = proof if proof is not None else ([0.0] * len(thoughts.moves), False)
    if exact:
        return _exact(thoughts, shares, made)
    found = thoughts.think(rollouts // 2, rng.word())
    order = sorted(range(len(found)), key=lambda move: (shares[move] == 1, *found[move]), reverse=True)
    certain = max(shares) == 1
    if certain and shares[made] < 1:
        again = thoughts.prove(4 * rollouts, made)  # perhaps it wins as surely, only later
        assert again is not None
        shares[made] = again[0][made]
    if shares[made] == 1:
        sure = Value(1.0, 0.0, proved=True)
        return Advice(sure, sure, 0.0, 0.0, (), missed_win=False)
    best = order[0]
    batches = thoughts.compare([made, best] if best != made else [made], rollouts // 2, rng.word())
    own = _mean([batch[0] for batch in batches])
    if certain:
        sure = Value(1.0, 0.0, proved=True)
        wins = [thoughts.moves[move] for move in order if shares[move] == 1]
        lost = 1.0 - own.share
        preferred = tuple(wins[:MOST_PREFERRED]) if lost else ()
        return Advice(own, sure, lost, own.error, preferred, missed_win=lost > own.error)
    other = _mean([batch[-1] for batch in batches])
    difference = _mean([batch[-1] - batch[0] for batch in batches])
    if difference.share <= 0:
        return Advice(own, own, 0.0, difference.error, (), missed_win=False)
    ahead = order[: order.index(made)][:MOST_PREFERRED]
    preferred = tuple(thoughts.moves[move] for move in ahead)
    return Advice(own, other, difference.share, difference.error, preferred, missed_win=False)


def _exact(thoughts: Analysis, shares: list[float], made: int) -> Advice:
    """Everything is known."""
    best = max(shares)
    preferred = [action for action, share in zip(thoughts.moves, shares, strict=True) if share == best]
    lost = best - shares[made]
    return Advice(
        Value(shares[made], 0.0, proved=True),
        Value(best, 0.0, proved=True),
        lost,
        0.0,
        tuple(preferred[:MOST_PREFERRED]) if lost else (),
        missed_win=best == 1 and lost > 0,
    )


def _mean(batches: list[float]) -> Value:
    """What batches came to on average."""
    return Value(fmean(batches), STUDENT * stdev(batches) / sqrt(len(batches)))
