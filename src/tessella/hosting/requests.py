"""The requests of people, apart from the commands of a live connection: the same on a server and in the browser."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from tessella import bots, games
from tessella.core import OptionError, TessellaError, commitment, seat_name
from tessella.games import game_named
from tessella.hosting import commands, moving, opening
from tessella.hosting.room import Room
from tessella.hosting.workers import review_of
from tessella.puzzles import Puzzle, Puzzles
from tessella.record import Record, parse
from tessella.tables import decisions, delivery, messages
from tessella.tables.decisions import Decider
from tessella.tables.entries import Acted, Entry, SeatHolder, SeatSetup, Setup, Stored
from tessella.tables.listings import listing
from tessella.tables.names import LONGEST_NAME, clean_name
from tessella.tables.refusal import Refusal
from tessella.tables.table import Table
from tessella.tables.wire.conundrums import ConundrumInfo, ConundrumMove, ConundrumPiece, ConundrumText
from tessella.tables.wire.live import Act, Confirmed, Events, Snapshot, Undo, Update
from tessella.tables.wire.reviews import ReviewInfo, ReviewRequest
from tessella.tables.wire.tables import (
    Contribution,
    ConundrumKind,
    EditionInfo,
    GameInfo,
    GameName,
    Join,
    Listing,
    Me,
    MovedTable,
    MyData,
    NewTable,
    NoClock,
    OptionInfo,
    PaceChoice,
    SeatChoice,
)

MOST_PLAYERS = 8
REMEMBERED_CONUNDRUMS = 512


class Requests:
    """What people ask of a room. `identity` is who asks."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.node = room.node
        self._conundrums: dict[WantedConundrum, ConundrumInfo] = {}

    # ---- tables ----

    async def open_table(self, identity: str, request: NewTable) -> Snapshot:
        """Open a table."""
        table = await opening.open_table(self.room, identity, request, await self._name_of(identity))
        return await self.table(identity, table)

    async def arrive(self, identity: str, request: MovedTable) -> Snapshot:
        """Go on with a table that was begun on a device."""
        table = await moving.arrive(self.room, identity, request, await self._name_of(identity))
        return await self.table(identity, table)

    async def my_tables(self, identity: str) -> list[Listing]:
        """The tables at which a person has a seat, the last changed first."""
        return [listing(row, identity) for row in await self.node.store.tables_of(identity)]

    async def table(self, identity: str | None, table_id: str) -> Snapshot:
        """A table as a person may see it."""
        table = await self.room.table(table_id)
        return messages.snapshot(table, table.seats_of(identity), self.node.now())

    async def join(self, identity: str, table_id: str, request: Join) -> Snapshot:
        """Take an open seat."""
        return await self._change(identity, table_id, decisions.join(request, identity, await self._name_of(identity)))

    async def leave(self, identity: str, table_id: str, request: SeatChoice) -> Snapshot:
        """Leave a seat."""
        return await self._change(identity, table_id, decisions.leave(identity, request.seat))

    async def come_back(self, identity: str, table_id: str, request: SeatChoice) -> Snapshot:
        """Take seats back from the bots that stand in."""
        return await self._change(identity, table_id, decisions.come_back(identity, request.seat))

    async def contribute(self, identity: str, table_id: str, request: Contribution) -> Snapshot:
        """Open the seal of a contribution to the deal."""
        return await self._change(identity, table_id, decisions.contribute(identity, request))

    async def rematch(self, identity: str, table_id: str, now: bool = False, seal: str | None = None) -> Snapshot:
        """Ask for a rematch, or agree to one: its table once everybody has, or at once if `now`; else the same one."""
        return await self.table(identity, await opening.rematch(self.room, identity, table_id, now, seal))

    async def set_pace(self, identity: str, table_id: str, request: PaceChoice) -> Snapshot:
        """Choose how fast the bots move from now on."""
        return await self._change(identity, table_id, decisions.set_pace(identity, request.pace))

    async def play(self, identity: str, table_id: str, command: Act | Undo) -> Confirmed:
        """Act, or take the last action back, as over a live connection."""
        with self.room.session(table_id) as session:
            return Confirmed(key=command.key, version=await commands.play(session, identity, command))

    async def events(self, identity: str, table_id: str, since: int) -> Events:
        """All updates after a version, without what was taken back; the whole table if there is no such version yet."""
        now = self.node.now()
        current = await self.room.table(table_id)
        updates = delivery.missed(current, identity, since, now)
        if updates is None:
            stored = await self.node.store.load(table_id)
            updates = None if stored is None else delivery.history(stored, identity, since, now)
        if updates is None:
            return Events(updates=[], snapshot=messages.snapshot(current, current.seats_of(identity), now))
        return Events(updates=updates, snapshot=None)

    async def record(self, table_id: str) -> str:
        """The game as a record, once it is over."""
        finished = await self.room.table(table_id)
        if finished.status != "over":
            raise Refusal("not-over", "a record contains hidden tiles: it is available when the game is over")
        return str(finished.record())

    async def _change(self, identity: str, table_id: str, decide: Decider) -> Snapshot:
        await self.room.change(table_id, decide)
        return await self.table(identity, table_id)

    async def _name_of(self, identity: str) -> str | None:
        person = await self.node.store.person(identity)
        return None if person is None else person.name

    # ---- people ----

    async def my_data(self, identity: str) -> MyData:
        """All that is stored about a person."""
        person = await self.node.store.person(identity)
        return MyData(
            name=None if person is None else person.name,
            created=None if person is None else person.created,
            tables=await self.my_tables(identity),
        )

    async def rename(self, identity: str, request: Me) -> MyData:
        """Set a person's name at the tables where they take a seat from now on."""
        name = clean_name(request.name)
        if name is None and request.name is not None:
            raise Refusal("bad-name", "a name needs at least one visible character")
        await self.node.store.rename(identity, name, self.node.now())
        return await self.my_data(identity)

    async def forget(self, identity: str) -> None:
        """Delete a person's name and where they sat. Games that they play in go on with bots."""
        await opening.forget(self.room, identity)

    # ---- conundrums, replays and reviews ----

    def known_conundrum(self, wanted: "WantedConundrum") -> ConundrumInfo | None:
        """A conundrum that was made before; `Refusal` if the game has none, or not of this kind."""
        puzzles = puzzles_of(wanted.game)
        try:
            puzzles.kind_named(wanted.kind)
        except OptionError as error:
            raise Refusal("bad-conundrum", str(error)) from None
        return self._conundrums.get(wanted)

    async def conundrum(self, identity: str, wanted: "WantedConundrum") -> ConundrumInfo:
        """The conundrum of a seed. It follows from the seed, the kind and the difficulty, and from nothing else."""
        conundrum = self.known_conundrum(wanted)
        if conundrum is None:
            conundrum = await self._make(identity, made_conundrum, wanted)
            if len(self._conundrums) >= REMEMBERED_CONUNDRUMS:
                self._conundrums.pop(next(iter(self._conundrums)))
            self._conundrums[wanted] = conundrum
        return conundrum

    async def solve_conundrum(self, identity: str, game: GameName, request: ConundrumText) -> ConundrumInfo:
        """Solve and grade a conundrum that somebody made; `Refusal` says what is impossible about it."""
        try:
            puzzles_of(game)
            return await self._make(identity, solved_conundrum, game, request.text)
        except Refusal:
            raise
        except TessellaError as error:
            raise Refusal("bad-conundrum", str(error)) from None

    async def _make(self, identity: str, work: Callable[..., ConundrumInfo], *arguments: Any) -> ConundrumInfo:
        owner = self.node.addresses.owner([identity])
        return await self.node.workers.run_for("conundrums", owner, work, *arguments)

    async def review(self, identity: str, request: ReviewRequest) -> ReviewInfo:
        """Review a recorded game. This takes some seconds."""
        try:
            owner = self.node.addresses.owner([identity])
            result = await self.node.workers.run_for("reviews", owner, review_of, request.record)
        except Refusal:
            raise
        except TessellaError as error:
            raise Refusal("bad-record", str(error)) from None
        return msgspec.convert(result, ReviewInfo)


def replay(request: ReviewRequest) -> Events:
    """A recorded game as a spectator would have seen it: the table at its beginning, then an update for each action."""
    try:
        record = parse(request.record)
    except TessellaError as error:
        raise Refusal("bad-record", str(error)) from None
    table = Table(_table_of(record))
    opened = messages.snapshot(table, (), 0.0)
    updates: list[Update] = []
    for seq, (seat, action) in enumerate(record.actions, 1):
        table, change = table.after(Entry(seq, 0.0, Acted(seat, str(action))))
        updates += messages.updates(table, [change], [()], 0.0)[()]
    return Events(updates=updates, snapshot=opened)


def _table_of(record: Record) -> Stored:
    """A table at which the recorded game could have been played."""
    seats = [SeatSetup("person") for _ in range(record.options.players)]
    setup = Setup(record.game.name, record.options.to_text(), seats, NoClock(), True)
    names = [record.headers.get(f"seat-{number}", "") for number in range(1, len(seats) + 1)]
    holders = [SeatHolder(seat, seat_name(seat), name[:LONGEST_NAME]) for seat, name in enumerate(names)]
    return Stored(commitment(record.check())[:12], setup, record.seed, 0.0, [], holders)


class WantedConundrum(NamedTuple):
    """A conundrum to be made."""

    game: GameName
    seed: str
    difficulty: int
    kind: str | None = None
    """None: the usual kind of the game."""


def puzzles_of(game: GameName) -> Puzzles[Puzzle]:
    """The puzzles of a game; `Refusal` if it has none."""
    puzzles = game_named(game).puzzles
    if puzzles is None:
        raise Refusal("bad-options", f"{game} has no conundrums")
    return puzzles


def made_conundrum(wanted: WantedConundrum) -> ConundrumInfo:
    """Make the conundrum of a seed."""
    puzzle = puzzles_of(wanted.game).daily(wanted.seed, wanted.difficulty, wanted.kind)
    return conundrum_info(wanted.game, puzzle, wanted.seed)


def solved_conundrum(game: GameName, text: str) -> ConundrumInfo:
    """Solve and grade a conundrum."""
    return conundrum_info(game, puzzles_of(game).read(text).graded(), "")


def conundrum_info(game: GameName, puzzle: Puzzle, seed: str) -> ConundrumInfo:
    """A conundrum with its answers and the ways to them."""
    kind = puzzles_of(game).kinds[puzzle.kind]
    answers = [list(map(str, answer)) for answer in puzzle.answers()]
    if not answers:
        raise OptionError("this conundrum has no answer")
    return ConundrumInfo(
        game=game,
        kind=puzzle.kind,
        goal=kind.goal,
        seed=seed,
        difficulty=puzzle.difficulty or puzzle.grade(),
        board=[str(lay) for lay in puzzle.board],
        pieces=[
            ConundrumPiece(piece=piece, places=[str(lay) for lay in lays])
            for piece, lays in puzzle.fits().items()
            if lays or kind.goal == "one"
        ],
        theirs=list(puzzle.theirs),
        task=dict(puzzle.shown()),
        answers=answers,
        moves=[
            ConundrumMove(
                after=list(map(str, move.after)),
                lay=str(move.lay),
                value=move.value,
                replies=list(map(str, move.replies)),
            )
            for move in puzzle.moves()
        ],
        link=puzzle.link(),
        text=str(puzzle),
    )


def _kind_infos(puzzles: Puzzles[Puzzle] | None) -> list[ConundrumKind]:
    kinds = [] if puzzles is None else puzzles.kinds.values()
    return [ConundrumKind(name=kind.name, about=kind.about, goal=kind.goal, steps=kind.steps) for kind in kinds]


# ---- games ----


def _game_info(name: str) -> GameInfo:
    game = games.GAMES[name]
    editions = []
    for edition, about in game.editions.items():
        possible = [players for players in range(1, MOST_PLAYERS + 1) if _can_be_played(name, edition, players)]
        options = game.read_options({"edition": edition, "players": str(possible[0])}).to_text()
        shown = {key: text for key, text in options.items() if key not in ("edition", "players", *game.files)}
        editions.append(EditionInfo(name=edition, about=about, players=(possible[0], possible[-1]), options=shown))
    option_infos = [
        OptionInfo(name=key, about=about)
        for key, about in game.option_help().items()
        if key not in ("edition", "players")
    ]
    return GameInfo(
        name=name,
        editions=editions,
        options=option_infos,
        levels=bots.levels_of(game),
        conundrums=_kind_infos(game.puzzles),
    )


def _can_be_played(game: str, edition: str, players: int) -> bool:
    try:
        games.GAMES[game].read_options({"edition": edition, "players": str(players)})
    except OptionError:
        return False
    return True


GAME_INFOS = [_game_info(name) for name in games.GAMES]
"""The games, their editions and options."""
