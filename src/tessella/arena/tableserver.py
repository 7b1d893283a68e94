"""Requests to a table server, over HTTP."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tessella.arena.play import ArenaError
from tessella.core import Json

TIMEOUT = 30.0
"""Seconds for a request or for opening a connection."""
WAITS = (0.05, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before the next try, while the server cannot be reached; then the connection is given up."""
LINK = "a table's link is like http://localhost:8000/table/k3v9x2m4q8w1"

Say = Callable[[str], None]


class BridgeError(ArenaError):
    """A table server does not do what it is requested to do."""


class TableServer:
    """A server, and the identity by which it knows this program."""

    def __init__(self, address: str, token: str | None, say: Say) -> None:
        self.address = address
        self.token = token
        self.say = say
        self.answered = False
        """Whether it has answered a request: then it will come back if it is away."""

    def identify(self) -> str:
        """Get a new identity; its token."""
        self.token = str(self.request("POST", "/api/bots")["token"])
        return self.token

    def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """Send a request; again while the server is busy, or away for a moment."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if method == "GET" else json.dumps(body or {}).encode()
        waits = iter(WAITS)
        while True:
            try:
                with urlopen(Request(self.address + path, data, headers, method=method), timeout=TIMEOUT) as answer:
                    result = json.load(answer)
                    self.answered = True
                    return result
            except HTTPError as error:
                if error.code not in (429, 502, 503, 504):
                    raise BridgeError(self._refusal(error)) from None
                reason = self._refusal(error)
            except OSError as error:
                reason = f"there is no server at {self.address}: {getattr(error, 'reason', error)}"
                if not self.answered:  # it was never there
                    raise BridgeError(reason) from None
            except ValueError:
                raise BridgeError(f"{self.address} is no table server: its answer is not JSON") from None
            self.wait(waits, reason)

    def _refusal(self, error: HTTPError) -> str:
        try:
            return f"the server refuses: {json.load(error)['reason']}"
        except (ValueError, KeyError, TypeError):
            return f"{self.address} is no table server: it answers with status {error.code}. {LINK}"

    def wait(self, waits: Iterator[float], reason: str) -> None:
        """Wait before the next try; `BridgeError` after the last one."""
        seconds = next(waits, None)
        if seconds is None:
            raise BridgeError(f"gave up: {reason}")
        self.say(f"{reason}; next try in {seconds:g} s")
        time.sleep(seconds)
