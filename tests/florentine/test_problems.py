"""Problems of Florentine Dominoes: what is said to be the solution is, and what cannot be is refused by its line."""

import doctest
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import XML

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.core import Generator, OptionError
from tessella.games import florentine as game
from tessella.games.florentine import puzzles as florentine
from tessella.games.florentine.cards import COLOUR_NAMES, COLOURS, turned
from tessella.games.florentine.deck import reconstruction
from tessella.games.florentine.kernel import COMPILED
from tessella.games.florentine.notation import Lay, parse_lay
from tessella.games.florentine.puzzles import GEMS, KINDS, PLACES, FlorentinePuzzle
from tessella.games.florentine.puzzles.board import flaw, laying_order, position
from tessella.games.florentine.puzzles.gems import closing
from tessella.games.florentine.puzzles.maker import candidates
from tessella.games.florentine.puzzles.places import PlacesParts, measure, weight_of
from tessella.puzzles import ConundrumError
from tests.florentine import naive
from tests.florentine.kernels import eager_action
from tests.pictures import marked, require_standing_alone

DOCS = Path(__file__).parents[2] / "docs"
BOARDS = 300 if COMPILED else 60
"""Boards on which the solver is compared with the naive opinion."""
SEEDS = range(12 if COMPILED else 4)
"""Seeds of problems of each kind."""

BY_HAND = """\
tessella florentine problem 1
# Only the first card lies, in the centre.
kind: places
card: GGbr
card: RRbo 2
author: me

RRbg@0,0
"""
ONE = BY_HAND.partition("\n\n")[0] + "\n\n"
"""The same up to its board."""


# ---- boards ----


def random_board(rng: Generator) -> tuple[Lay, ...]:
    """A board as it is after some action of a random game; some have no complete cross."""
    state = game.new(players=2, seed=rng.word())
    for _ in range(rng.below(55)):
        if state.turn is None:
            break
        state.apply(state.turn, eager_action(state, rng, 90))
    return state.view(None).board or (Lay("RRbg", 0, 0),)


def random_problems(seed: int, count: int) -> Iterator[FlorentinePuzzle]:
    """Problems of both kinds on such boards; without their numbers."""
    rng = Generator(seed)
    for _ in range(count):
        board = random_board(rng)
        rest = [card for card in reconstruction() if card not in {lay.card for lay in board}]
        rng.shuffle(rest)
        cards = tuple(rest[: 1 + rng.below(8)])
        if cards:
            yield FlorentinePuzzle(PLACES, board, cards, (None,) * len(cards))
            yield FlorentinePuzzle(GEMS, board, cards, (None,), rng.choice(COLOUR_NAMES))


def naively(problem: FlorentinePuzzle) -> tuple[dict[str, list[Lay]], tuple[int, ...]]:
    """The solution and the numbers of a problem, worked out from the rules alone."""
    board = {(lay.x, lay.y): lay.triangles for lay in problem.board}
    placements = naive.placements(board, problem.pieces)
    places = {card: [Lay(lying, x, y) for y, x, lying in each] for card, each in placements.items()}
    if problem.kind == PLACES:
        return places, tuple(map(len, places.values()))
    assert problem.colour is not None
    letter = COLOURS[COLOUR_NAMES.index(problem.colour)].lower()
    before = naive.gems(board, (), letter)
    closed = {
        lay: naive.gems({**board, (lay.x, lay.y): lay.triangles}, (), letter) - before
        for each in places.values()
        for lay in each
    }
    most = max(closed.values(), default=0)
    best = {card: [lay for lay in each if closed[lay] == most > 0] for card, each in places.items()}
    return best, (most,)


# ---- solving ----


def test_the_solution_is_what_the_rules_say() -> None:
    """F7, F9, F10, F15, F16, C36: on boards from every part of a game, all places and all best answers."""
    seen: Counter[str] = Counter()
    for problem in random_problems(1, BOARDS):
        right, counted = naively(problem)
        solution = problem.solve()
        assert {card: sorted(map(str, each)) for card, each in solution.items()} == {
            card: sorted(map(str, each)) for card, each in right.items()
        }
        assert problem.right_numbers() == counted
        seen[problem.kind] += sum(counted)
        seen["cross"] += len(problem.board) < 13
    assert seen[PLACES] > 3 * BOARDS
    assert seen[GEMS] > BOARDS // 4
    assert seen["cross"] > BOARDS // 10


def test_places_are_listed_from_top_to_bottom() -> None:
    """As the engine lists them; ways round that look alike would be one (F7), but no card of our deck has any."""
    for problem in random_problems(2, 10):
        for places in problem.solve().values():
            assert places == sorted(places, key=lambda lay: (lay.y, lay.x, readings_of(lay)))
    assert all(len({turned(card, turns) for turns in range(4)}) == 4 for card in reconstruction())


def readings_of(lay: Lay) -> int:
    return naive.readings(lay.card).index(lay.triangles)


def test_a_space_closed_before_does_not_count_again() -> None:
    """F15, F16: only what this card closes; the gems on it count, too."""
    for problem in random_problems(3, 10):
        if problem.kind == GEMS:
            closed = closing(problem.task)
            assert all(gems >= 0 for gems in closed.values())
            assert list(closed) == [lay for each in all_places(problem).values() for lay in each]


def all_places(problem: FlorentinePuzzle) -> dict[str, list[Lay]]:
    unsaid = (None,) * len(problem.pieces)
    return FlorentinePuzzle(PLACES, problem.board, problem.pieces, unsaid).solve()


# ---- new ones ----


@pytest.fixture(scope="module", params=[PLACES, GEMS])
def problems(request: pytest.FixtureRequest) -> list[FlorentinePuzzle]:
    """The kinds of which each card is laid alone. `tests/test_kinds.py` solves all kinds a second time."""
    return [florentine.new(seed, request.param) for seed in SEEDS]


def test_new_problems_are_right(problems: list[FlorentinePuzzle]) -> None:
    """C36: the numbers are proved, also by the naive opinion, and nothing about them is dull."""
    for problem in problems:
        assert problem.wrong_numbers() == {}
        right, counted = naively(problem)
        assert problem.numbers == counted
        assert flaw(problem.board, problem.pieces) is None
        assert problem.difficulty in range(1, 6)
        if problem.kind == PLACES:
            assert sum(counted) >= max(2, len(problem.pieces))
            assert counted.count(0) <= 1
        else:
            assert counted[0] >= 2
            assert 1 <= sum(map(len, right.values())) <= 3
        assert problem.check([lay for each in right.values() for lay in each]).solved


def test_the_same_seed_makes_the_same_problem(problems: list[FlorentinePuzzle]) -> None:
    """And another one another."""
    assert florentine.new("0", problems[0].kind) == problems[0] == florentine.new(0, problems[0].kind)
    assert len(set(map(str, problems))) == len(problems)


def test_the_documented_problem_is_made_for_ever() -> None:
    """The one in docs/problems.md, word for word, on compiled and on interpreted kernels."""
    (text,) = re.findall(r"```text\n(.*?)```", (DOCS / "problems.md").read_text(encoding="utf-8"), re.DOTALL)
    assert text == str(florentine.new(1, PLACES, 2, 3))
    assert florentine.parse(text).wrong_numbers() == {}


def test_a_problem_can_be_asked_for() -> None:
    """By its difficulty and the number of its cards, both of which it then has."""
    for difficulty, cards in [(1, 2), (3, 4), (5, 6)] if COMPILED else [(3, 4)]:
        for kind in KINDS:
            problem = florentine.new("asked", kind, difficulty, cards)
            assert (problem.difficulty, len(problem.pieces)) == (difficulty, cards)


def test_what_cannot_be_made() -> None:
    """Says what could."""
    with pytest.raises(OptionError, match="the kind of a problem is places, gems, pair or order, not 'tiles'"):
        florentine.new("x", "tiles")
    with pytest.raises(OptionError, match="the difficulty is a number from 1 to 5, not 6"):
        florentine.new("x", PLACES, 6)
    with pytest.raises(OptionError, match="a problem of the kind 'places' has 1 to 8 cards, not 9"):
        florentine.new("x", PLACES, cards=9)


def test_giving_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card alone is never hard."""
    monkeypatch.setattr("tessella.games.florentine.puzzles.maker.PATIENCE", 2)
    with pytest.raises(OptionError, match="no problem with difficulty 5 and 1 card was found; ask for another number"):
        florentine.new("x", PLACES, 5, 1)


def test_the_levels_are_about_equally_frequent() -> None:
    """Of what the maker comes across; here of few, for the test to be quick."""
    if not COMPILED:
        pytest.skip("slow on interpreted kernels, and nothing of a kernel is tested here")
    for kind in KINDS:
        levels = Counter(KINDS[kind].level(next(candidates(Generator(seed), kind))) for seed in range(50))
        assert set(levels) == set(range(1, 6))
        assert max(levels.values()) <= 20


def test_the_measure_counts_what_can_be_seen() -> None:
    """F7, F9: beside a single card nothing is nearly right; more of anything is harder."""
    problem = florentine.parse(BY_HAND)
    parts = measure(position(problem.board, problem.pieces), problem.board, "RRbo")
    assert parts == PlacesParts(looks=4, places=5, turned=5, near=0)
    assert weight_of(parts) == 0.2 * 4 + 5 + 0.5 * 5
    assert weight_of(parts._replace(near=10)) > weight_of(parts)


# ---- text ----


@settings(max_examples=25 if COMPILED else 5)
@given(st.integers(0, 10_000), st.integers(1, 5) | st.none(), st.booleans())
def test_the_text_is_read_back(seed: int, difficulty: int | None, with_numbers: bool) -> None:
    """With and without its numbers."""
    for problem in random_problems(seed, 1):
        problem = florentine.make(
            problem.kind, problem.board, problem.pieces, problem.colour, difficulty, {"author": "somebody", "note": ""}
        )
        if not with_numbers:
            problem = replace(problem, numbers=(None,) * len(problem.numbers))
        read = florentine.parse(str(problem))
        assert read == problem
        assert str(read) == str(problem)
        assert florentine.parse("\ufeff" + str(problem).replace("\n", "\r\n")) == problem


def test_new_ones_are_read_back(problems: list[FlorentinePuzzle]) -> None:
    """With their seed and difficulty."""
    for problem in problems:
        assert florentine.parse(str(problem)) == problem
        assert problem.headers["seed"]


def test_written_by_hand() -> None:
    """Comments, cards from any side, one number said, and the board in any order."""
    problem = florentine.parse(BY_HAND)
    assert problem.pieces == ("rGGb", "RRbo")
    assert problem.numbers == (None, 2)
    assert problem.headers == {"author": "me"}
    assert problem.wrong_numbers() == {"RRbo": (2, 5)}
    shuffled = florentine.parse(ONE + "  bboo@0,1\n# west\nRRbg@0,0 bggb@-1,0\n")
    assert list(map(str, shuffled.board)) == ["bggb@-1,0", "RRbg@0,0", "bboo@0,1"]


GEMS_BY_HAND = BY_HAND.replace("kind: places", "kind: gems\ncolour: red\ngems: 3").replace(" 2\n", "\n")


def swapped(text: str, line: int, *instead: str) -> str:
    """A text with other lines instead of one, which is counted from 1."""
    lines = text.splitlines()
    return "\n".join([*lines[: line - 1], *instead, *lines[line:]]) + "\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "begins with the line 'tessella florentine problem 1'"),
        (swapped(BY_HAND, 1, "tessella conundrum 1"), 1, "begins with the line"),
        (
            swapped(BY_HAND, 3),
            7,
            "the kind is missing above; write 'kind: places', 'kind: gems', 'kind: pair' or 'kind: order'",
        ),
        (swapped(BY_HAND, 3, "kind: tiles"), 3, "the kind of a problem is places, gems, pair or order, not 'tiles'"),
        (swapped(BY_HAND, 4, "kind: places"), 4, "'kind' stands here a second time"),
        (swapped(BY_HAND, 4, "card:"), 4, "write a card and how many places it has, like 'card: RRbg 3'"),
        (swapped(BY_HAND, 4, "card: RRbo many"), 4, "write a card and how many places it has"),
        (swapped(BY_HAND, 4, "card: RRb"), 4, "'RRb' is no card"),
        (swapped(BY_HAND, 4, "card: RRRR"), 4, "RRRR is not in the deck"),
        (swapped(BY_HAND, 4, "card: RboR"), 5, "RRbo is asked for twice"),
        (swapped(BY_HAND, 4, "card: RRbg"), 4, "RRbg lies on the board; each card is in the deck once .F3."),
        (swapped(BY_HAND, 4, *(f"card: {card}" for card in reconstruction()[1:14])), 16, "12 are enough"),
        ("\n".join(BY_HAND.splitlines()[:3]) + "\nRRbg@0,0", 4, "no card is asked for above"),
        (swapped(BY_HAND, 6, "difficulty: 6"), 6, "the difficulty is a number from 1 to 5, not 6"),
        (swapped(BY_HAND, 6, "difficulty: easy"), 6, "from 1 to 5, not 'easy'"),
        (swapped(BY_HAND, 6, "colour: red"), 6, "'colour' belongs to a problem of the kind 'gems'"),
        (swapped(BY_HAND, 6, "gems: 2"), 6, "'gems' belongs to a problem of the kind 'gems'"),
        (swapped(BY_HAND, 6, "author: \x07"), 6, "a character in it that cannot be printed"),
        (swapped(GEMS_BY_HAND, 4, "colour: pink"), 4, "the colour is red, blue, green or ochre, not 'pink'"),
        (swapped(GEMS_BY_HAND, 4), 9, "whose gems are to be closed is missing above; write it like 'colour: red'"),
        (swapped(GEMS_BY_HAND, 5, "gems: some"), 5, "write how many gems can be closed, like 'gems: 3', not 'some'"),
        (swapped(GEMS_BY_HAND, 6, "card: rGGb 3"), 6, "a number of places belongs to a problem of the kind 'places'"),
        (ONE, 8, "there is no card on the board"),
        (ONE + "RRbg", 8, "'RRbg' is no placement: write it like RRbg@1,0"),
        (ONE + "RRbg@0,0\ncard: RRog", 9, "'card:' is no placement"),
        (ONE + "RRbg@0,0\nRRRR@0,1", 9, "RRRR is not in the deck"),
        (ONE + "RRbg@0,0\nbgRR@0,1", 9, "bgRR lies there twice; each card is in the deck once .F3."),
        (ONE + "RRbg@0,0\nRRbg@0,0", 9, "RRbg lies there twice"),
        (ONE + "RRbg@0,0\nRRgb@0,0", 9, "RRgb@0,0 cannot have been laid: a card lies at 0,0 already .F7."),
        (ONE + "RRbg@1,0", 8, "the first card is laid in the centre, at 0,0 .F6."),
        (ONE + "RRbg@0,0\n\nrrgg@0,1", 10, "red meets blue on its north side: edges that meet have one colour .F7."),
        (ONE + "RRbg@0,0\nbbrr@0,2", 9, "an arm of the cross is built outwards, each card beside the one before .F9."),
        (ONE + "RRbg@0,0\nbbrr@1,1", 9, "first the cross is laid, three cards in each arm.* .F9."),
        (ONE + "RRbg@0,0\nbbrr@4,0", 9, "4,0 is outside the square, which goes from -3 to 3 .F10."),
    ],
)
def test_errors_name_the_line(text: str, line: int, reason: str) -> None:
    """F3, F6, F7, F9, F10: and say what would be right."""
    with pytest.raises(ConundrumError, match=f"line {line}: .*{reason}") as caught:
        florentine.parse(text)
    assert caught.value.line == line


def test_a_card_outside_the_cross_lies_in_a_corner() -> None:
    """F10: between two others; if the one before it is taken away, it cannot have been laid."""
    problem = next(each for each in random_problems(4, 50) if any(abs(lay.x) > 1 and lay.y for lay in each.board))
    outer = next(lay for lay in problem.board if abs(lay.x) > 1 and lay.y)
    inner = next(lay for lay in problem.board if (lay.x, lay.y) == (outer.x - outer.x // abs(outer.x), outer.y))
    lines = str(replace(problem, board=tuple(lay for lay in problem.board if lay != inner))).splitlines()
    with pytest.raises(
        ConundrumError, match=r"cannot have been laid: a card goes into a corner, with two.*\(F10\)"
    ) as caught:
        florentine.parse("\n".join(lines))
    assert f",{outer.y}" in lines[caught.value.line - 1]


@given(st.integers(0, 10_000), st.sets(st.integers(0, 47), max_size=6))
@settings(max_examples=100 if COMPILED else 25)
def test_a_board_is_refused_if_no_order_of_laying_makes_it(seed: int, away: set[int]) -> None:
    """F9, F10: with some cards taken away; the naive opinion lays whatever can be laid, again and again."""
    board = tuple(lay for i, lay in enumerate(random_board(Generator(seed))) if i not in away)
    left = {(lay.x, lay.y): lay.triangles for lay in board}
    laid: dict[naive.Cell, str] = {}
    while ready := [cell for cell in left if naive.may_be_filled(laid, cell)]:
        laid[ready[0]] = left.pop(ready[0])
    rest = [card for card in reconstruction() if card not in {lay.card for lay in board}]
    assert (flaw(board, rest[:1]) is None) == (not left and laid != {})
    assert sorted(map(str, laying_order(board))) == sorted(map(str, board))


def test_what_make_refuses() -> None:
    """The same as `parse`, and what cannot be written down."""
    board = [parse_lay("RRbg@0,0")]
    for cards, colour, reason in [
        (["RRbg"], None, "RRbg lies on the board"),
        (["RRbo", "RboR"], None, "RboR is asked for twice"),
        (["RRRR"], None, "RRRR is not in the deck"),
        ([], None, "no card is asked for"),
        (reconstruction()[1:14], None, "13 cards are asked for; 12 are enough"),
        (["RRbo"], "red", "problems of the kind 'places' are of no colour"),
    ]:
        with pytest.raises(OptionError, match=reason):
            florentine.make(PLACES, board, cards, colour)
    with pytest.raises(OptionError, match="whose gems"):
        florentine.make(GEMS, board, ["RRbo"])
    with pytest.raises(OptionError, match="from 1 to 5, not 0"):
        florentine.make(PLACES, board, ["RRbo"], difficulty=0)
    for name, text in [("card", "RRbo"), ("Two words", "x"), ("x", "a\nb"), ("x", " x")]:
        with pytest.raises(OptionError, match="cannot be a further header"):
            florentine.make(PLACES, board, ["RRbo"], headers={name: text})


# ---- answers ----


def test_an_answer_of_places_is_looked_through() -> None:
    """C36, F7, F9, F10: what is right, what is wrong and why, and how much is missing."""
    problem = florentine.make(PLACES, [parse_lay("RRbg@0,0")], ["RRbo", "ggoo"])
    assert problem.numbers == (5, 2)
    answer = "boRR@0,-1 boRR@0,-1 RRbo@0,-1 boRR@1,-1 boRR@0,2 boRR@0,0 oggo@-1,0 bbgg@-1,0 boRR@4,0"
    checked = problem.check(list(map(parse_lay, answer.split())))
    assert list(map(str, checked.right)) == ["boRR@0,-1", "oggo@-1,0"]
    assert [(str(lay), clause) for lay, clause, _ in checked.wrong] == [
        ("boRR@0,-1", "C36"),
        ("RRbo@0,-1", "F7"),
        ("boRR@1,-1", "F9"),
        ("boRR@0,2", "F9"),
        ("boRR@0,0", "F7"),
        ("bbgg@-1,0", "C36"),
        ("boRR@4,0", "F10"),
    ]
    assert checked.wrong[0][2] == "this place was named before"
    assert checked.wrong[5][2] == "bbgg is not asked for, but RRbo and ggoo"
    assert checked.missing == {"RRbo": 4, "ggoo": 1}
    assert not checked.solved
    assert problem.check([lay for each in problem.solve().values() for lay in each]).solved


def gems_problem() -> FlorentinePuzzle:
    """A problem with an answer, a way to lay that closes less, and one that closes nothing."""
    for problem in random_problems(5, 200):
        if problem.kind == GEMS and len({*closing(problem.task).values()}) > 2:
            return problem
    raise AssertionError("there is none")


def test_an_answer_of_gems_is_looked_through() -> None:
    """F15, F16: any best one will do; less is not enough, and why is said."""
    problem = gems_problem()
    closed = closing(problem.task)
    most = max(closed.values())
    for lay, gems in closed.items():
        checked = problem.check([lay])
        assert checked.solved == (gems == most)
        if gems < most:
            ((_, clause, reason),) = checked.wrong
            assert clause == "F16"
            assert reason == f"it fits, but closes {gems or 'no'} {problem.task.gem}; one can close {most}"
            assert checked.missing == {"gems": 1}
    assert problem.check([]).missing == {"gems": 1}
    assert replace(problem, numbers=(most + 1,)).wrong_numbers() == {"gems": (most + 1, most)}


def test_there_may_be_no_gems_to_close() -> None:
    """F15: beside a single card every space stays open; then no place is an answer."""
    problem = florentine.make(GEMS, [parse_lay("RRbg@0,0")], ["RRbo"], "red")
    assert problem.numbers == (0,)
    assert problem.solution_text().splitlines() == ["no card closes any jade"]
    checked = problem.check([parse_lay("boRR@0,-1")])
    assert checked.wrong == ((parse_lay("boRR@0,-1"), "F15", "it fits, but closes no jade: no card here does"),)
    assert problem.check([]).solved
    assert problem.solution_pictures() == {}


# ---- solutions as text and as pictures ----


def test_solutions_as_text() -> None:
    """Each card with its number, and below it its places."""
    problem = florentine.make(PLACES, [parse_lay("RRbg@0,0")], ["RRbo", "ggoo"])
    lines = problem.solution_text().splitlines()
    assert lines[0] == "RRbo: 5 places"
    assert lines[-3:] == ["ggoo: 2 places", "  ggoo@-1,0", "  oggo@-1,0"]
    problem = gems_problem()
    first, *rest = problem.solution_text().splitlines()
    assert first.startswith(f"{problem.right_numbers()[0]} {problem.task.gem} closed by")
    assert [line.strip() for line in rest] == [str(lay) for each in problem.solve().values() for lay in each]


def lays_in(text: str) -> list[str]:
    return [element.attrib["data-lay"] for element in marked(XML(text), "card")]


def test_pictures(problems: list[FlorentinePuzzle]) -> None:
    """The task shows the board and the cards, the solution where they go."""
    for problem in problems[:3]:
        text = florentine.picture(problem)
        require_standing_alone(text)
        assert lays_in(text) == list(map(str, problem.board))
        assert [each.attrib["data-card"] for each in marked(XML(text), "beside")] == list(problem.pieces)
        assert florentine.task(problem) in text
        solution = problem.solve()
        drawn = problem.solution_pictures(dark=True)
        for each in drawn.values():
            require_standing_alone(each)
        if problem.kind == PLACES:
            assert list(drawn) == list(problem.pieces)
            for card, places in solution.items():
                assert lays_in(drawn[card])[len(problem.board) :] == list(map(str, places))
                assert len(marked(XML(drawn[card]), "ghost")) == len(places)
        else:
            assert list(drawn) == [str(lay) for each in solution.values() for lay in each]
            for name, each in drawn.items():
                assert lays_in(each)[-1] == name
                assert len(marked(XML(each), "own")) == 1


def test_the_docstring() -> None:
    """Its example runs."""
    if COMPILED:
        assert doctest.testmod(florentine).failed == 0
