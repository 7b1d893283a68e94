"""The project's own randomness: promised for ever, so its numbers are pinned here."""

from collections import Counter

import pytest

from tessella.core import Generator, OptionError, Stream, commitment, new_seed, seed_text
from tessella.games import chromino


def test_the_stream_is_pinned() -> None:
    """Every record relies on these numbers: they must never change."""
    stream = Stream("tessella")
    assert [f"{stream.word():016x}" for _ in range(3)] == STREAM_WORDS
    items = list(range(10))
    Stream("tessella").shuffle(items)
    assert items == SHUFFLED


def test_the_generator_is_pinned() -> None:
    """splitmix64: the first numbers from seed 0 and 1."""
    assert [f"{Generator(0).word():016x}", f"{Generator(1).word():016x}"] == ["e220a8397b1dcdaf", "910a2dec89025cc1"]


def test_deals_are_pinned() -> None:
    """C9, C10, C11: the same seed deals the same tiles for ever."""
    view = chromino.new("classic", 2, seed="pinned").view(0)
    assert (str(view.board[0]), " ".join(view.hand), view.turn) == CLASSIC_DEAL
    view = chromino.new("meccano", 3, seed="pinned").view(2)
    assert (str(view.board[0]), " ".join(view.hand), view.turn) == MECCANO_DEAL


def test_the_stream_is_fair() -> None:
    """Each number below n, equally often: chi-square on 6 cells, 60,000 draws, far beyond the 0.999999 point."""
    stream = Stream("fair")
    counts = Counter(stream.below(6) for _ in range(60_000))
    assert sum((counts[i] - 10_000) ** 2 / 10_000 for i in range(6)) < 40
    rng = Generator(3)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert sum((counts[i] - 10_000) ** 2 / 10_000 for i in range(6)) < 40


def test_every_order_is_dealt() -> None:
    """A shuffle of three has six orders, all about equally often."""
    stream = Stream("orders")
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6_000):
        items = [1, 2, 3]
        stream.shuffle(items)
        seen[tuple(items)] += 1
    assert len(seen) == 6
    assert sum((n - 1_000) ** 2 / 1_000 for n in seen.values()) < 40


def test_seeds_and_commitments() -> None:
    """A fresh seed has 256 bits and differs each time; its hash can be published."""
    assert len(new_seed()) == 64
    assert new_seed() != new_seed()
    assert commitment("7") == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    assert chromino.new(seed=7).view(0) == chromino.new(seed="7").view(0)
    assert chromino.new().seed != chromino.new().seed


@pytest.mark.parametrize("seed", ["", " 7", "7 ", "a\nb", "x" * 101, "\x00"])
def test_a_seed_that_a_record_could_not_hold_is_refused(seed: str) -> None:
    """It would not be read back."""
    with pytest.raises(OptionError, match="a printable text"):
        seed_text(seed)


STREAM_WORDS = ["e53efc53b1671ce6", "f14a295cd103e1c4", "c70c5d281f71dd36"]
SHUFFLED = [3, 1, 2, 7, 0, 5, 8, 6, 9, 4]
CLASSIC_DEAL = ("R*P@-1,0>", "BGP BPP GBR GRP GYR RRR RPR B*Y", 0)
MECCANO_DEAL = ("BYR@-1,0>", "BRB GGR GPY RBP YBY YGY YYY PRP", 0)
