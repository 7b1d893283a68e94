"""The report of a match: one self-contained page, with charts and the figures behind them."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from tessella.arena import charts
from tessella.arena.figures import ALPHA, Estimate
from tessella.arena.result import MOST_REASONS, Result
from tessella.arena.run import EARLY
from tessella.arena.variations import length_of

STYLE = """
:root { color-scheme: light dark; --top: #f3ece0; --bottom: #e9dfce; --ink: #2b2420; --soft: #7b6f63;
  --card: #fffaf1; --line: #dccfb9; --accent: #c2542d; --good: #1d7a4f; }
@media (prefers-color-scheme: dark) { :root { --top: #211c19; --bottom: #1a1613; --ink: #f3e9dc; --soft: #a99b8b;
  --card: #2c2622; --line: #3d342e; --accent: #f08a5d; --good: #5fd39a; } }
body { margin: 0; min-height: 100vh; background: linear-gradient(var(--top), var(--bottom)) fixed; color: var(--ink);
  font: 16px/1.5 "Nunito Variable", Nunito, system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1, h2, td.number { font-family: "Fraunces Variable", Fraunces, Georgia, serif; font-weight: 500; }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 .3rem; }
h2 { font-size: 1.35rem; margin: 0 0 .6rem; }
p { margin: .3rem 0 .8rem; } .soft { color: var(--soft); overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 18px; padding: 1.2rem 1.3rem;
  margin-top: 1.2rem; overflow-x: auto; }
svg { display: block; width: 100%; height: auto; }
svg text { font-family: "Nunito Variable", Nunito, system-ui, sans-serif !important; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .35rem .7rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th.number, td.number { text-align: right; white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
"""


def write_report(folder: Path, result: Result, changed: Mapping[str, Result]) -> Path:
    """Write `index.html` and `result.json` into a folder; return the page. `changed`: the results of `variations`."""
    charts.require()
    folder.mkdir(parents=True, exist_ok=True)
    content = {**result.to_json(), "variations": {label: each.to_json() for label, each in changed.items()}}
    (folder / "result.json").write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    page = folder / "index.html"
    page.write_text(_page(result, changed), encoding="utf-8")
    return page


def _page(result: Result, changed: Mapping[str, Result]) -> str:
    match = result.match
    title = f"{match.game.capitalize()}: {', '.join(match.labels)}"
    options = ", ".join(f"{name} {value.splitlines()[0]}" for name, value in match.options)
    stopped = f" Stopped early, as every difference was certain. {EARLY}" if result.stopped_early else ""
    if result.sprt is not None and result.tested is not None:
        stopped = f" {result.sprt.describe(result.tested, match.labels)}"
    sections = [
        _section("The bots", _bots(result)),
        _section(
            "Who beats whom",
            "<p>Of the wins of both, those of the row against the column.</p>" + charts.matrix(result) + _pairs(result),
        ),
        _section("Ratings", charts.ratings(result)),
        _section(
            "Who begins",
            "<p>Share of the wins by the order of play. The dashed line is where all would be even.</p>"
            + charts.order(result),
        ),
        _section("How long a game is", charts.lengths(result)),
    ]
    if changed:
        own = f"; in the shares as agreed it is the {result.interval}" if result.alpha != ALPHA else ""
        note = (
            "<p>The same bots with one option changed at a time, in fewer games. An advantage whose bar crosses the "
            f"dashed line may be chance. In brackets the 95 % interval{own}.</p>"
        )
        results = [("as agreed", result), *changed.items()]
        sections.append(
            _section("How each option changes the game", note + charts.options(results) + _changes(results))
        )
    return f"""<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p>{result.games:,} games, {result.deals:,} deals at each table, each played once for every rotation of the
seats.{stopped} Intervals are computed over deals.</p>
<p class="soft">{escape(options)}; seed {escape(match.seed)}</p>
{"".join(sections)}
</main>
</body>
</html>
"""


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{content}\n</section>\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table. The first column is text, the others are numbers."""

    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ["", *[' class="number"'] * (len(cells) - 1)]
        marked = [f"<{tag}{kind}>{escape(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True)]
        return f"<tr>{''.join(marked)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    return f"<table><thead>{row(heads, 'th')}</thead><tbody>{body}</tbody></table>"


def _bots(result: Result) -> str:
    bots = sorted(result.bots, key=lambda bot: -bot.rating.value)
    rows = [
        (
            bot.name,
            f"{bot.share.mean:.1%}",
            f"{bot.share.low:.1%} to {bot.share.high:.1%}",
            f"{bot.rating.value:.0f}",
            f"{bot.rating.low:.0f} to {bot.rating.high:.0f}".replace("inf", "∞"),
            f"{bot.milliseconds:.3f}",
        )
        for bot in bots
    ]
    lost = [
        f"<p>{escape(bot.name)} gave up games: {escape('; '.join(map(str, bot.forfeits[:MOST_REASONS])))}</p>"
        for bot in bots
        if bot.forfeits
    ]
    heads = ("bot", "wins per seat", result.interval, "rating", "95 % interval", "ms a decision")
    return _table(heads, rows) + "".join(lost)


def _pairs(result: Result) -> str:
    names = [bot.name for bot in result.bots]
    rows = [
        (
            f"{names[pair.one]} – {names[pair.other]}",
            f"{pair.share.mean:.1%}",
            f"{pair.share.low:.1%} to {pair.share.high:.1%}",
            f"{pair.wins} / {pair.ties} / {pair.losses}",
        )
        for pair in result.pairs
    ]
    return _table(("pair", "share", result.interval, "won / shared / lost"), rows)


def _changes(results: Sequence[tuple[str, Result]]) -> str:
    def interval(share: Estimate) -> str:
        return f"{share.mean:.1%} ({100 * share.low:.1f}–{share.high:.1%})"

    rows = []
    for label, result in results:
        length = length_of(result)
        actions = f"{length.mean:.1f} ({length.low:.1f}–{length.high:.1f})"
        rows.append((label, f"{result.games:,}", actions, interval(result.places[0]), interval(result.bots[0].share)))
    first = results[0][1].bots[0].name
    return _table(("option", "games", "actions", "who begins wins", f"{first} wins"), rows)
