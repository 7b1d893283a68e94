"""A model of a person who solves conundrums with limited attention, to see whether levels of difficulty rank.

To find every place, the person goes round the board, again and again, with one tile after the other. Every square
beside the board takes a glance. A spot where the tile would make right contacts is noticed by chance: nearly always if
it lies along one tile, less often if its contacts are with different tiles, if it lies within the board, or if only a
wild square draws attention to it. What is noticed is looked at closely, contact by contact: then a place is found, and
a near miss was in vain. The person goes round until all is found, as the numbers beside the tiles demand.

To find one answer, the person tries placements by chance, each as far as it leads, and looks at what the other seat
could do; what was tried is soon forgotten.

Nothing here knows how a conundrum is graded.
"""

from collections import defaultdict
from typing import Any

from tessella.core import Generator, TessellaError
from tessella.games.chromino.puzzles.measure import Spot, Surroundings
from tessella.games.chromino.puzzles.puzzle import ChrominoPuzzle
from tessella.games.chromino.tiles import WILD
from tessella.puzzles import PLACES, Puzzle

GLANCE = 0.08
"""Seconds for a square beside the board, with one tile in mind."""
LOOK, CONTACT = 0.8, 0.5
"""Seconds to look at a spot closely, and for each of its contacts."""
SEEN = 0.85
"""The chance to notice a spot along one tile."""
SPLIT, INSIDE, WILDLY, THIRD = 0.5, 0.5, 0.6, 0.7
"""What is left of that chance for contacts with different tiles, within the board, by a wild square, and for each
contact beyond the second."""
REMEMBERED = 0.6
"""The chance to remember that a spot was in vain, so that it is not looked at again in the next round."""
TRY, REPLY = 3.0, 1.0
"""Seconds to try a placement, and for each thing that the other seat could do then."""
ROUNDS = 60
"""After so many rounds the person gives up."""


class NoModelError(TessellaError):
    """Nothing is known of how people solve conundrums of a kind."""


def seconds(puzzle: Puzzle, rng: Generator) -> float:
    """How long the person takes."""
    if puzzle.kind != PLACES:
        return _tries(puzzle, rng)
    if not isinstance(puzzle, ChrominoPuzzle):
        raise NoModelError(f"there is no model of a person who looks for every place on a board like {puzzle.title!r}")
    return _places(puzzle, rng)


def mean_seconds(puzzle: Puzzle, seed: int, times: int = 12) -> float:
    """The mean of several persons."""
    rng = Generator(seed)
    return sum(seconds(puzzle, rng) for _ in range(times)) / times


def _chance(rng: Generator) -> float:
    return rng.below(1_000_000) / 1_000_000


def _noticed(spot: Spot, right: int, wild: bool) -> float:
    """The chance to notice a spot with so many right contacts."""
    chance = SEEN * THIRD ** max(0, right - 2)
    chance *= SPLIT if len(set(spot.tiles)) == len(spot.tiles) else 1
    chance *= INSIDE if spot.inside else 1
    return chance * (WILDLY if spot.wild or wild else 1)


def _places(puzzle: ChrominoPuzzle, rng: Generator) -> float:
    around = Surroundings(puzzle.board)
    spots: list[list[tuple[float, float, bool]]] = []
    for tile in puzzle.pieces:
        spots.append([])
        for squares in dict.fromkeys((tile, tile[::-1])):
            for spot in around.spots:
                right = sum(good[letter] for good, letter in zip(spot.good, squares, strict=True))
                wrong = sum(bad[letter] for bad, letter in zip(spot.bad, squares, strict=True))
                if right >= 2 and wrong <= 1:
                    chance = _noticed(spot, right, WILD in squares)
                    spots[-1].append((chance, LOOK + CONTACT * (right + wrong), wrong == 0))
    left = [sum(fits for _, _, fits in each) for each in spots]
    done: list[set[int]] = [set() for _ in spots]
    time = 0.0
    for _ in range(ROUNDS):
        for index, each in enumerate(spots):
            if not left[index]:
                continue
            time += GLANCE * around.rim
            for number, (chance, cost, fits) in enumerate(each):
                if number in done[index] or _chance(rng) >= chance:
                    continue
                time += cost
                left[index] -= fits
                if fits or _chance(rng) < REMEMBERED:
                    done[index].add(number)
        if not any(left):
            break
    return time


def _tries(puzzle: Puzzle, rng: Generator) -> float:
    possible = defaultdict(list)
    for move in puzzle.moves():
        possible[move.after].append(move)
    answers = {frozenset(answer) for answer in puzzle.answers()}
    steps = len(next(iter(answers)))
    highest = max((move.value or 0 for move in puzzle.moves()), default=0)
    time = 0.0
    for _ in range(100 * ROUNDS):
        laid: tuple[Any, ...] = ()
        while len(laid) < steps and possible[laid]:
            # What brings much draws attention.
            choices = possible[laid]
            one, other = rng.choice(choices), rng.choice(choices)
            move = one if (one.value or 0) >= (other.value or 0) or highest == 0 else other
            time += TRY + REPLY * len(move.replies)
            laid = tuple(sorted((*laid, move.lay), key=str))
        if frozenset(laid) in answers:
            break
    return time
