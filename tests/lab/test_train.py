"""Training: `python -m lab train` computes the weights that Chromino's bots judge with."""

import json
import shlex
from pathlib import Path

import pytest

from lab import training
from lab.commands import main
from tessella.games.chromino.bots.weights import FILE, PROSPECTS, STATIC_WEIGHTS
from tessella.games.chromino.kernel import COMPILED

pytestmark = pytest.mark.once
SMALL = ["train", "--games", "3", "--rounds", "2", "--deals", "2"]


@pytest.mark.skipif(not COMPILED, reason="takes many games")
def test_the_same_seed_finds_the_same_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And another one finds others; the file says what made it, and the command says how good they are."""
    results = []
    for number, seed in enumerate(["5", "5", "6"]):
        out = tmp_path / f"{number}.json"
        main([*SMALL, "--seed", seed, "--out", str(out)])
        assert "the static bot wins" in capsys.readouterr().out
        results.append(json.loads(out.read_text(encoding="utf-8")))
    assert results[0] == results[1]
    assert results[0]["made by"] == "python -m lab train --seed 5 --games 3 --rounds 2 --deals 2"
    assert results[0]["prospects"] != results[2]["prospects"]


def test_what_is_shipped_says_how_it_was_made() -> None:
    """The weights have the names that the bots look for, and the command beside them is one that can be typed."""
    shipped = json.loads(FILE.read_text(encoding="utf-8"))
    assert list(shipped["static"]) == list(STATIC_WEIGHTS)
    assert list(shipped["prospects"]) == list(PROSPECTS)
    words = shlex.split(shipped["made by"])
    assert words[:4] == ["python", "-m", "lab", "train"]
    assert dict(zip(words[4::2], words[5::2], strict=True)).keys() == {"--seed", "--games", "--rounds", "--deals"}


def test_every_static_weight_is_learnt_where_it_is_felt() -> None:
    """Each in one lesson: those that only points make felt in scored games (C30, C31), the others in plain ones."""
    taught = [name for lesson in training.lessons() for name in lesson.names]
    assert sorted(taught) == sorted(STATIC_WEIGHTS)
    for lesson in training.lessons():
        scored = {options.scoring != "none" for options in lesson.settings}
        assert scored == {any("points" in name for name in lesson.names)}


def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    """Before anything is played for it."""
    with pytest.raises(SystemExit, match="nowhere"):
        main(["train", "--games", "1000000", "--out", str(tmp_path / "nowhere" / "weights.json")])
