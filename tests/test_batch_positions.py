"""Features of actions, opponents inside, clones, states and sampled beliefs; and what is missing without NumPy."""

import copy
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.bots import bot_named
from tessella.core import Generator, OptionError, TessellaError
from tessella.games import GAMES
from tessella.research.batch import Batch, opponent_luck
from tessella.research.table import Encoder, action_of, number_of, to_ask

ROOT = Path(__file__).parent.parent
EDITIONS = [(name, edition) for name, game in GAMES.items() for edition in game.editions]


def walked(game: str, edition: str, seed: int, steps: int, rows: bool = False) -> Batch:
    """A batch after some random steps."""
    batch = Batch(game, edition, games=3, seed=seed, rows=rows)
    luck = Generator(seed)
    for _ in range(steps):
        batch.step([luck.choice(np.flatnonzero(mask).tolist()) for mask in batch.action_masks])
    return batch


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 60))
def test_the_features_of_actions_follow_from_the_view(game: str, edition: str, seed: int, steps: int) -> None:
    """Those of the kernel, which has all hands, are those of the view, which has not."""
    batch = walked(game, edition, seed, steps, rows=True)
    encoder = Encoder(GAMES[game], batch.options)
    assert batch.rows is not None
    for number in range(len(batch)):
        assert np.array_equal(batch.rows[number], encoder.rows(batch.view(number)))
        assert np.array_equal(batch.observations[number], encoder.observe(batch.view(number)))
    low, high = encoder.row_fields.bounds()  # type: ignore[union-attr]  # both games have some
    assert (batch.rows >= low).all()
    assert (batch.rows <= high).all()


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 60))
def test_clones_and_restored_states_have_the_same_future(game: str, edition: str, seed: int, steps: int) -> None:
    """Across the ends of games and the deals that follow."""
    batch = walked(game, edition, seed, steps, rows=True)
    before = batch.state()
    others = [batch.clone(), copy.deepcopy(batch)]
    luck = Generator(seed)
    played = []
    for _ in range(25):
        actions = [luck.choice(np.flatnonzero(mask).tolist()) for mask in batch.action_masks]
        played.append((actions, batch.step(actions), batch.observations.copy(), batch.rows.copy()))  # type: ignore[union-attr]  # it has rows
    batch.restore(before)
    for other in (batch, *others):
        for actions, (rewards, over), seen, rows in played:
            again = other.step(actions)
            assert np.array_equal(again[0], rewards)
            assert np.array_equal(again[1], over)
            assert np.array_equal(other.observations, seen)
            assert np.array_equal(other.rows, rows)  # type: ignore[arg-type]  # it has rows


@pytest.mark.parametrize(("game", "edition"), EDITIONS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), steps=st.integers(0, 40))
def test_a_sampled_batch_looks_the_same_to_its_seats(game: str, edition: str, seed: int, steps: int) -> None:
    """Observations, masks and features: none of them can hold what was dealt anew."""
    batch = walked(game, edition, seed, steps, rows=True)
    other = batch.sampled(seed)
    assert np.array_equal(batch.observations, other.observations)
    assert np.array_equal(batch.action_masks, other.action_masks)
    assert np.array_equal(batch.rows, other.rows)  # type: ignore[arg-type]  # it has rows
    assert [batch.view(number) for number in range(3)] == [other.view(number) for number in range(3)]


@pytest.mark.parametrize("bot", ["beginner", "casual", "steady"])
@pytest.mark.parametrize(("game", "edition"), EDITIONS)
def test_opponents_inside_play_the_same_games_as_from_outside(game: str, edition: str, bot: str) -> None:
    """With the same deals and the same random numbers, by their views."""
    batch = Batch(game, edition, games=2, seed="inside", opponents=bot)
    known = GAMES[game]
    tables = [known.new(batch.options, deal) for deal in batch.deals]
    outside, luck = bot_named(known, bot), Generator(1)
    lucks = [[opponent_luck(deal, seat) for seat in range(2)] for deal in batch.deals]
    waited: list[set[int]] = [set(), set()]
    finished = 0
    for _ in range(200):
        if finished > 1:
            break
        actions = [luck.choice(np.flatnonzero(mask).tolist()) for mask in batch.action_masks]
        deals, learners = list(batch.deals), batch.seats.tolist()
        seen = batch.observations.copy()
        _, over = batch.step(actions)
        for i, table in enumerate(tables):
            learner, action = learners[i], actions[i]
            asked = True
            while table.outcome is None:
                seat = next(seat for seat in to_ask(table) if seat not in waited[i])
                view = table.view(seat)
                if seat == learner:
                    if not asked:
                        break
                    assert np.array_equal(Encoder(known, batch.options).observe(view), seen[i])
                    choice, asked = action_of(view, action, batch.layout.actions), False
                else:
                    choice = outside.choose(view, lucks[i][seat])
                    assert number_of(view, choice) <= batch.layout.actions
                if choice is None:
                    waited[i].add(seat)
                else:
                    table.apply(seat, choice)
                    waited[i] = set()
            assert bool(over[i]) == (table.outcome is not None), deals[i]
            if over[i]:
                finished += 1
                encoder = Encoder(known, batch.options)
                for seat in range(2):
                    assert np.array_equal(batch.finals[i][seat], encoder.observe(table.view(seat)))
                tables[i] = known.new(batch.options, batch.deals[i])
                lucks[i] = [opponent_luck(batch.deals[i], seat) for seat in range(2)]
                waited[i] = set()
    assert finished > 0


def test_what_is_refused_of_opponents_and_positions() -> None:
    """With what would be right."""
    with pytest.raises(OptionError, match="1 other seats: name one opponent for all, or 1"):
        Batch(games=1, opponents=["casual", "steady"])
    with pytest.raises(OptionError, match="the learner's seat is 0 to 1, not 2"):
        Batch(games=1, opponents="casual", seat=2)
    with pytest.raises(OptionError, match="name them, too"):
        Batch(games=1, seat=0)
    batch = Batch(games=2)
    with pytest.raises(TessellaError, match="there is no game 2; there are 0 to 1"):
        batch.table(2)
    with pytest.raises(TessellaError, match="same options and number of games"):
        batch.restore(Batch(games=3).state())


@pytest.mark.parametrize(
    ("module", "library", "extra", "part"),
    [
        ("research.batch", "numpy", "research", "tessella.research"),
        ("research.pettingzoo", "pettingzoo", "research", "tessella.research"),
        ("research.pettingzoo", "gymnasium", "research", "tessella.research"),
        ("research.gymnasium", "gymnasium", "research", "tessella.research"),
        ("research.open_spiel", "pyspiel", "research", "tessella.research"),
        ("games.chromino.drawing.pixels", "numpy", "research", "a picture of pixels"),
        ("games.florentine.drawing.pixels", "numpy", "research", "a picture of pixels"),
        ("tables.wire.live", "msgspec", "server", "tessella.tables"),
        ("server.postgres", "asyncpg", "postgres", "PostgreSQL"),
        ("testkit", "hypothesis", "testkit", "tessella.testkit"),
    ],
)
def test_a_missing_library_is_named_with_the_extra(module: str, library: str, extra: str, part: str) -> None:
    """In one sentence, by an error that is also an ImportError."""
    program = (
        f"import sys; sys.modules[{library!r}] = None\n"
        f"try:\n    import tessella.{module}\nexcept ImportError as error:\n    print(error)"
    )
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert output.strip() == (
        f"{library} is not installed; pip install 'tessella-games[{extra}]' installs all that {part} needs"
    )


@pytest.mark.parametrize(("example", "library"), [("learn.py", "numpy"), ("ismcts.py", "pyspiel")])
def test_an_example_without_its_library_says_so(example: str, library: str, tmp_path: Path) -> None:
    """And nothing else: no traceback."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys; sys.modules[{library!r}] = None", encoding="utf-8")
    command = [sys.executable, str(ROOT / "examples" / example)]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{library} is not installed; pip install 'tessella-games[research]'")
    assert len(done.stderr.splitlines()) == 1


def test_the_learning_example_learns_and_plays(tmp_path: Path) -> None:
    """In a tiny configuration: two rounds, the same weights each time, then a match."""
    program = [sys.executable, str(ROOT / "examples" / "learn.py")]
    weights = []
    for name in ("one.npz", "two.npz"):
        arguments = ["train", "--rounds", "2", "--games", "16", "--seconds", "300", "--out", name]
        subprocess.run([*program, *arguments], cwd=tmp_path, check=True, capture_output=True)
        with np.load(tmp_path / name) as stored:
            weights.append({each: stored[each] for each in stored.files})
    assert weights[0].keys() == weights[1].keys()
    assert all(np.array_equal(weights[0][name], weights[1][name]) for name in weights[0])
    arguments = ["match", "--policy", "one.npz", "--bot", "random", "--games", "6"]
    output = subprocess.run([*program, *arguments], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert output.startswith("6 games against random: ")


def test_the_learned_bot_says_what_it_cannot_play(tmp_path: Path) -> None:
    """Without its file, or a game that it has not learned."""
    command = [str(Path(sys.executable).parent / "tessella"), "arena", "--bots", "learn:Learned", "casual"]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "examples")}

    def refused(*options: str) -> str:
        done = subprocess.run(
            [*command, "--games", "2", *options], cwd=tmp_path, env=env, capture_output=True, text=True
        )
        assert done.returncode != 0
        return done.stderr

    assert "there is no learned.npz in this folder: python3 examples/learn.py train writes it" in refused()
    np.savez(tmp_path / "learned.npz", straight=np.zeros(20), inward=np.zeros((20, 24)), outward=np.zeros(24))
    assert "has learned chromino with 2 players, not" in refused("--players", "3")
