"""The page about how strong the bots are, generated from the results of the ladder."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from types import MappingProxyType

from lab import charts, solo
from lab.ladder import Ladder, LadderResult
from lab.plan import GOAL_GAMES, RUNGS
from lab.solo import Solo, SoloResult
from tessella import __version__
from tessella.arena.charts import require
from tessella.bots import LEVELS
from tessella.games import GAMES


def write_strength(
    file: Path,
    ladder: Ladder,
    results: Sequence[LadderResult],
    solos: Mapping[Solo, SoloResult | None] = MappingProxyType({}),
) -> list[Path]:
    """Write the page, and its charts beside it; return the files written. A solo not played yet has the result None."""
    require()
    judged = [each for each in results if each.planned.goal is not None]
    steps = _steps(ladder, results)
    pictures = {}
    if judged:
        pictures[file.with_suffix(".svg")] = charts.goals(judged)
    if steps:
        pictures[file.with_name(file.stem + "-ladder.svg")] = charts.rungs(steps, RUNGS)
    names = [picture.name for picture in pictures]
    blocks = [
        f"<!-- Made by `{ladder.command}`: change the command, not this. -->",
        "# How strong the bots are",
        *_introduction(ladder, results),
        *(_goals(judged, names.pop(0)) if judged else ()),
        *(_ladder(steps, names.pop(0)) if steps else ()),
        *_alone(ladder, solos),
        *(_times(results) if results else ()),
        *(_commands(results) if results else ()),
    ]
    text = "\n\n".join(map(_wrapped, blocks)) + "\n"
    for path, content in {**pictures, file: text}.items():
        path.write_text(content, encoding="utf-8")
    return [file, *pictures]


def _wrapped(block: str) -> str:
    """Wrap a paragraph; a block of several lines, or one that must be one line, stays as it is."""
    return block if "\n" in block or block.startswith(("<", "#", "!")) else fill(block, 120, break_long_words=False)


def _steps(ladder: Ladder, results: Sequence[LadderResult]) -> list[LadderResult]:
    """Each level against the one below it, variant by variant, with a goal or without."""
    planned = sorted(ladder.planned, key=lambda each: each.goal is not None)
    variants = list(dict.fromkeys((each.game, each.options) for each in planned))

    def order(each: LadderResult) -> tuple[int, int]:
        return variants.index((each.planned.game, each.planned.options)), RUNGS.index(each.planned.bots)

    return sorted((each for each in results if each.planned.bots in RUNGS), key=order)


def _introduction(ladder: Ladder, results: Sequence[LadderResult]) -> list[str]:
    missing = len(ladder.planned) - len(results)
    paragraphs = [
        f"`{ladder.command}` played these matches, with the bots of Tessella {__version__}, and wrote this page. "
        "The same command comes to the same shares again; only the times differ.",
        "A share is the part of the games that the bot won; a win that several share is divided among them. Every deal "
        "is played once for each rotation of the seats, so that nobody is lucky with tiles or place, and counts as one "
        "observation. The interval, in brackets, holds the true share in 95 of 100 such matches. At a table for more "
        "than two, one bot of the first kind plays against others of the second; if all were equally strong, it would "
        "win one game in as many as there are seats.",
    ]
    if ladder.games < GOAL_GAMES:
        paragraphs.append(
            f"**This is a trial.** A goal is judged by {GOAL_GAMES:,} games or more, and these are {ladder.games:,}."
        )
    if missing:
        paragraphs.append(f"**This is not all of it:** {missing} of {len(ladder.planned)} matches are not played yet.")
    return paragraphs


def _goals(judged: Sequence[LadderResult], picture: str) -> list[str]:
    rows = [
        (
            f"{each.planned.game.capitalize()}, {each.planned.variant}",
            each.planned.pairing,
            f"**{each.share.mean:.1%}**",
            _interval(each),
            f"{each.games:,}",
            f"{each.planned.goal:.0%}",
            "" if each.planned.aim is None else f"{each.planned.aim:.0%}",
            each.verdict,
        )
        for each in judged
    ]
    count = sum(each.reached for each in judged)
    heads = ("game", "match", "share", "95 % interval", "games", "at least", "aim", "goal")
    return [
        "## The goals",
        "A goal is reached if the lower end of the interval is not below it, and so is an aim: chance alone must not "
        f"reach them. {count} of {len(judged)} goals are reached.",
        f"![The share of the wins in each match with a goal]({picture})",
        _table(heads, rows, words=(0, 1, 7)),
    ]


def _ladder(steps: Sequence[LadderResult], picture: str) -> list[str]:
    paragraphs = [
        "## The ladder",
        f"The levels, from the weakest: {', '.join(LEVELS)}. Each plays against the one below it. {_lengths(steps)}",
        _marks(steps),
        *_shared(steps),
        f"![The share of the wins of each level against the one below it, by variant]({picture})",
    ]
    for game in dict.fromkeys(each.planned.game for each in steps):
        cells = {(each.planned.options, each.planned.bots): each for each in steps if each.planned.game == game}
        variants = {each.planned.options: each.planned for each in cells.values()}
        rows = [
            (planned.variant, f"{planned.even:.1%}", *(_step(cells.get((options, bots))) for bots in RUNGS))
            for options, planned in variants.items()
        ]
        heads = ("variant", "even", *(" – ".join(bots.split()) for bots in RUNGS))
        paragraphs += [f"### {game.capitalize()}", _table(heads, rows)]
    return paragraphs


def _lengths(steps: Sequence[LadderResult]) -> str:
    """The number of games in each column."""
    lengths = []
    for bots in RUNGS:
        games = sorted({each.games for each in steps if each.planned.bots == bots})
        if games:
            among = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
            lengths.append(f"{among} of {' – '.join(bots.split())}")
    return f"The games of a match: {', '.join(lengths)}; the slower the bots, the fewer."


def _marks(steps: Sequence[LadderResult]) -> str:
    """Count the open and the lost matches, and explain the marks."""
    better, worse = sum(each.better for each in steps), sum(each.worse for each in steps)
    even = len(steps) - better - worse
    return (
        f"Of {_number(len(steps), 'match', 'matches')} the higher level certainly wins {better}. ≈ marks a match that "
        f"leaves open who is the stronger, as its interval holds the even share: {even}. ▼ marks one in which the "
        f"higher level is certainly the weaker, as its whole interval is below the even share: {worse}. Were two "
        "levels equally strong, chance alone would mark one match in forty so."
    )


def _shared(steps: Sequence[LadderResult]) -> list[str]:
    """Name the variants in which most wins are shared: there a share says little."""
    variants = list(dict.fromkeys((each.planned.game, each.planned.variant) for each in steps))
    mostly_shared = []
    for game, variant in variants:
        shared = [each.shared for each in steps if (each.planned.game, each.planned.variant) == (game, variant)]
        if min(shared) > 0.5:
            mostly_shared.append(f"{game.capitalize()}, {variant} ({_range(min(shared), max(shared))})")
    if not mostly_shared:
        return []
    return [
        "In some variants most games are won by both, and no level can be much stronger than another: "
        f"{'; '.join(mostly_shared)} of all games end so."
    ]


def _range(low: float, high: float) -> str:
    return f"{low:.1%}" if f"{low:.1%}" == f"{high:.1%}" else f"{100 * low:.1f}–{high:.1%}"


def _number(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _step(each: LadderResult | None) -> str:
    if each is None:
        return "–"
    mark = "" if each.better else "▼ " if each.worse else "≈ "
    return f"{mark}{each.share.mean:.1%} ({_interval(each)})"


def _interval(each: LadderResult) -> str:
    return f"{100 * each.share.low:.1f}–{each.share.high:.1%}"


def _alone(ladder: Ladder, results: Mapping[Solo, SoloResult | None]) -> list[str]:
    """How each level does without an opponent."""
    tables = solo.tables(results)
    if not tables:
        return []
    missing = sum(result is None for result in results.values())
    paragraphs = [
        "## Alone",
        "Chromino can be played alone. One wins by laying the last tile, and a blocked game is lost. The fewer tiles "
        "one drew the better; in a scored game the more points, of which a lost game counts none here. Tiles and "
        "points are those of a game on the average, and in brackets stands the 95 % interval. All levels play the same "
        f"deals; those that play fewer games play the first of them. `{ladder.command} --only alone` plays nothing but "
        "these.",
    ]
    if missing:
        paragraphs.append(f"**This is not all of it:** {missing} of {len(results)} are not played yet.")
    for variant, heads, rows in tables:
        paragraphs += [f"### Alone, {variant}", _table(heads, rows)]
    return paragraphs


def _times(results: Sequence[LadderResult]) -> list[str]:
    """A table of each bot's mean time per decision, over all matches of a game."""
    spent: dict[str, dict[str, tuple[int, float]]] = {}
    for each in results:
        bots = spent.setdefault(each.planned.game, {})
        for bot, decisions, time in zip(each.match.bots, each.decisions, each.milliseconds, strict=True):
            count, total = bots.get(bot, (0, 0.0))
            bots[bot] = (count + decisions, total + decisions * time)
    known = {bot for bots in spent.values() for bot in bots}
    names = [*(bot for bot in LEVELS if bot in known), *sorted(known.difference(LEVELS))]
    games = [game for game in GAMES if game in spent]
    rows = [(bot, *(_mean(spent[game].get(bot)) for game in games)) for bot in names]
    return [
        "## What a decision takes",
        "CPU time in milliseconds, the mean of all decisions in these matches. Where only plain bots play, a game may "
        "run inside the kernel, and its time is divided evenly.",
        _table(("bot", *(game.capitalize() for game in games)), rows),
    ]


def _mean(spent: tuple[int, float] | None) -> str:
    return "–" if spent is None else f"{spent[1] / max(spent[0], 1):.3f}"


def _commands(results: Sequence[LadderResult]) -> list[str]:
    lines = "\n".join(f"$ {each.planned.command(each.match)}\n{each}" for each in results)
    return [
        "## What was played",
        "Each command plays its match alone, and comes to the same.",
        f"```console\n{lines}\n```",
    ]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    """A Markdown table. All columns are numbers but those listed in `words`."""
    rule = ["---" if column in words else "---:" for column in range(len(heads))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows))
