"""Before the first turn."""

from collections import Counter
from math import sqrt

import pytest

from tessella.core import OptionError, Stream
from tessella.games import chromino
from tessella.games.chromino.deal import deal
from tessella.games.chromino.tiles import INDEX, PLAIN_TILES, THREE_COLOURED, TILES, WILD_TILES

SEEDS = range(60)


@pytest.mark.parametrize("edition", ["classic", "joker", "meccano"])
def test_everybody_draws_eight(edition: str) -> None:
    """C9: and the rest is in the bag."""
    for players in range(2, 6):
        dealt = deal(chromino.options(edition, players), Stream("x"))
        assert [len(hand) for hand in dealt.hands] == [8] * players
        whole = TILES if edition != "meccano" else PLAIN_TILES
        dealt_tiles = [dealt.opening, *dealt.bag, *(tile for hand in dealt.hands for tile in hand)]
        assert Counter(TILES[tile] for tile in dealt_tiles) == Counter(whole)


def test_a_wild_tile_opens_classic_and_joker() -> None:
    """C10: in the centre, any of the five; 79 tiles are dealt from."""
    openings = set()
    for seed in SEEDS:
        view = chromino.new("classic", 2, seed=seed).view(None)
        (opening,) = view.board
        assert (opening.x, opening.y, opening.direction) == (-1, 0, ">")
        assert view.laid_by == (None,)
        assert view.bag == 79 - 16
        openings.add(opening.tile)
    assert openings == set(WILD_TILES)


@pytest.mark.parametrize(
    ("edition", "players"), [("classic", 0), ("classic", 9), ("joker", 9), ("meccano", 1), ("meccano", 6)]
)
def test_how_many_can_play(edition: str, players: int) -> None:
    """C10: 1 to 8; C11: 2 to 5. The error says so."""
    with pytest.raises(OptionError, match=r"1 to 8 players|2 to 5 players"):
        chromino.options(edition, players)


def test_a_three_coloured_tile_opens_meccano_and_its_drawer_begins() -> None:
    """C11: who drew it, follows from the order of the extras."""
    first_seats = set()
    for seed in SEEDS:
        state = chromino.new("meccano", 3, seed=seed)
        (opening,) = state.view(None).board
        assert opening.tile in THREE_COLOURED
        assert state.view(None).bag == 75 - 1 - 24
        first_seats.add(state.turn)
    assert first_seats == {0, 1, 2}


OPENING = [INDEX[tile] for tile in THREE_COLOURED]
OTHERS = [INDEX[tile] for tile in PLAIN_TILES if tile not in THREE_COLOURED]


class Stacked(Stream):
    """Deals tiles in a given order: each shuffle takes the next one, the last tile of which is drawn first.

    Any other choice is one and the same number.
    """

    def __init__(self, *orders: list[int], number: int = 0) -> None:
        super().__init__("stacked")
        self.orders = list(orders)
        self.number = number

    def shuffle(self, items: list[int]) -> None:  # type: ignore[override]
        if self.orders:
            items[:] = self.orders.pop(0)
        else:
            items.sort()

    def below(self, n: int) -> int:
        return self.number


def test_extras_are_drawn_in_turn_and_return_to_the_bag() -> None:
    """C11: the fourth extra is the first with three colours, so the seat before the first drawer's begins."""
    order = [*OPENING[1:], *OTHERS[19:], OPENING[0], *OTHERS[16:19][::-1], *OTHERS[:16][::-1]]
    dealt = deal(chromino.options("meccano", 2), Stacked(order))
    assert dealt.opening == OPENING[0]
    assert {deal(chromino.options("meccano", 2), Stacked(order, number=number)).first for number in (0, 1)} == {0, 1}
    assert dealt.hands == [OTHERS[:8], OTHERS[8:16]]
    assert set(OTHERS[16:19]) <= set(dealt.bag)


def test_another_round_of_extras_is_drawn() -> None:
    """C11: with two players the seventh extra belongs to the first drawer again, in the fourth round."""
    orders = [[*OPENING[1:], *OTHERS[16 + n :], OPENING[0], *OTHERS[16 : 16 + n], *OTHERS[:16]] for n in (0, 6, 7)]
    at_once, seventh, eighth = (deal(chromino.options("meccano", 2), Stacked(order)) for order in orders)
    assert seventh.opening == OPENING[0]
    assert at_once.first == seventh.first != eighth.first


@pytest.mark.parametrize("players", [2, 5])
def test_a_random_seat_draws_the_first_extra(players: int) -> None:
    """C11: so each seat begins as often as the others, though most games are opened by the first or second extra."""
    deals = 2000
    options = chromino.options("meccano", players)
    begun = Counter(deal(options, Stream(f"extra {number}")).first for number in range(deals))
    fair = 1 / players
    for seat in range(players):
        assert abs(begun[seat] / deals - fair) < 5 * sqrt(fair * (1 - fair) / deals)


def test_if_no_three_coloured_tile_is_left_all_is_dealt_anew() -> None:
    """C11: five players can hold all thirty of them."""
    hopeless = [*OTHERS[10:], *OTHERS[:10], *OPENING]
    good = [*OTHERS, *OPENING][::-1]
    dealt = deal(chromino.options("meccano", 5), Stacked(hopeless, good))
    assert dealt.hands[0] == OTHERS[:8]
    assert dealt.opening in OPENING


def test_who_begins() -> None:
    """C12: a named seat, or a random one."""
    assert chromino.new("classic", 4, seed=1, first=2).turn == 2
    assert {chromino.new("classic", 4, seed=seed).turn for seed in SEEDS} == {0, 1, 2, 3}
    with pytest.raises(OptionError, match="from 1 to 4, or 'random'"):
        chromino.options("joker", 4, first=4)
    with pytest.raises(OptionError, match="opening draw decides"):
        chromino.options("meccano", 4, first=0)


def test_turns_go_round() -> None:
    """C13: by seat number, from the first seat on."""
    state = chromino.new("classic", 3, seed=5, first=1, draw_limit=1)
    seen = [state.turn]
    while len(seen) < 7 and state.outcome is None:
        state.apply(state.turn or 0, state.legal(state.turn or 0)[0])
        if state.turn != seen[-1]:
            seen.append(state.turn)
    assert seen == [1, 2, 0, 1, 2, 0, 1]
