"""The match that the arguments of `tessella arena` describe: a new one, or one that goes on."""

import argparse
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from itertools import count
from pathlib import Path

from tessella import arena
from tessella.arena.stored import StoredMatch, StoredMatchError
from tessella.arena.tally import TaskResult
from tessella.cli import UsageError
from tessella.cli.setting import chosen, data_folder, given_options
from tessella.core import seed_text
from tessella.games import GAMES, game_named

USUAL_ERROR = 0.05


def begin(args: argparse.Namespace, usual_games: int, most_games: int) -> StoredMatch:
    """A new match. Its folder is not made yet: see `StoredMatch.create`."""
    if not args.bots:
        raise UsageError("name the bots that play, like --bots steady contacts")
    args.game = next(iter(GAMES)) if args.game is None else args.game
    game, options = chosen(args)
    sprt = _test(args)
    if sprt is not None and args.stop_early is not None:
        raise UsageError(
            "a match with --sprt ends when the test is decided: leave out --stop-early and --no-stop-early"
        )
    games = args.games if args.games is not None else usual_games if sprt is None else most_games
    stop_early = sprt is None and (args.games is None if args.stop_early is None else args.stop_early)
    match = arena.make_match(game, options, tuple(args.bots), games, args.seed)
    if sprt is not None:
        sprt.check(match)
    folder = Path(args.save if args.save is not None else ".")
    return StoredMatch(folder, match, stop_early, sprt, records=args.save is not None)


def _test(args: argparse.Namespace) -> arena.Sprt | None:
    if args.sprt is None:
        if args.alpha is not None or args.beta is not None:
            raise UsageError("--alpha and --beta are the error rates of a test: name its bounds, like --sprt 0 20")
        return None
    elo0, elo1 = args.sprt
    alpha, beta = (USUAL_ERROR if rate is None else rate for rate in (args.alpha, args.beta))
    return arena.Sprt(elo0, elo1, alpha, beta)


def reopen(args: argparse.Namespace) -> StoredMatch:
    """The match of a folder; `UsageError` if an argument says something else."""
    if args.save is not None:
        raise UsageError("--resume goes on in the folder of the match: leave out --save")
    stored = StoredMatch.read(Path(args.resume))
    match, sprt = stored.match, stored.sprt
    game, _ = match.read()
    options = dict(match.options)
    given = {} if args.game not in (None, match.game) else given_options(args, game)
    agreed = game.read_options({**options, **given}).to_text() if given else {}
    pairs = [
        ("game", args.game and game_named(args.game).name, match.game),
        ("bots", args.bots and " ".join(args.bots), " ".join(match.bots)),
        ("games", args.games, match.games),
        ("seed", args.seed and seed_text(args.seed), match.seed),
        ("sprt", args.sprt and " ".join(f"{bound:g}" for bound in args.sprt), sprt and f"{sprt.elo0:g} {sprt.elo1:g}"),
        ("alpha", args.alpha, sprt and sprt.alpha),
        ("beta", args.beta, sprt and sprt.beta),
        ("stop-early", args.stop_early, stored.stop_early),
        *((name, agreed[name], options[name]) for name in given),
    ]
    for name, wanted, before in pairs:
        if wanted is not None and wanted != before:
            has = f"has --{name} {before}" if before is not None else f"has no --{name}"
            raise UsageError(
                f"the match in {stored.folder} {has}, not {wanted}: a match goes on as it began; leave --{name} out, "
                "or begin a new match"
            )
    return stored


def print_resume(stored: StoredMatch, parts: Sequence[TaskResult]) -> None:
    """Say how an interrupted match goes on. One that was not saved is stored in the data folder."""
    folder = stored.folder
    if parts:
        try:
            folder = _new_folder(stored.match.game)
            kept = StoredMatch(folder, stored.match, stored.stop_early, stored.sprt, records=False)
            kept.create()
            for part in parts:
                kept.add(part)
            kept.close()
        except (OSError, StoredMatchError) as error:
            print(f"warning: the match cannot be stored, and cannot go on later: {error}", file=sys.stderr)
            return
    print(f"To go on with the match: tessella arena --resume {shlex.quote(str(folder))}", file=sys.stderr)


def _new_folder(game: str) -> Path:
    """A folder that does not exist yet, for a match that was interrupted."""
    now = f"{datetime.now():%Y-%m-%d-%H%M%S}-{game}"
    for number in count(1):
        folder = data_folder() / "matches" / (now if number == 1 else f"{now}-{number}")
        if not folder.exists():
            return folder
    raise AssertionError
