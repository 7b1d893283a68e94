"""A record is a game: it reads back, replays to any ply, and says which line is wrong when one is."""

import pickle
import re
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.core import Game, Generator, IllegalAction, NotationError, OptionError
from tessella.games import GAMES, chromino
from tessella.record import TITLE, Record, RecordError, parse
from tessella.testkit import choose, play, random_walk, snapshot, walks
from tests.chromino.choices import any_options, random_options
from tests.florentine.choices import any_options as florentine_options
from tests.pinned import PINNED

# ---- what survives ----

WORDS = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=8)
LINES = st.lists(WORDS, max_size=4).map(" ".join)
NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,10}", fullmatch=True).filter(
    lambda name: (
        name
        not in ("game", "seed", "result", "check", *(name for game in GAMES.values() for name in game.option_help()))
    )
)


OPTIONS = {"chromino": any_options(), "florentine": florentine_options()}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@given(data=st.data())
def test_round_trip(game: Game, data: st.DataObject) -> None:
    """C37, F3, F4: options, seed, actions, further headers, comments and notes all read back."""
    *_, last = play(game, data.draw(walks(OPTIONS[game.name], longest=60)))
    plies = st.integers(0, len(last.state.history))
    headers = data.draw(st.dictionaries(NAMES, LINES, max_size=4))
    comments = data.draw(st.dictionaries(plies, st.lists(LINES, min_size=1, max_size=3).map(tuple), max_size=4))
    notes = data.draw(st.dictionaries(plies.filter(lambda ply: ply < len(last.state.history)), LINES, max_size=4))
    if not last.state.history:
        notes = {}
    bare = Record.of(game, last.state, headers)
    record = Record(bare.game, bare.options, bare.seed, bare.actions, headers, comments, notes)
    text = str(record)
    again = parse(text)
    assert again == record
    assert str(again) == text
    assert snapshot(again.replay()) == snapshot(last.state)


@pytest.mark.parametrize(("name", "edition"), [(game.name, each) for game in GAMES.values() for each in game.editions])
def test_replay_to_any_ply(name: str, edition: str) -> None:
    """C37, F14: a link can point at any ply; there is none before the first and none behind the last."""
    game, rng = GAMES[name], Generator(3)
    options = random_options(rng, edition=edition) if game is chromino.GAME else game.options(edition, 3)
    seen = []
    for step in play(game, random_walk(options, rng, 400)):
        seen.append(snapshot(step.state))
    record = parse(str(Record.of(game, step.state)))
    assert [snapshot(record.replay(ply)) for ply in range(len(record.actions) + 1)] == seen
    for ply in (-1, len(record.actions) + 1):
        with pytest.raises(OptionError, match=f"the record has 0 to {len(record.actions)}"):
            record.replay(ply)


def test_no_record_without_a_seed() -> None:
    """A sampled state was not dealt by a seed: nothing could replay it."""
    state = chromino.sample(chromino.new("classic", players=2, seed=1).view(0), Generator(1))
    with pytest.raises(ValueError, match="no record"):
        Record.of(chromino.GAME, state)


@pytest.mark.parametrize(
    "headers",
    [
        {"Event": "x"},
        {"event": "a\nb"},
        {"seed": "2"},
        {"players": "3"},
        {"result": "x"},
        {"a b": "x"},
        {"": "x"},
        {"x": " y"},
    ],
)
def test_headers_that_no_record_can_hold(headers: dict[str, str]) -> None:
    """What would not read back is refused when it is written."""
    with pytest.raises(OptionError):
        Record.of(chromino.GAME, chromino.new("classic", players=2, seed=1), headers)


# ---- a record, and what can be done to it ----


def make_text() -> str:
    """A game in progress with further headers, comments and notes."""
    state = chromino.new("classic", players=2, seed=11, scoring="expert", draw_limit=3)
    rng = Generator(4)
    while len(state.history) < 25:
        state.apply(*choose(state, rng.below(1000)))
    bare = Record.of(chromino.GAME, state, {"place": "a kitchen", "date": "2024-02-29"})
    comments = {0: ("We begin.",), 7: ("Now it", "gets interesting."), 25: ("To be continued.",)}
    return str(
        Record(bare.game, bare.options, bare.seed, bare.actions, bare.headers, comments, {3: "at last", 24: "!"})
    )


TEXT = make_text()
LINES_OF_TEXT = TEXT.splitlines()
RECORD = parse(TEXT)
FIRST_ACTION = next(i for i, line in enumerate(LINES_OF_TEXT) if re.match("[0-9]", line))
BODY = next(i for i, line in enumerate(LINES_OF_TEXT) if not line)
"""Where the headers end."""


def same_game(one: Record, other: Record) -> bool:
    return (one.options, one.seed, one.actions) == (other.options, other.seed, other.actions)


def first_wrong(lines: list[str]) -> int | None:
    """The first wrong line (from 1) of an edited record whose headers are whole, worked out from the contract alone."""
    state = chromino.GAME.new(RECORD.options, RECORD.seed)
    numbered = [(n, line.strip()) for n, line in enumerate(lines, 1) if n > BODY]
    meaningful = iter([(n, line) for n, line in numbered if line and not line.startswith("#")])
    for n, line in meaningful:
        name, _, text = line.partition(":")
        if name == "result":
            if text.strip() != str(state.outcome or "unfinished"):
                return n
            break
        words = line.partition("#")[0].split(None, 1)
        try:
            seat = int(words[0])
            state.apply(seat - 1, chromino.parse(words[1]))
        except (ValueError, IndexError, IllegalAction, NotationError):
            return n
    else:
        return len(lines) + 1
    for n, line in meaningful:
        name, _, text = line.partition(":")
        if name != "check" or text.strip() != Record.of(chromino.GAME, state).check():
            return n
        break
    return next((n for n, _ in meaningful), None)


def without_end(lines: list[str]) -> list[str]:
    """Blank lines at the end are no lines."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def error_of(lines: list[str]) -> RecordError | None:
    """Why the lines are refused; if they are not, they must be the same game still."""
    try:
        again = parse("\n".join(lines))
    except RecordError as error:
        return error
    assert same_game(again, RECORD), "an edit made another game of it"
    return None


def require_refused_right(index: int, lines: list[str]) -> bool:
    """A change from this line (from 0) on is refused at the first wrong line, or it makes no difference."""
    error = error_of(lines)
    if index >= BODY:
        assert (error and error.line) == first_wrong(without_end(lines)), f"{index}: {error}"
    if error is None:
        return False
    assert error.reason
    assert index < error.line <= len(lines) + 1, f"{index}: {error}"
    return True


def edits() -> Iterator[tuple[int, list[str]]]:
    """Each line dropped, doubled, swapped with the next or cut in two; and the index of the first change."""
    lines = LINES_OF_TEXT
    for i in range(len(lines)):
        yield i, lines[:i] + lines[i + 1 :]
        yield i + 1, lines[: i + 1] + lines[i:]
        if i + 1 < len(lines):
            yield i, [*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]]
        middle = len(lines[i]) // 2
        yield i, [*lines[:i], lines[i][:middle], lines[i][middle:], *lines[i + 1 :]]


def test_every_edit_of_lines() -> None:
    """C37: an edited record is refused at the first wrong line, or is the same game still."""
    refused = [require_refused_right(index, lines) for index, lines in edits()]
    assert sum(refused) > 2 * len(LINES_OF_TEXT)


def test_every_edit_of_characters() -> None:
    """C37: so is one with a character changed, left out or put in, wherever that is."""
    rng = Generator(1)
    refused = []
    for index, line in enumerate(LINES_OF_TEXT):
        for at in range(len(line) + 1):
            letter, other = (rng.choice("0123456789-,@><v^BGRYP*#: abcdefx\t") for _ in range(2))
            for changed in (
                line[:at] + letter + line[at + 1 :],
                line[:at] + line[at + 1 :],
                line[:at] + other + line[at:],
            ):
                lines = [*LINES_OF_TEXT[:index], changed, *LINES_OF_TEXT[index + 1 :]]
                refused.append(require_refused_right(index, lines))
    assert len(refused) > sum(refused) > len(refused) / 2


def test_every_truncation() -> None:
    """C37: what breaks off is refused where it does, until only the check is missing."""
    result = line_of("result:")
    for length in range(result):
        error = error_of(LINES_OF_TEXT[:length])
        assert error is not None
        assert error.line == len(without_end(LINES_OF_TEXT[:length])) + 1
    assert error_of(LINES_OF_TEXT[:result]) is None
    for length in range(len(TEXT) - 1):
        kept = without_end(TEXT[:length].split("\n"))
        error = error_of(kept)
        assert error is None or error.line in (len(kept), len(kept) + 1)


def replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


def line_of(beginning: str) -> int:
    return next(i for i, line in enumerate(LINES_OF_TEXT, 1) if line.startswith(beginning))


WRONG: dict[str, tuple[Callable[[str], str], str, str]] = {
    "empty": (lambda _: "", "tessella", "begins with the line"),
    "blank": (lambda _: "\n\n \n", "tessella", "begins with the line"),
    "another version": (replaced(TITLE, "tessella record 2"), "tessella", "begins with the line"),
    "not at its beginning": (lambda text: "\n" + text, "tessella", "begins with the line"),
    "old line ends": (lambda text: text.replace("\n", "\r"), "tessella", "begins with the line"),
    "another game": (replaced("game: chromino", "game: chess"), "game:", "no game 'chess'"),
    "an edition that is none": (replaced("edition: classic", "edition: clasic"), "edition:", "no edition 'clasic'"),
    "too many players": (replaced("players: 2", "players: 9"), "players:", "1 to 8 players"),
    "no number of players": (replaced("players: 2", "players: two"), "players:", "a number"),
    "no such first seat": (replaced("first: random", "first: 3"), "first:", "from 1 to 2"),
    "no draw": (replaced("draw-limit: 3", "draw-limit: 0"), "draw-limit:", "from 1"),
    "no such hands": (replaced("hands: hidden", "hands: up"), "hands:", "hidden or open"),
    "no such scoring": (replaced("scoring: expert", "scoring: all"), "scoring:", "expert"),
    "no such junior game": (replaced("junior: no", "junior: yes"), "junior:", "ends"),
    "no seed": (replaced("seed: 11", "seed:"), "seed:", "a seed is"),
    "a seed too long": (replaced("seed: 11", "seed: " + "1" * 101), "seed:", "a seed is"),
    "a seed twice": (replaced("place: a kitchen", "seed: 12"), "place:", "there is a second header"),
    "a header twice": (replaced("date: 2024", "place: 2024"), "date:", "there is a second header"),
    "a control character": (replaced("a kitchen", "a\x07kitchen"), "place:", "cannot be printed"),
    "a result of somebody else": (
        lambda text: re.sub("result: .*", "result: seat 1 wins (blocked; points: 9, 0)", text),
        "result:",
        "the result is 'unfinished'",
    ),
    "another check": (lambda text: re.sub("check: .", "check: x", text), "check:", "something above was changed"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_line_and_reason(name: str) -> None:
    """C10, C12, C16, C19, C37: the line that is wrong, and what is wrong with it."""
    change, line, reason = WRONG[name]
    with pytest.raises(RecordError, match=re.escape(reason)) as caught:
        parse(change(TEXT))
    assert caught.value.line == line_of(line)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"


@pytest.mark.parametrize("garbage", ["1 draw", "garbage", "result: unfinished", "check: 0", TITLE, "place: here"])
def test_nothing_follows_the_end(garbage: str) -> None:
    """C37: the check is the last that a record says."""
    with pytest.raises(RecordError, match="nothing may follow") as caught:
        parse(f"{TEXT}\n\n{garbage}\n")
    assert caught.value.line == len(LINES_OF_TEXT) + 3


@pytest.mark.parametrize(
    "line",
    ["9 draw", "0 draw", "1", "draw", "1draw", "1 fly", "-1 draw", "1" * 5000 + " draw", "٣ draw", "1 BGR@99999,0>"],
)
def test_lines_that_are_no_action(line: str) -> None:
    """C13: such a line is refused as what it is."""
    lines = [*LINES_OF_TEXT[:FIRST_ACTION], line, *LINES_OF_TEXT[FIRST_ACTION:]]
    with pytest.raises(RecordError) as caught:
        parse("\n".join(lines))
    assert caught.value.line == FIRST_ACTION + 1


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text + "\n\n\n",
        lambda text: text.rstrip(),
        lambda text: text.replace("\n", "\n\n").replace("\n\n", "\n", 1),
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: text.replace("  # at last", "   #at last"),
        lambda text: re.sub("check: .*\n", "", text),
        replaced("draw-when-able: no\n", ""),
    ],
)
def test_what_makes_no_difference(change: Callable[[str], str]) -> None:
    """C37: line ends, blank lines, spaces, a byte order mark, what the edition says anyway: the same record."""
    assert parse(change(TEXT)) == RECORD


@pytest.mark.parametrize("before", ["result:", "check:", ""])
def test_comments_anywhere(before: str) -> None:
    """A comment survives wherever it stands, even behind the end."""
    lines = list(LINES_OF_TEXT)
    lines.insert(line_of(before) - 1 if before else len(lines), "# well played")
    again = parse("\n".join(lines))
    assert "well played" in again.comments[len(again.actions)]
    assert parse(str(again)) == again


# ---- for ever ----


@pytest.mark.parametrize("name", PINNED)
def test_old_records_replay(name: str) -> None:
    """C9, C10, C11, C22, C23, C37, F4, F5, F6, F11: written once, they must be read for ever. Do not change them."""
    record = parse(PINNED[name])
    assert str(record) == PINNED[name]
    outcome = record.replay().outcome
    assert f"result: {outcome}\n" in PINNED[name]


@pytest.mark.parametrize("error", [IllegalAction("C5", "one contact"), RecordError(3, "what is this?")])
def test_errors_come_from_other_processes(error: IllegalAction | RecordError) -> None:
    """With all that they say."""
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_record_that_does_not_name_a_younger_option_plays_by_the_rules_of_its_time() -> None:
    """C16: joker games that were recorded before drawing on was a choice had to draw on; their check stays the same."""
    old = PINNED["joker junior, alone"]
    assert "draw-on" not in old
    record = parse(old)
    assert record.options.to_text()["draw-on"] == "must"
    assert parse(old.replace("draw-limit: 1\n", "draw-limit: 1\ndraw-on: must\n")) == record


def test_a_record_names_a_younger_option_that_was_chosen() -> None:
    """C16, C37: also where the edition has it so, and it counts for the check."""
    states = [chromino.new("joker", 2, seed=1, draw_limit=3, draw_on=choice) for choice in ("may", "must")]
    may, must = (Record.of(chromino.GAME, state) for state in states)
    assert "draw-on: may\n" in str(may)
    assert parse(str(may)).options == may.options
    assert parse(str(must)).options == must.options
    assert may.check() != must.check()
