"""The report: a page whose pictures say what happened."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tessella import arena
from tessella.arena import charts
from tessella.arena.variations import length_of
from tessella.cli import main
from tessella.games import chromino, florentine
from tests.matches import fake, match_of

pytestmark = pytest.mark.once


def test_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that is well-formed and needs nothing else, five pictures, and the figures as JSON."""
    folder = tmp_path / "report"
    words = "arena --bots random random random --games 20 --workers 1 --seed tests --report"
    main([*words.split(), str(folder)])
    assert str(folder / "index.html") in capsys.readouterr().out
    text = (folder / "index.html").read_text(encoding="utf-8")
    page = ElementTree.fromstring(text.replace("<!DOCTYPE html>\n", ""))
    pictures = page.findall(".//{http://www.w3.org/2000/svg}svg")
    assert len(pictures) == 5
    assert all(picture.get("aria-label") for picture in pictures)
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    links = {value for element in page.iter() for name, value in element.items() if name.endswith(("href", "src"))}
    assert all(link.startswith("#") for link in links)
    heads = [head.text for head in page.findall(".//{http://www.w3.org/1999/xhtml}th")]
    assert heads[-5:] == ["option", "games", "actions", "who begins wins", "random wins"]
    last = [cell.text or "" for cell in page.findall(".//{http://www.w3.org/1999/xhtml}td")][-3:]
    assert all(re.fullmatch(r"[\d.]+%? \([\d.]+–[\d.]+%?\)", cell) for cell in last), last
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert result["games"] == 60
    assert {"edition meccano", "draw-limit none", "players 3"} <= set(result["variations"])


SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[tuple[str, float, float]]:
    """The words in a picture, each with where it is."""
    labels = []
    for element in ElementTree.fromstring(picture).iter(f"{SVG}text"):
        moved = re.search(r"translate\(([\d.]+)[ ,]+([\d.]+)\)", element.get("transform", ""))
        x, y = moved.groups() if moved else (element.get("x", ""), element.get("y", ""))
        labels.append((element.text or "", float(x), float(y)))
    return labels


def test_the_matrix_says_who_beats_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row against the column: a picture that were turned about would say the opposite."""
    wins = {(0, 1): 9, (0, 2): 8, (1, 2): 7}  # of ten deals
    names = ("steady", "casual", "random")
    tables = match_of(*names).lineups
    fake(monkeypatch, lambda task, deal: deal % 10 < wins[tables[task.lineup].bots])  # type: ignore[index]
    result = arena.run(match_of(*names, games=40))
    words = texts(charts.matrix(result))
    named = [word for word in words if word[0] in names]
    top = min(y for _, _, y in named)
    across = {text: x for text, x, y in named if y == top}
    down = {text: y for text, _, y in named if y > top}
    assert set(across) == set(down) == set(names)
    cells = {}
    for text, x, y in words:
        if text.endswith("%"):
            row = min(down, key=lambda name: abs(down[name] - y))
            column = min(across, key=lambda name: abs(across[name] - x))
            cells[row, column] = text
    expected = {}
    for (one, other), won in wins.items():
        expected[names[one], names[other]] = f"{won / 10:.1%}"
        expected[names[other], names[one]] = f"{1 - won / 10:.1%}"
    assert cells == expected


def test_the_pictures_name_the_intervals_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """After stopping early they are wider than usual."""
    fake(monkeypatch, lambda task, deal: deal % 5 > 0)
    match = match_of("random", "random", games=2000)
    assert 'with 95 % intervals"' in charts.order(arena.run(match))
    early = arena.run(match, stop_early=True)
    assert early.alpha < 0.001
    assert f'with {early.interval}s"' in charts.order(early)


def test_the_length_of_a_game_has_an_interval() -> None:
    """At least as wide as it must be: lengths 10 and 20, a standard deviation of 5.06 in 20 deals (t = 2.093)."""
    result = arena.run(match_of("random", "random", games=40))
    known = length_of(replace(result, lengths=((10, 20), (20, 20))))
    reach = 2.093 * (250 / 39 * 4 / 20) ** 0.5
    assert known.mean == 15
    assert known.low == pytest.approx(15 - reach, abs=0.02)
    assert known.high == pytest.approx(15 + reach, abs=0.02)


@pytest.mark.parametrize("game", ["chromino", "florentine"])
def test_each_variation_changes_something(game: str) -> None:
    """And is a tenth of the match."""
    options = chromino.options("joker", 3) if game == "chromino" else florentine.options(players=3)
    match = match_of("random", "random", games=300, options=options)
    variations = arena.variations(match)
    assert len({each.options for each in [match, *variations.values()]}) == len(variations) + 1
    assert all(each.games == 30 for each in variations.values())
