"""Proofs: what a seat is sure of, against brute force, and against others who do anything."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from tessella import bots
from tessella.core import Action, Generator, random_action
from tessella.games import chromino
from tessella.games.chromino.bots.proof import Proof
from tessella.games.chromino.config import ALL, PLAIN, Progress, Seat
from tessella.games.chromino.kernel import COMPILED, Kernel
from tessella.games.chromino.notation import Call, Claim, Draw, Spot
from tessella.testkit import Walk, play, walks
from tests.chromino.choices import any_options, random_options
from tests.chromino.kernels import position_of, source_of_bots
from tests.chromino.table import table

LARGEST = 1500 if COMPILED else 150
"""The largest tree that brute force is asked to climb."""
POSITIONS = 40 if COMPILED else 8


class TooLargeError(Exception):
    """Too much for brute force."""


def late(options: chromino.Options, each: int, bag: int, luck: int) -> chromino.State | None:
    """A position in which all the tiles are laid but so many in each hand and in the bag; None if that did not work."""
    rng = Generator(luck)
    tiles = list(range(ALL if options.wild_tiles else PLAIN))
    rng.shuffle(tiles)
    alone = Kernel(*options.kernel_config()._replace(players=1, wild_last=1, call=0, claim=0))
    alone.arrange([(tiles[0], 0, 0, -1, 0)], [tiles[1:]], [], [], [], Progress(0, 0, 0))
    while alone.hand_size[0] > each * options.players + bag:
        able = [i for i, tile in enumerate(alone.hand_of(0)) if alone.number_of_places(tile)]
        if not able:
            return None
        index = rng.choice(able)
        y, x, direction, way = rng.choice(alone.places(alone.hand_of(0)[index]))
        alone.lay(index, way, direction, alone.cell(x, y))
    rest = alone.hand_of(0)
    rng.shuffle(rest)
    held = [rest[seat * each : (seat + 1) * each] for seat in range(options.players)]
    seats = [Seat(score=rng.below(20)) for _ in held]
    shown = [hand[0] for hand in held if len(hand) == 1]
    turn = rng.below(options.players)
    kernel = Kernel(*options.kernel_config())
    bag_tiles = rest[each * options.players :]
    kernel.arrange(alone.tiles(), held, bag_tiles, seats, shown, Progress(rng.below(options.players), turn, each))
    return chromino.State(options, "", kernel, [None] * alone.laid, [])


def drawing(state: chromino.State, index: int) -> chromino.State:
    """The same game with another tile on top of the bag."""
    laid, hands, bag, seats, known, progress = position_of(state.kernel)
    bag.append(bag.pop(index))
    kernel = Kernel(*state.options.kernel_config())
    kernel.arrange(laid, hands, bag, seats, known, progress)
    return chromino.State(state.options, "", kernel, list(state.laid_by), [])


def moves(state: chromino.State) -> list[Action]:
    """What may be done with a turn."""
    assert state.turn is not None
    return [action for action in state.legal(state.turn) if not isinstance(action, Call | Spot | Claim)]


class BruteForce:
    """The value of moves by looking at everything, with the whole engine and nothing else."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.looked_at = 0

    def values(self, state: chromino.State) -> list[float]:
        """For each move what it comes to, if all play for or against the seat as well as can be."""
        return [self.value_of(state, action) for action in moves(state)]

    def value_of(self, state: chromino.State, action: Action) -> float:
        """What a move comes to; drawing, on average."""
        assert state.turn is not None
        if isinstance(action, Draw):
            futures = [drawing(state, i) for i in range(state.kernel.bag_size)]
        else:
            futures = [state.copy()]
        total = 0.0
        for future in futures:
            self.looked_at += 1
            if self.looked_at > LARGEST:
                raise TooLargeError
            future.apply(state.turn, action)
            total += self.worth(future)
        return total / len(futures)

    def worth(self, state: chromino.State) -> float:
        """The seat's share of the win."""
        if state.outcome is not None:
            return (self.seat in state.outcome.winners) / len(state.outcome.winners)
        found = self.values(state)
        return max(found) if state.turn == self.seat else min(found)


def proof_for(state: chromino.State, kind: type[Proof] = Proof) -> Proof:
    """A proof by a state's options."""
    return kind(state.options.kernel_config(), state.options.hands == "open")


def small_positions(players: int, each: int, bag: int, **fixed: object) -> Iterator[tuple[chromino.State, list[float]]]:
    """Late positions by many rules, and what brute force says of each."""
    found = luck = 0
    while found < POSITIONS:
        luck += 1
        options = random_options(Generator(luck), players=players, **fixed)
        state = late(options, each, bag, luck)
        if state is None or (options.claim and bag):  # who misses a last tile would draw (C23)
            continue
        assert state.turn is not None
        try:
            values = BruteForce(state.turn).values(state)
        except TooLargeError:
            continue
        found += 1
        yield state, values


@pytest.mark.parametrize(("each", "bag"), [(1, 0), (2, 0), (3, 0), (1, 1), (1, 2), (2, 1)])
def test_two_players_with_nothing_hidden(each: int, bag: int) -> None:
    """C14, C18, C19, C24, C25, C26, C27, C32: exactly what brute force finds, move for move."""
    different = 0
    for state, values in small_positions(2, each, bag, hands="open" if bag else "hidden"):
        assert state.turn is not None
        found, exact = proof_for(state).prove(state.kernel, state.turn, 10**6)
        assert exact
        assert found == pytest.approx(values), state.view(state.turn)
        different += min(values) < max(values)
    assert different or each == 1 or not COMPILED, "in none of the positions did it matter what was played"


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_with_nothing_hidden(players: int) -> None:
    """C19, C24: what is sure if all the others play against one."""
    for state, values in small_positions(players, 1, 0, hands="open"):
        assert state.turn is not None
        found, exact = proof_for(state).prove(state.kernel, state.turn, 10**6)
        assert not exact, "the others need not play so"
        assert found == pytest.approx(values)


@pytest.mark.parametrize(("players", "each", "bag"), [(2, 1, 4), (2, 2, 3), (3, 1, 2), (3, 2, 0), (4, 1, 3)])
def test_what_is_certain_is_won(players: int, each: int, bag: int) -> None:
    """C19, C20, C24: from a certain win on, whatever is hidden and whatever the others do, a seat that keeps to what is
    certain wins. So it goes on being certain until the end."""
    certain = 0
    for luck in range(100 if COMPILED else 8):
        rng = Generator(luck)
        options = random_options(rng, players=players)
        state = late(options, each, bag, luck)
        if state is None:
            continue
        seat = state.turn
        assert seat is not None
        view = state.view(seat)
        found, _ = proof_for(state).prove(state.kernel, seat, 2000 if COMPILED else 100)
        if max(found) < 1:
            continue
        certain += 1
        for _ in range(3):
            world = chromino.sample(view, rng)  # any that the seat may be in
            while world.outcome is None:
                turn = world.turn
                assert turn is not None
                if turn == seat:
                    found, _ = proof_for(world).prove(world.kernel, seat, 20_000)
                    assert max(found) == 1, view
                    if Call() in world.legal(seat):
                        world.apply(seat, Call())
                    world.apply(seat, moves(world)[found.index(1)])
                else:
                    world.apply(turn, rng.choice(moves(world)))
            assert world.outcome.winners == (seat,), view
    assert certain or not COMPILED


@given(walks(any_options(), longest=80))
def test_every_move_has_its_share(walk: Walk) -> None:
    """C14, C18: also where somebody had nothing to lay before, which a proof takes into account."""
    *_, last = play(chromino.GAME, walk)
    state = last.state
    assert isinstance(state, chromino.State)
    if state.turn is not None and state.options.players > 1:
        found, _ = proof_for(state).prove(state.kernel, state.turn, 20)
        assert len(found) == len(moves(state))


def test_a_limit_to_what_is_looked_at() -> None:
    """What was proved within it holds, and it is said that there may be more."""
    for state, values in small_positions(2, 2, 0):
        assert state.turn is not None
        found, exact = proof_for(state).prove(state.kernel, state.turn, 5)
        assert exact or all(sure <= value + 1e-9 for sure, value in zip(found, values, strict=True))
        assert exact or len(values) == len(found)


@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare with")
def test_compiled_and_interpreted_prove_the_same() -> None:
    """The same shares within the same limit."""
    source = source_of_bots()
    for luck in range(12):
        state = late(random_options(Generator(luck), players=2 + luck % 2), 1 + luck % 3, luck % 4, luck)
        if state is None:
            continue
        assert state.turn is not None
        kernel = source.Kernel(*state.options.kernel_config())
        kernel.arrange(*position_of(state.kernel))
        assert proof_for(state, source.Proof).prove(kernel, state.turn, 300) == proof_for(state).prove(
            state.kernel, state.turn, 300
        )


def test_possible_moves_are_the_legal_ones_where_all_is_known() -> None:
    """C14, C17, C18, C21: a proof lists the moves of a seat whose tiles it may not know in a way of its own."""
    source = source_of_bots()
    hands = source.Proof(chromino.options("classic", 2).kernel_config()).hands
    compared = 0
    for luck in range(30 if COMPILED else 12):
        rng = Generator(luck)
        state = chromino.State.new(random_options(rng), luck)
        while state.turn is not None:
            if rng.below(4) == 0:
                kernel = source.Kernel(*state.options.kernel_config())
                kernel.arrange(*position_of(state.kernel))
                ply = source.Proof(state.options.kernel_config()).first
                ply.game.resume(kernel)
                ply.known = bytearray(b"\1" * ALL)
                ply.list_possible(hands, kernel)
                assert ply.moves.as_list() == state.kernel.moves()
                compared += 1
            state.apply(*random_action(state, rng))
    assert compared > 100


def test_what_cannot_be_asked() -> None:
    """A seat that is not on turn has nothing to choose, and who plays alone no opponents."""
    state = table("classic", "BBB GGG", "YYY")
    with pytest.raises(ValueError, match="for the seat on turn of a game that goes on between two or more"):
        proof_for(state).prove(state.kernel, 1, 100)
    alone = chromino.State.new(chromino.options("classic", 1), 1)
    with pytest.raises(ValueError, match="between two or more"):
        proof_for(alone).prove(alone.kernel, 0, 100)


def test_the_master_plays_what_is_proved() -> None:
    """C24: an exactly known position is played as well as can be, and a certain win is taken."""
    master = bots.bot_named(chromino.GAME, "master:20000" if COMPILED else "master:400")
    for state, values in small_positions(2, 2, 0, hands="hidden"):
        assert state.turn is not None
        chosen = master.choose(state.view(state.turn), Generator(1))
        if isinstance(chosen, Call):  # said on the way, it changes nothing of what can be laid (C22)
            state.apply(state.turn, chosen)
            chosen = master.choose(state.view(state.turn), Generator(1))
        assert chosen is not None
        assert values[moves(state).index(chosen)] == pytest.approx(max(values))
