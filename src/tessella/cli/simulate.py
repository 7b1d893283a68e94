"""`tessella simulate`: random players or bots play games, and their records or results are printed."""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from tessella.arena import play_state
from tessella.arena.outside import make_bot
from tessella.bots import Bot
from tessella.cli import UsageError
from tessella.cli.setting import add_options, add_seed, chosen, players_luck, print_json, write_file
from tessella.core import Game, Generator, Json, OptionError, Options, State, new_seed, random_action, seat_number
from tessella.record import Record

MOST_GAMES = 1_000_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "--bots",
        metavar="BOT",
        nargs="+",
        help="the bot in each seat, like master steady, mymodule:MyBot or ./mybot; the last one also plays in the "
        "seats that are left (default: players who choose at random)",
    )
    parser.add_argument("--games", metavar="N", type=int, default=1, help="how many games (default: 1)")
    parser.add_argument("--save", metavar="FOLDER", help="write the record of each game into this folder")
    parser.add_argument("--json", action="store_true", help="print a line of JSON for each game")
    add_options(parser)
    add_seed(parser)


def run(args: argparse.Namespace) -> None:
    """Play, and print the record of one game, or a summary of several."""
    if not 1 <= args.games <= MOST_GAMES:
        raise UsageError(f"--games is a number from 1 to {MOST_GAMES}")
    game, options = chosen(args)
    names = tuple(args.bots or ())
    bots = _seated(game, options, names)
    folder = _folder(args.save)
    wins: Counter[int] = Counter()
    actions = shared = 0
    for number, state in enumerate(_played(game, options, bots, args), 1):
        assert state.outcome is not None
        record = Record.of(game, state, _headers(names, options))
        if folder is not None:
            write_file(str(folder / f"{number:0{len(str(args.games))}}.txt"), str(record))
        if args.json:
            print_json(_result(number, record, state, names))
        elif args.games == 1 and folder is None:
            print(record, end="")
        winners = state.outcome.winners
        wins.update(winners)
        shared += len(winners) > 1
        actions += len(state.history)
    if not args.json and args.games > 1:
        print(f"{args.games:,} games of {game.name}, {options.edition}: {actions / args.games:.1f} actions a game")
        for seat in range(options.players):
            name = f" ({_name(names, seat)})" if names else ""
            print(f"  seat {seat_number(seat)}{name} won {wins[seat]:,}")
        if shared:
            print(f"  {shared:,} of these wins were shared")
    if folder is not None and not args.json:
        print(f"The records: {folder}")


def _seated(game: Game, options: Options, names: Sequence[str]) -> list[Bot] | None:
    """A bot for each seat; None: players who choose at random."""
    if len(names) > options.players:
        raise UsageError(f"there are {options.players} seats for {len(names)} bots: name fewer, or set --players")
    made = [make_bot(game, name) for name in names]
    return [made[min(seat, len(made) - 1)] for seat in range(options.players)] if made else None


def _name(names: Sequence[str], seat: int) -> str:
    return names[min(seat, len(names) - 1)]


def _headers(names: Sequence[str], options: Options) -> dict[str, str]:
    """Which bot had which seat, for the record."""
    return {f"seat-{seat_number(seat)}": _name(names, seat) for seat in range(options.players)} if names else {}


def _folder(name: str | None) -> Path | None:
    """The folder of the records, which must be new or empty: files of other games are never mixed with these."""
    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"{name} is not empty: name a new folder with --save")
    except OSError as error:
        raise UsageError(f"cannot write records into {name}: {error.strerror}") from None
    return folder


def _played(game: Game, options: Options, bots: list[Bot] | None, args: argparse.Namespace) -> Iterator[State]:
    """Play the games; on a terminal a bar on the standard error shows the progress."""
    from rich.progress import track

    from tessella.cli.console import Console

    console = Console(stderr=True)
    quiet = not console.is_terminal or args.games == 1
    for number in track(range(args.games), "Playing", console=console, transient=True, disable=quiet):
        yield _play(game, options, bots, _seed(args.seed, number, args.games))


def _seed(seed: str | None, number: int, games: int) -> str:
    """The seed of a game. Several games of a named seed have that seed with their number behind it."""
    if seed is None:
        return new_seed()
    return seed if games == 1 else f"{seed}-{number + 1}"


def _play(game: Game, options: Options, bots: list[Bot] | None, seed: str) -> State:
    state = game.new(options, seed)
    if bots is None:
        rng = players_luck(state.seed)
        while state.outcome is None:
            state.apply(*random_action(state, rng))
        return state
    result = play_state(game, state, bots, [_luck(state.seed, seat) for seat in range(options.players)])
    if result.forfeit is not None:
        seat, reason = result.forfeit
        where = f"seat {seat_number(seat)} of the game with seed {state.seed} after {len(state.history)} actions"
        raise OptionError(f"{bots[seat].name} {reason} (in {where})")
    return state


def _luck(seed: str, seat: int) -> Generator:
    """A bot's random numbers: the same seed, the same game."""
    return Generator(
        int.from_bytes(sha256(f"bot in seat {seat_number(seat)} of {seed}".encode()).digest()[:8], "little")
    )


def _result(number: int, record: Record, state: State, names: Sequence[str]) -> Json:
    assert state.outcome is not None
    return {
        "number": number,
        "game": record.game.name,
        "edition": record.options.edition,
        "players": record.options.players,
        "seed": record.seed,
        **({"bots": [_name(names, seat) for seat in range(record.options.players)]} if names else {}),
        "outcome": state.outcome.to_json(),
        "actions": len(record.actions),
        "check": record.check(),
    }
