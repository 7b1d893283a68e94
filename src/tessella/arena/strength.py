"""The document about how strong the bots are: wholly made from what the ladder's matches came to."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from tessella import __version__
from tessella.arena import charts
from tessella.arena.ladder import Ladder, Played
from tessella.arena.plan import GOAL_GAMES, RUNGS
from tessella.bots import LEVELS
from tessella.games import GAMES


def write_strength(file: Path, ladder: Ladder, played: Sequence[Played]) -> list[Path]:
    """Write the document, and beside it its pictures; gives what was written."""
    charts.require()
    judged = [each for each in played if each.entry.goal is not None]
    steps = _steps(ladder, played)
    pictures = {}
    if judged:
        pictures[file.with_suffix(".svg")] = charts.goals(judged)
    if steps:
        pictures[file.with_name(file.stem + "-ladder.svg")] = charts.rungs(steps, RUNGS)
    names = [picture.name for picture in pictures]
    blocks = [
        f"<!-- Made by `{ladder.command}`: change the command, not this. -->",
        "# How strong the bots are",
        *_introduction(ladder, played),
        *(_goals(judged, names.pop(0)) if judged else ()),
        *(_ladder(ladder, steps, names.pop(0)) if steps else ()),
        *_times(played),
        *_commands(played),
    ]
    text = "\n\n".join(map(_wrapped, blocks)) + "\n"
    for path, content in {**pictures, file: text}.items():
        path.write_text(content, encoding="utf-8")
    return [file, *pictures]


def _wrapped(block: str) -> str:
    """A paragraph in lines; what is more than one line already, or must be one, stays as it is."""
    return block if "\n" in block or block.startswith(("<", "#", "!")) else fill(block, 120, break_long_words=False)


def _steps(ladder: Ladder, played: Sequence[Played]) -> list[Played]:
    """Each level against the one below it, variant by variant; those that have a goal come in between."""
    entries = sorted(ladder.entries, key=lambda entry: entry.goal is not None)
    variants = list(dict.fromkeys((entry.game, entry.agreed) for entry in entries))

    def place(each: Played) -> tuple[int, int]:
        return variants.index((each.entry.game, each.entry.agreed)), RUNGS.index(each.entry.bots)

    return sorted((each for each in played if each.entry.bots in RUNGS), key=place)


def _introduction(ladder: Ladder, played: Sequence[Played]) -> list[str]:
    missing = len(ladder.entries) - len(played)
    said = [
        f"`{ladder.command}` played these matches, with the bots of Tessella {__version__}, and wrote this page. "
        "The same command comes to the same shares on any machine; only the times differ.",
        "A share is the part of the games that the bot won; a win that several share is divided among them. Every deal "
        "is played once for each rotation of the seats, so that nobody is lucky with tiles or place, and counts as one "
        "observation. The interval, in brackets, holds the true share in 95 of 100 such matches. At a table for more "
        "than two, one bot of the first kind plays against others of the second; if all were equally strong, it would "
        "win one game in as many as there are seats.",
    ]
    if ladder.games < GOAL_GAMES:
        said.append(
            f"**This is a trial.** A goal is judged by {GOAL_GAMES:,} games or more, and these are {ladder.games:,}."
        )
    if missing:
        said.append(f"**This is not all of it:** {missing} of {len(ladder.entries)} matches are not played yet.")
    return said


def _goals(judged: Sequence[Played], picture: str) -> list[str]:
    rows = [
        (
            f"{each.entry.game.capitalize()}, {each.entry.variant}",
            each.entry.pairing,
            f"**{each.share.mean:.1%}**",
            _interval(each),
            f"{each.games:,}",
            f"{each.entry.goal:.0%}",
            "" if each.entry.aim is None else f"{each.entry.aim:.0%}",
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


def _ladder(ladder: Ladder, steps: Sequence[Played], picture: str) -> list[str]:
    said = [
        "## The ladder",
        f"The levels, from the weakest: {', '.join(LEVELS)}. Each plays against the one below it: {ladder.fewer:,} "
        f"games or a few more to make whole deals, {ladder.games:,} where the match has a goal. ≈ marks a match that "
        "leaves open who is the stronger, as its interval holds the even share.",
        f"![The share of the wins of each level against the one below it, by variant]({picture})",
    ]
    for game in dict.fromkeys(each.entry.game for each in steps):
        found = {(each.entry.agreed, each.entry.bots): each for each in steps if each.entry.game == game}
        variants = {each.entry.agreed: each.entry for each in found.values()}
        rows = [
            (entry.variant, f"{entry.even:.1%}", *(_step(found.get((agreed, bots))) for bots in RUNGS))
            for agreed, entry in variants.items()
        ]
        heads = ("variant", "even", *(" – ".join(bots.split()) for bots in RUNGS))
        said += [f"### {game.capitalize()}", _table(heads, rows)]
    return said


def _step(each: Played | None) -> str:
    if each is None:
        return "–"
    open_yet = each.share.low <= each.entry.even <= each.share.high
    return f"{'≈ ' if open_yet else ''}{each.share.mean:.1%} ({_interval(each)})"


def _interval(each: Played) -> str:
    return f"{100 * each.share.low:.1f}–{each.share.high:.1%}"


def _times(played: Sequence[Played]) -> list[str]:
    """For each game and bot its time per decision, over all matches."""
    spent: dict[str, dict[str, tuple[int, float]]] = {}
    for each in played:
        bots = spent.setdefault(each.entry.game, {})
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


def _commands(played: Sequence[Played]) -> list[str]:
    lines = "\n".join(f"$ {each.entry.command(each.match)}\n{each}" for each in played)
    return [
        "## What was played",
        "Each command plays its match alone, and comes to the same.",
        f"```console\n{lines}\n```",
    ]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    """A table whose columns are numbers, but for those of words."""
    rule = ["---" if column in words else "---:" for column in range(len(heads))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows))
