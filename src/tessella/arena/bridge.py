"""A bridge between a bot and a table of a server: it takes an open seat, and plays for the bot over the WebSocket.

The bot is a program that speaks the arena's protocol, or any bot in Python. It gets the view of its own seat and
nothing else. Commands are repeated under the same key until they are confirmed or refused, so that each is done once.
"""

import json
import os
import re
import secrets
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tessella.arena.outside import ProgramBot, ProgramSeat, make_bot
from tessella.arena.play import ArenaError
from tessella.arena.process import Forfeit, StderrFile
from tessella.arena.tableserver import LINK, TIMEOUT, WAITS, BridgeError, Say, TableServer
from tessella.bots import Bot
from tessella.core import Game, Generator, Json, Options, TessellaError, View
from tessella.games import game_named

REFUSED = 1008
"""The server closes a connection with this number if there is no use in trying again."""


class Link(NamedTuple):
    """A table: the address of its server, with the folder that it serves, and the table's id."""

    server: str
    table: str


def read_link(text: str) -> Link:
    """The table of a link as people share it: below a folder, or behind a # on a static page."""
    parts = urlsplit(text)
    folder, _, table = (parts.fragment or parts.path).removesuffix("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not re.fullmatch(r"[a-z0-9]{12}", table):
        raise BridgeError(f"{text!r} is no link of a table: {LINK}")
    folder = parts.path.rpartition("/")[0] if parts.fragment else folder.removesuffix("/table")
    return Link(f"{parts.scheme}://{parts.netloc}{folder.rstrip('/')}", table)


class Identity:
    """Who the bot is, for a server: a token, in memory or in a file."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.tokens: dict[str, str] = {}
        if file is not None and file.exists():
            try:
                self.tokens = {str(server): str(token) for server, token in json.loads(file.read_text("utf-8")).items()}
            except (OSError, ValueError, AttributeError):
                raise BridgeError(
                    f"{file} holds no identities: name a new file, or one that this command wrote"
                ) from None

    def keep(self, server: str, token: str) -> None:
        """Store a token. Only its owner may read the file: the token is the right to the bot's seats."""
        self.tokens[server] = token
        if self.file is None:
            return
        try:
            with os.fdopen(os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
                json.dump(self.tokens, out)
        except OSError as error:
            raise BridgeError(f"cannot write the identity to {self.file}: {error.strerror}") from None


class Bridge:
    """A bot at a table: the last known views, and the command that is not confirmed yet."""

    def __init__(self, link: Link, bot: str, identity: Identity, say: Say, stderr: StderrFile | None = None) -> None:
        self.link = link
        self.bot_name = bot
        self.identity = identity
        self.say = say
        self.stderr = stderr
        self.rng = Generator(secrets.randbits(64))
        self.server = TableServer(link.server, identity.tokens.get(link.server), say)
        self._enter(link.table)

    def _enter(self, table: str) -> None:
        """Begin at a table, with nothing known of it."""
        self.path = f"/api/tables/{table}"
        self.info: Json = {}
        self.version: int | None = None
        self.views: list[Json] = []
        self.pending: Json | None = None
        """The command that is not confirmed yet."""
        self.declined: int | None = None
        """The version at which the bot had nothing to do out of turn."""
        self.seats: dict[int, Bot] = {}
        self.begun = False

    # ---- the seat ----

    def take_seat(self, name: str) -> None:
        """Take an open seat, or come back to the one that this identity has."""
        if self.server.token is None:
            self.identity.keep(self.link.server, self.server.identify())
        self._read(self.server.request("GET", self.path))
        if not self.own:
            self.game()  # an unknown game or bot is an error before a seat is taken
            self._read(self.server.request("POST", f"{self.path}/join", {"name": name}))
        if not self.own:
            raise BridgeError("the server gave no seat")
        self.say(f"{self.bot_name} has seat {self.own[0]} at table {self.link.table} ({self.info['game']})")

    def _read(self, snapshot: Any) -> None:
        try:
            self.info, self.own, self.version = snapshot["table"], list(snapshot["you"]["seats"]), snapshot["version"]
            self.views = snapshot["views"]
        except (KeyError, TypeError):
            raise BridgeError(f"{self.link.server} is no table server: its answer is no table") from None

    def game(self) -> tuple[Game, Options, Bot]:
        """The game, its options, and the bot."""
        game = game_named(self.info["game"])
        return game, game.read_options(self.info["options"]), make_bot(game, self.bot_name)

    # ---- play ----

    def play(self, name: str, stay: bool = False) -> None:
        """Take a seat and play until the game is over; with `stay` also its rematches."""
        self.take_seat(name)
        while True:
            with ExitStack() as ending:
                try:
                    self._seat_bots(ending)
                    self._play_game(stay)
                except (Forfeit, ArenaError, OSError) as error:
                    if isinstance(error, Forfeit):
                        self._leave()
                        raise BridgeError(f"{self.bot_name} {error}; a bot of the server plays its seat now") from None
                    raise
            following = self.info["rematch"]
            if not stay or following is None:
                return
            self.say(f"rematch at table {following}")
            self.link = Link(self.link.server, following)
            self._enter(following)
            self._read(self.server.request("GET", self.path))
            if not self.own:
                raise BridgeError("the rematch has no seat for this bot")

    def _seat_bots(self, ending: ExitStack) -> None:
        game, options, bot = self.game()
        self.view_class: type[View] = type(game.new(options, "bridge").view(None))
        for seat in self.own:
            seated = ProgramSeat(bot, game, options, seat - 1, self.stderr) if isinstance(bot, ProgramBot) else bot
            self.seats[seat] = seated
            if isinstance(seated, ProgramSeat):
                ending.callback(seated.end, None)

    def _leave(self) -> None:
        try:
            self.server.request("POST", f"{self.path}/leave")
        except BridgeError as error:
            self.say(str(error))

    def _play_game(self, stay: bool) -> None:
        """Connect until the game is over; after a lost connection only what was missed is sent."""
        from websockets.exceptions import ConnectionClosed, InvalidHandshake
        from websockets.sync.client import connect

        waits = iter(WAITS)
        started = False
        self._announce()
        while not self._done(stay):
            address = f"{self.link.server.replace('http', 'ws', 1)}{self.path}/live"
            if started and self.views:
                address += f"?since={self.version}"
            try:
                with connect(
                    address, additional_headers={"Authorization": f"Bearer {self.server.token}"}, open_timeout=TIMEOUT
                ) as socket:
                    started = True
                    if self.pending is not None:
                        socket.send(json.dumps(self.pending))
                    while not self._done(stay):
                        message = json.loads(socket.recv())
                        waits = iter(WAITS)
                        self._take(message, socket)
                        self._act(socket)
                        if stay:
                            self._agree()
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == REFUSED:
                    raise BridgeError(f"the server refuses: {closed.rcvd.reason}") from None
                self.server.wait(waits, "the connection was lost")
            except (OSError, InvalidHandshake) as error:
                self.server.wait(waits, f"cannot connect to {self.link.server}: {error}")
            if not self._done(stay) and self.info["status"] == "playing":
                self.server.request("POST", f"{self.path}/return")  # a bot of the server may have stood in
        self._say_outcome()

    def _done(self, stay: bool) -> bool:
        over: bool = self.info["status"] == "over"
        return over and (not stay or self.info["rematch"] is not None)

    def _agree(self) -> None:
        """Agree to a rematch that another player has asked for; the bot asks for none itself."""
        if self.info["status"] == "over" and set(self.own) & set(self.info["rematch_missing"]):
            self.server.request("POST", f"{self.path}/rematch")

    def _say_outcome(self) -> None:
        outcome = next((view["outcome"] for view in self.views if view.get("outcome")), None)
        if outcome is not None:
            won = " and ".join(str(seat) for seat in outcome["winners"]) or "nobody"
            self.say(f"over: seat {won} wins ({outcome['reason']})")

    def _take(self, message: Json, socket: Any) -> None:
        """Handle a message: the whole table, an update, or the answer to a command."""
        kind = message["type"]
        if kind == "confirmed" and self.pending is not None:
            self.say(f"seat {self.pending['seat']}: {self.pending['action']}")
            self.pending = None
        elif kind == "refused":
            self._refused(message, socket)
        elif kind == "snapshot":
            self._read(message)
        elif kind == "update":
            self.version = message["version"]
            self.info = message["table"] or self.info
            self.own = list(message["you"]["seats"])
            self._update(message)
        self._announce()

    def _announce(self) -> None:
        if not self.begun and self.info["status"] == "playing":
            self.begun = True
            self.say("the game begins")

    def _update(self, message: Json) -> None:
        """Apply an update, which leaves out `board`, `laid_by` and `options`: `laid` continues the board."""
        if not self.views:
            return  # a snapshot follows
        for view, changes in zip(self.views, message["views"] or [{}] * len(self.views), strict=True):
            view.update(changes)
            view["board"] += [piece["lay"] for piece in message["laid"]]
            view["laid_by"] += [piece["seat"] for piece in message["laid"]]

    def _refused(self, message: Json, socket: Any) -> None:
        code = message["code"]
        if code in ("away", "too-fast") and self.pending is not None:
            time.sleep(1)
            socket.send(json.dumps(self.pending))
            return
        action, self.pending = (self.pending or {}).get("action"), None
        if code == "stale":
            self.views = []  # a snapshot follows
        elif code == "stood-in":
            self.server.request("POST", f"{self.path}/return")
        elif code != "over":
            self._leave()
            raise BridgeError(f"{self.bot_name} played {action}: {message['reason']}")

    def _act(self, socket: Any) -> None:
        """Let the bot choose, if its seat may act and the last command is answered."""
        if self.pending is not None or self.info["status"] != "playing" or self.declined == self.version:
            return
        for view in self.views:
            seat = view["seat"]
            if seat not in self.seats or not view["legal"]:
                continue
            try:
                action = self.seats[seat].choose(self.view_class.from_json(view), self.rng)
            except (Forfeit, TessellaError):
                raise
            except Exception as error:  # whatever a bot in Python does wrong
                raise Forfeit(f"failed: {error!r}") from error
            if action is None:
                self.declined = self.version
                continue
            self.pending = {"type": "act", "key": secrets.token_hex(8), "version": self.version, "seat": seat}
            self.pending["action"] = str(action)
            socket.send(json.dumps(self.pending))
            return
