"""Random play and perft, for any game."""

from tessella.core.contract import Action, State
from tessella.core.random import Generator


def random_action(state: State, rng: Generator) -> tuple[int, Action]:
    """The next action of random players: a seat that can act, and one of its actions.

    If others than the seat on turn can act, one of them does so half the time.
    """
    turn, *others = state.actors()
    seat = rng.choice(others) if others and rng.below(2) else turn
    return seat, rng.choice(state.legal(seat))


def perft(state: State, depth: int) -> int:
    """The number of action sequences of this length, over all seats, from this state.

    Paths on which the game ends earlier do not count.
    """
    if depth == 0:
        return 1
    moves = [(seat, action) for seat in state.actors() for action in state.legal(seat)]
    if depth == 1:
        return len(moves)
    total = 0
    for seat, action in moves:
        following = state.copy()
        following.apply(seat, action)
        total += perft(following, depth - 1)
    return total
