#!/usr/bin/env python3
"""A bot that joins a table of a server, takes an open seat, and plays until the game is over.

    python3 examples/bots/at_a_table.py http://localhost:8000/table/k3v9x2m4q8w1 --name Robin

It needs Python and the package `websockets`, but not Tessella. docs/bots.md describes the messages.
"""

import argparse
import hashlib
import json
import random
import re
import secrets
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
HERE = "http://localhost:8000"
"""Where the table is if only its id is given."""
CONFLICT = 409
"""The status of a request that the table does not allow any more."""
REFUSED = 1008
"""The server closes a connection with this number if there is no use in trying again."""


def choose(view: Message, luck: random.Random) -> str | None:
    """One of the actions in view["legal"]; None if there is nothing to do now. Improve your bot here."""
    legal: list[str] = view["legal"]
    calls = [action for action in legal if action.split()[0] in ("call", "spot", "claim")]
    lays = [action for action in legal if "@" in action and action not in calls]
    choices = calls or lays or legal
    return luck.choice(choices) if choices else None


class AtATable:
    """A seat at a table: the last known views, and the command that is not confirmed yet."""

    def __init__(self, link: str, luck: random.Random) -> None:
        parts = urlsplit(link if "/" in link else f"{HERE}/{link}")
        ids = re.findall(r"\b[a-z0-9]{12}\b", parts.path + " " + parts.fragment)
        if parts.scheme not in ("http", "https") or not ids:
            sys.exit("a table's link is like http://localhost:8000/table/k3v9x2m4q8w1")
        self.server = f"{parts.scheme}://{parts.netloc}"
        self.path = f"/api/tables/{ids[-1]}"
        self.luck = luck
        self.version = 0
        self.status = "waiting"
        self.views: list[Message] = []
        self.waiting: Message | None = None
        """A command that is not confirmed yet."""
        self.contribution = secrets.token_hex(32)
        """This bot's part in the deal: sealed when it takes a seat, and opened when everybody has come."""
        self.token = ""
        self.token = self.ask("/api/bots")["token"]

    def ask(self, path: str, body: Message | None = None, late: bool = False) -> Any:
        """Send a request to the server, again and again while it is busy or restarts. `late`: it may be refused."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = Request(self.server + path, json.dumps(body or {}).encode(), headers, method="POST")
        while True:
            try:
                with urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except HTTPError as error:
                if late and error.code == CONFLICT:
                    return None
                if error.code not in (429, 503):
                    sys.exit(f"the server says: {json.load(error)['reason']}")
                time.sleep(float(error.headers.get("Retry-After", 1)))
            except OSError:
                if not self.token:
                    sys.exit(f"there is no server at {self.server}")
                time.sleep(0.5)  # it was there, so it will come back

    def play(self, name: str) -> Message:
        """Take a seat and play; the outcome of the game. Connect again whenever the connection is lost."""
        seal = hashlib.sha256(f"tessella contribution 1\n{self.contribution}\n".encode()).hexdigest()
        self.ask(f"{self.path}/join", {"name": name, "seal": seal})
        while self.status != "over":
            self.ask(f"{self.path}/return")  # a bot of the server may have stood in for this one
            try:
                with connect(
                    self.server.replace("http", "ws", 1) + f"{self.path}/live",
                    additional_headers={"Authorization": f"Bearer {self.token}"},
                ) as socket:
                    self.follow(socket)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == REFUSED:
                    sys.exit(f"the server says: {closed.rcvd.reason}")
            except (OSError, InvalidHandshake):
                time.sleep(0.5)
        outcome: Message = self.views[0]["outcome"]
        return outcome

    def follow(self, socket: ClientConnection) -> None:
        """Read messages, and act when that is possible. The first message is the whole table."""
        if self.waiting is not None:
            # The server may have done it or not. With the same key it is done once, however often it is sent.
            socket.send(json.dumps(self.waiting))
        while self.status != "over":
            self.take(json.loads(socket.recv()), socket)
            if self.waiting is None and self.status == "playing":
                self.act(socket)

    def act(self, socket: ClientConnection) -> None:
        """Do something, if there is anything to do."""
        for view in self.views:
            action = choose(view, self.luck)
            if action is not None:
                key = secrets.token_hex(8)
                self.waiting = {"type": "act", "key": key, "version": self.version, "seat": view["seat"]}
                self.waiting["action"] = action
                socket.send(json.dumps(self.waiting))
                return

    def take(self, message: Message, socket: ClientConnection) -> None:
        """Handle a message: the whole table, an update, or the answer to a command."""
        kind = message["type"]
        if kind == "confirmed":
            self.waiting = None
        elif kind == "refused":
            self.refused(message, socket)
        elif kind in ("snapshot", "update"):
            self.version = message["version"]
            if message["table"] is not None:
                self.status = message["table"]["status"]
                self.contribute(message["table"]["deal"]["missing"], message["you"]["seats"])
            if kind == "snapshot":
                self.views = message["views"]
            else:
                self.update(message)

    def contribute(self, missing: list[int], mine: list[int]) -> None:
        """Open the seal, if the table waits for it. If that is too late, the game is dealt without it."""
        for seat in set(missing) & set(mine):
            self.ask(f"{self.path}/contribute", {"seat": seat, "contribution": self.contribution}, late=True)

    def update(self, message: Message) -> None:
        """Apply an update, which leaves out `board`, `laid_by` and `options`: `laid` continues the board."""
        if not self.views:
            return  # a snapshot follows
        for view, changes in zip(self.views, message["views"] or [{}] * len(self.views), strict=True):
            view.update(changes)
            view["board"] += [piece["lay"] for piece in message["laid"]]
            view["laid_by"] += [piece["seat"] for piece in message["laid"]]

    def refused(self, message: Message, socket: ClientConnection) -> None:
        """Handle a refusal: try again later, or look again. Any other refusal is a bug of this bot."""
        code = message["code"]
        if code in ("away", "too-fast"):
            time.sleep(1)
            socket.send(json.dumps(self.waiting))
        elif code == "stood-in":
            self.waiting = None
            self.ask(f"{self.path}/return")
        elif code == "stale":
            self.waiting = None
            self.views = []  # a snapshot follows
        elif code == "over":
            self.waiting = None
        else:
            sys.exit(f"{(self.waiting or {}).get('action')}: {message['reason']}")


def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("link", help=f"the table's link, or its id if the server is at {HERE}")
    parser.add_argument("--name", default="Robot", help="the bot's name at the table (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="makes the bot's choices reproducible")
    args = parser.parse_args()
    outcome = AtATable(args.link, random.Random(args.seed)).play(args.name)
    won = " and ".join(str(seat) for seat in outcome["winners"]) or "nobody"
    print(f"over: seat {won} wins ({outcome['reason']})")


if __name__ == "__main__":
    main()
