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


def advise(analysis: Analysis, played: int, rollouts: int, rng: Generator) -> Advice:
    """Judge one of the moves with about so many rollouts.

    Half of them look for the best move, the other half compare it with the one that was played: a move that looked best
    by luck does not look best again.
    """
    proof = analysis.prove(rollouts)
    shares, exact = proof if proof is not None else ([0.0] * len(analysis.moves), False)
    if exact:
        return _exact(analysis, shares, played)
    results = analysis.think(rollouts // 2, rng.word())
    order = sorted(range(len(results)), key=lambda move: (shares[move] == 1, *results[move]), reverse=True)
    certain = max(shares) == 1
    if certain and shares[played] < 1:
        again = analysis.prove(4 * rollouts, played)  # perhaps it wins as surely, only later
        assert again is not None
        shares[played] = again[0][played]
    if shares[played] == 1:
        sure = Value(1.0, 0.0, proved=True)
        return Advice(sure, sure, 0.0, 0.0, (), missed_win=False)
    best = order[0]
    batches = analysis.compare([played, best] if best != played else [played], rollouts // 2, rng.word())
    own = _mean([batch[0] for batch in batches])
    if certain:
        sure = Value(1.0, 0.0, proved=True)
        wins = [analysis.moves[move] for move in order if shares[move] == 1]
        lost = 1.0 - own.share
        preferred = tuple(wins[:MOST_PREFERRED]) if lost else ()
        return Advice(own, sure, lost, own.error, preferred, missed_win=lost > own.error)
    other = _mean([batch[-1] for batch in batches])
    difference = _mean([batch[-1] - batch[0] for batch in batches])
    if difference.share <= 0:
        return Advice(own, own, 0.0, difference.error, (), missed_win=False)
    ahead = order[: order.index(played)][:MOST_PREFERRED]
    preferred = tuple(analysis.moves[move] for move in ahead)
    return Advice(own, other, difference.share, difference.error, preferred, missed_win=False)


def _exact(analysis: Analysis, shares: list[float], played: int) -> Advice:
    """The advice where the value of every move is proved."""
    best = max(shares)
    preferred = [action for action, share in zip(analysis.moves, shares, strict=True) if share == best]
    lost = best - shares[played]
    return Advice(
        Value(shares[played], 0.0, proved=True),
        Value(best, 0.0, proved=True),
        lost,
        0.0,
        tuple(preferred[:MOST_PREFERRED]) if lost else (),
        missed_win=best == 1 and lost > 0,
    )


def _mean(batches: list[float]) -> Value:
    """The mean of the batches, with its error."""
    return Value(fmean(batches), STUDENT * stdev(batches) / sqrt(len(batches)))
