"""Every kind of conundrum: solved as by brute force, graded, written and read back; and what a seed means for ever."""

from hashlib import sha256
from itertools import islice

import pytest

from tessella.core import OptionError, TessellaError
from tessella.games import GAMES
from tessella.games.chromino.kernel import COMPILED
from tessella.hosting.requests import conundrum_info
from tessella.puzzles import LEVELS, ConundrumError, Puzzle
from tests.conundrum_oracle import Shown, Try, card_fits, solve, tile_fits

FITS = {"chromino": tile_fits, "florentine": card_fits}
OFFERED = {name: game.puzzles for name, game in GAMES.items() if game.puzzles is not None}
EVERY_KIND = [(name, kind) for name, puzzles in OFFERED.items() for kind in puzzles.kinds]
SAMPLE = 5 if COMPILED else 1
"""How many of each kind are solved again here; `tests/soak.py` does many more."""


def check(game: str, puzzle: Puzzle) -> None:
    """A puzzle is what the independent solver says, and nothing is lost on the way to a client and back."""
    shown = Shown(
        puzzle.kind,
        tuple(map(str, puzzle.board)),
        puzzle.pieces,
        puzzle.theirs,
        str(puzzle.shown().get("colour", "")),
    )
    solved = solve(shown, FITS[game])
    answers = [tuple(map(str, answer)) for answer in puzzle.answers()]
    assert set(answers) == solved.answers
    assert len(answers) == len(solved.answers) > 0
    moves = [
        Try(tuple(map(str, move.after)), str(move.lay), move.value, frozenset(map(str, move.replies)))
        for move in puzzle.moves()
    ]
    assert set(moves) == solved.tries
    assert len(moves) == len(solved.tries)
    if OFFERED[game].kinds[puzzle.kind].goal == "one":
        assert len({frozenset(answer) for answer in answers}) <= (3 if puzzle.kind == "gems" else 1), "one answer"
    assert puzzle.grade() == puzzle.difficulty
    assert puzzle.wrong_numbers() == {}
    assert OFFERED[game].parse(str(puzzle)) == puzzle
    again = OFFERED[game].read(puzzle.link())
    assert again.graded() == OFFERED[game].parse(str(again.graded()))
    assert (again.answers(), again.grade()) == (puzzle.answers(), puzzle.difficulty)


@pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
def test_solved_as_by_brute_force(game: str, kind: str) -> None:
    """C36: the answers and all that is possible on the way, in every kind and at every level."""
    for number in range(SAMPLE):
        check(game, OFFERED[game].new(f"kinds.{number}", kind, LEVELS[number % 5]))


@pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
def test_only_answers_are_answers(game: str, kind: str) -> None:
    """Every series of moves is judged as the list of answers has it, and what is wrong has a reason."""
    puzzles = OFFERED[game]
    goal = puzzles.kinds[kind].goal
    for puzzle in islice(puzzles.series("judged", 2, kind, 1), 2 if COMPILED else 1):
        answers = puzzle.answers()
        assert puzzle.check([lay for answer in answers for lay in answer] if goal == "all" else answers[0]).solved
        assert not puzzle.check([]).solved
        right = {answer[0] for answer in answers if len(answer) == 1}
        for move in puzzle.moves():
            if right and not move.after:
                checked = puzzle.check([move.lay])
                assert checked.solved == (move.lay in right)
                assert all(reason for _, _, reason in checked.wrong)


@pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
def test_a_client_gets_all_that_it_needs(game: str, kind: str) -> None:
    """Answers begin with a move that is possible on the board as shown, and go on with one that is possible then."""
    puzzle = OFFERED[game].new("wire", kind, 2)
    info = conundrum_info(game, puzzle, "wire")
    assert (info.kind, info.goal, info.difficulty) == (kind, OFFERED[game].kinds[kind].goal, 2)
    possible = {(*move.after, move.lay) for move in info.moves}
    if info.goal == "one":
        assert [piece.piece for piece in info.pieces] == list(puzzle.pieces)
        for answer in info.answers:
            assert all((*sorted(answer[:i]), lay) in possible for i, lay in enumerate(answer))
        first = {move.lay for move in info.moves if not move.after}
        assert first == {place for piece in info.pieces for place in piece.places}
    else:
        assert sorted(info.answers) == sorted([place] for piece in info.pieces for place in piece.places)


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("", "'' is no part of a conundrum"),
        ("kind=order", "'pieces' is missing"),
        ("kind=order;pieces=BGR", "'board' is missing"),
        ("kind=order;kind=order", "'kind' is there twice"),
        ("kind=chess;pieces=BGR;board=RRR@0,0>", "the kind of a problem is places, order, block or win, not 'chess'"),
        ("kind=order;pieces=BGX;board=RRR@0,0>", "'BGX' is no tile"),
        ("kind=order;pieces=BGR,RGB;board=RRR@0,0>", "BGR is asked for twice"),
        ("kind=order;pieces=BGR,BBB;board=RRR", "'RRR' is no placement"),
        ("kind=order;pieces=BGR,BBB;board=RRR@0,0>_GGG@0,1>", "clashes"),
        ("kind=order;pieces=BGR,BBB;board=RRR@0,0>_GGG@9,1>", "touches no way to the first tile"),
        ("kind=order;pieces=BGR;theirs=BBB;board=RRR@0,0>", "there is no other seat"),
        ("kind=order;pieces=BGR,BBB,GGG,YYY,PPP;board=RRR@0,0>", "has 4 tiles at most"),
        ("kind=block;pieces=BGR;board=RRR@0,0>", "the tiles of the other seat are missing"),
        ("kind=block;pieces=BGR;theirs=BGR;board=RRR@0,0>", "BGR is there twice"),
        ("kind=win;pieces=BGR;theirs=BBB,GGG;board=RRR@0,0>", "there are 2 tiles to lay"),
        ("kind=win;pieces=BGR,PPP;theirs=BBB;board=RRR@0,0>", "with one it could win first"),
        ("kind=win;pieces=BGR,PPP;colour=red;theirs=BBB,GGG;board=RRR@0,0>", "a conundrum has no 'colour'"),
    ],
)
def test_what_a_link_cannot_say(link: str, reason: str) -> None:
    """The first wrong part is named, with what would be right."""
    with pytest.raises(TessellaError, match=reason):
        OFFERED["chromino"].read(link)


BY_HAND = "tessella conundrum 1\nkind: {}\ntile: BGR\n{}\n\nR-R-R\n"


@pytest.mark.parametrize(
    ("kind", "lines", "line", "reason"),
    [
        ("chess", "", 2, "the kind of a problem is places, order, block or win, not 'chess'"),
        ("order", "theirs: BBB", 4, "there is no other seat in a conundrum of the kind 'order'"),
        ("order", "tile: BBB 3", 4, "a number of places belongs to a conundrum of the kind 'places'"),
        ("block", "author: me", 6, "the tiles of the other seat are missing above"),
        ("block", "theirs: BBX", 4, "'BBX' is no tile"),
        ("block", "theirs: RRR", 4, "RRR is there twice"),
        ("block", "theirs: BBB\ntheirs: BBB", 5, "the other seat has BBB twice"),
        ("win", "theirs: BBB", 3, "there are 2 tiles to lay"),
        ("win", "tile: GGG\ntheirs: BBB", 5, "with one it could win first"),
    ],
)
def test_what_a_text_cannot_say(kind: str, lines: str, line: int, reason: str) -> None:
    """The first wrong line is named, with what would be right."""
    with pytest.raises(ConundrumError, match=reason) as error:
        OFFERED["chromino"].parse(BY_HAND.format(kind, lines))
    assert error.value.line == line


def test_what_is_too_much_to_look_through_is_refused() -> None:
    """An editor's conundrum with very many ways says so, in no time."""
    board = "_".join(f"{'RGB'[i % 3] * 3}@{6 * i},{0}>" for i in range(1))
    many = OFFERED["chromino"].read(f"kind=order;pieces=RRG,RRB,RRY,RRP;board={board}")
    with pytest.raises(OptionError, match="there are more than 2000 ways to lay these pieces: take fewer"):
        many.answers()


def _digest(puzzle: Puzzle) -> str:
    return sha256(str(puzzle).encode()).hexdigest()[:12]


PINNED: dict[str, list[str]] = {
    "chromino places": ["01e2522a5610", "350c0a4b1879", "2524db9bbb8b", "d5c4dfb1745e", "76338ac7e5a8"],
    "chromino order": ["230a68f724d8", "49381791533f", "bdb9b6ca9e26", "561652d206cc", "9cab550ad39b"],
    "chromino block": ["625ea85dc3b4", "bb87c5ee7f9f", "747f708b3a07", "d459e453fc53", "cbccf225a5c8"],
    "chromino win": ["6be08902a32e", "6d7d0a212d1a", "384ad337f114", "b7759ca06f92", "652c97a200f7"],
    "florentine places": ["b06861ea09cc", "c107d6d35676", "7377340b8c6f", "b2c8ac5acd50", "2cd3a803c868"],
    "florentine gems": ["851d323b5699", "3fc3ff6985be", "f0dea98ad094", "5699cc066f7e", "51527b685e4f"],
    "florentine pair": ["38e57a109d24", "d245d88f3dca", "9561123e7ae9", "bdf4775f25f6", "0f19f1de1406"],
    "florentine order": ["f939c275b22c", "33dc7d434b52", "4a7014c379d2", "b0901ce4ff54", "6ed85fa9d268"],
}
"""By kind, the conundrums of one day at each level. What a seed means never changes again."""


@pytest.mark.parametrize(("game", "kind"), EVERY_KIND)
def test_a_seed_means_the_same_for_ever(game: str, kind: str) -> None:
    """What a seed means never changes again: these hashes stay as they are, on compiled and interpreted kernels."""
    levels = LEVELS if COMPILED else LEVELS[:1]
    made = [_digest(OFFERED[game].daily("2027-03-01", level, kind)) for level in levels]
    assert made == PINNED[f"{game} {kind}"][: len(made)]
