"""The deal of a table: a secret and contributions, mixed into a seed."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tessella.core import OptionError, commitment
from tessella.core.deals import Deal, canonical, deal_of, new_contribution, seal_of

SECRETS = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=80)
CONTRIBUTION = st.text("0123456789abcdef", min_size=64, max_size=64)
CONTRIBUTIONS = st.dictionaries(st.integers(0, 7), CONTRIBUTION, max_size=8)


def opened(secret: str, contributions: dict[int, str]) -> Deal:
    """A deal with these contributions, all of them sealed before."""
    return Deal(secret, {seat: seal_of(text) for seat, text in contributions.items()}, contributions)


def test_version_1_never_changes() -> None:
    """Records rely on it, and other programs check it."""
    deal = opened("secret", {2: "0" * 64, 0: "ab" * 32})
    assert canonical(deal.secret, deal.contributions) == (
        f"tessella deal 1\nsecret secret\nseat 1 {'ab' * 32}\nseat 3 {'0' * 64}\n"
    )
    assert deal.seed == "ba2e3c62b4f0bdd7c406522331096a1389028c163f032e8f3e712aa49453f11c"
    assert seal_of("0" * 64) == "581ed821606baeef474799bbb9e39bf00e7e2dfeabd7cbab71f9d18f0ea0abca"


@given(SECRETS, CONTRIBUTIONS, SECRETS, CONTRIBUTIONS)
def test_different_deals_have_different_texts_and_seeds(
    secret: str, contributions: dict[int, str], other_secret: str, others: dict[int, str]
) -> None:
    assume((secret, contributions) != (other_secret, others))
    assert canonical(secret, contributions) != canonical(other_secret, others)
    assert opened(secret, contributions).seed != opened(other_secret, others).seed


@given(SECRETS, CONTRIBUTIONS.filter(bool), CONTRIBUTION, st.data())
def test_the_seed_depends_on_the_secret_and_on_every_contribution(
    secret: str, contributions: dict[int, str], another: str, data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from(sorted(contributions)))
    seed = opened(secret, contributions).seed
    assert opened(secret + "x", contributions).seed != seed
    assert opened(secret, {each: text for each, text in contributions.items() if each != seat}).seed != seed
    if another != contributions[seat]:
        assert opened(secret, {**contributions, seat: another}).seed != seed


@given(SECRETS, CONTRIBUTIONS)
def test_the_seats_order_the_contributions(secret: str, contributions: dict[int, str]) -> None:
    """Not the time at which they came."""
    backwards = dict(reversed(contributions.items()))
    assert opened(secret, backwards).seed == opened(secret, contributions).seed


def test_where_nobody_contributed_the_secret_is_the_seed() -> None:
    """As at all tables before there were contributions."""
    assert opened("7", {}).seed == "7"
    assert Deal("7", {0: "a" * 64}, {}).seed == "7"


@given(SECRETS.map(str.strip).filter(bool), CONTRIBUTIONS, st.sets(st.integers(0, 7)))
def test_a_record_s_headers_hold_the_deal(secret: str, contributions: dict[int, str], late: set[int]) -> None:
    sealed = opened(secret, contributions)
    deal = sealed._replace(contributions={seat: text for seat, text in contributions.items() if seat not in late})
    assert deal_of(deal.seed, deal.headers()) == deal
    assert ("commitment" in deal.headers()) == (not deal.contributions)
    assert commitment(secret) in deal.headers().values()
    assert deal.unopened == sorted(set(contributions) & late)


def test_a_contribution_that_was_not_sealed_is_noticed() -> None:
    mine, other = new_contribution(), new_contribution()
    assert opened("s", {1: mine}).broken() == []
    assert Deal("s", {1: seal_of(mine)}, {1: other}).broken() == [1]
    assert Deal("s", {}, {1: mine}).broken() == [1]


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 63 + "\n", "\u0660" * 64])
def test_what_is_no_contribution_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="seat 2"):
        canonical("s", {1: text})
    with pytest.raises(OptionError, match="contribution-2"):
        deal_of("s", {"contribution-2": text})


@pytest.mark.parametrize("secret", ["", "a\nb", "a\nseat 1 " + "0" * 64])
def test_what_is_no_secret_is_refused(secret: Any) -> None:
    with pytest.raises(OptionError, match="one printable line"):
        canonical(secret, {})
