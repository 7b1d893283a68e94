"""The requests of the page by method and path, as the server's HTTP API has them below `/api`."""

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec

from tessella.browser.requests import DeviceRequests
from tessella.core import TessellaError
from tessella.hosting import requests
from tessella.hosting.problems import problem_of
from tessella.hosting.requests import GAME_INFOS, WantedConundrum
from tessella.hosting.store import StoreUnavailable
from tessella.tables.wire.conundrums import ConundrumText
from tessella.tables.wire.live import Act, Undo
from tessella.tables.wire.reviews import ReviewRequest
from tessella.tables.wire.tables import Contribution, Join, Me, NewTable, PaceChoice, Problem, SeatChoice

log = logging.getLogger(__name__)

T = TypeVar("T")
TABLE = r"/tables/(?P<table>d[a-z0-9]{12})"
SEAL = re.compile(r"[0-9a-f]{64}")
SEED = re.compile(r"[a-z0-9-]{1,40}")
JSON, TEXT = "application/json", "text/plain"


class Request:
    """A request of the page."""

    def __init__(self, home: DeviceRequests, identity: str, query: dict[str, list[str]], body: str | None) -> None:
        self.home = home
        self.identity = identity
        self.query = query
        self.body = body
        self.parts: dict[str, str] = {}

    @property
    def table(self) -> str:
        """The id of a table in the path."""
        return self.parts["table"]

    def read(self, kind: type[T]) -> T:
        """The body as a value of this type."""
        return msgspec.json.decode(self.body or "", type=kind)

    def number(self, name: str, default: int, most: int) -> int:
        """A number in the query."""
        text = self.query.get(name, [str(default)])[0]
        if not re.fullmatch(r"[0-9]{1,7}", text) or int(text) > most:
            raise msgspec.ValidationError(f"{name} is a number up to {most}")
        return int(text)


async def _conundrum(request: Request) -> Any:
    seed = request.query.get("seed", [""])[0]
    if not SEED.fullmatch(seed):
        raise msgspec.ValidationError("a seed has 1 to 40 small letters, digits and hyphens")
    difficulty = request.number("difficulty", 3, 5)
    if difficulty < 1:
        raise msgspec.ValidationError("difficulty is a number from 1 to 5")
    kind = request.query.get("kind", [None])[0]
    wanted = WantedConundrum(request.parts["game"], seed, difficulty, kind)
    return await request.home.conundrum(request.identity, wanted)


async def _own_conundrum(request: Request) -> Any:
    return await request.home.solve_conundrum(request.identity, request.parts["game"], request.read(ConundrumText))


def _seal(request: Request) -> str | None:
    """The seal of a contribution to the next deal."""
    seal = request.query.get("seal", [None])[0]
    if seal is not None and not SEAL.fullmatch(seal):
        raise msgspec.ValidationError("a seal has 64 hexadecimal digits in small letters")
    return seal


async def _games(request: Request) -> Any:
    return GAME_INFOS


async def _replay(request: Request) -> Any:
    return requests.replay(request.read(ReviewRequest))


Handler = Callable[[Request], Awaitable[Any]]
ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", r"/games", _games),
    ("POST", r"/tables", lambda request: request.home.open_table(request.identity, request.read(NewTable))),
    ("GET", r"/tables", lambda request: request.home.my_tables(request.identity)),
    ("GET", TABLE, lambda request: request.home.table(request.identity, request.table)),
    ("DELETE", TABLE, lambda request: request.home.remove(request.table)),
    ("POST", TABLE + "/join", lambda request: request.home.join(request.identity, request.table, request.read(Join))),
    (
        "POST",
        TABLE + "/leave",
        lambda request: request.home.leave(request.identity, request.table, request.read(SeatChoice)),
    ),
    (
        "POST",
        TABLE + "/return",
        lambda request: request.home.come_back(request.identity, request.table, request.read(SeatChoice)),
    ),
    (
        "POST",
        TABLE + "/contribute",
        lambda request: request.home.contribute(request.identity, request.table, request.read(Contribution)),
    ),
    (
        "POST",
        TABLE + "/rematch",
        lambda request: request.home.rematch(request.identity, request.table, seal=_seal(request)),
    ),
    (
        "POST",
        TABLE + "/pace",
        lambda request: request.home.set_pace(request.identity, request.table, request.read(PaceChoice)),
    ),
    ("POST", TABLE + "/act", lambda request: request.home.play(request.identity, request.table, request.read(Act))),
    ("POST", TABLE + "/undo", lambda request: request.home.play(request.identity, request.table, request.read(Undo))),
    (
        "GET",
        TABLE + "/events",
        lambda request: request.home.events(request.identity, request.table, request.number("since", 0, 1_000_000)),
    ),
    ("GET", TABLE + "/leaving", lambda request: request.home.leaving(request.table)),
    ("GET", TABLE + "/record", lambda request: request.home.record(request.table)),
    ("GET", r"/conundrums/(?P<game>[a-z]+)", _conundrum),
    ("POST", r"/conundrums/(?P<game>[a-z]+)", _own_conundrum),
    ("POST", r"/replays", _replay),
    ("POST", r"/reviews", lambda request: request.home.review(request.identity, request.read(ReviewRequest))),
    ("GET", r"/me", lambda request: request.home.my_data(request.identity)),
    ("PUT", r"/me", lambda request: request.home.rename(request.identity, request.read(Me))),
    ("DELETE", r"/me", lambda request: request.home.forget(request.identity)),
]
_PATTERNS = [(method, re.compile(pattern), handler) for method, pattern, handler in ROUTES]


async def answer(
    home: DeviceRequests, identity: str, method: str, path: str, body: str | None = None
) -> tuple[int, str, str]:
    """The answer to a request: status, media type and text. Whatever goes wrong becomes an answer, too."""
    address = urlsplit(path)
    request = Request(home, identity, parse_qs(address.query), body)
    try:
        return await _answer(request, method, address.path)
    except (TessellaError, StoreUnavailable) as error:
        return _problem(*problem_of(error))
    except (msgspec.DecodeError, UnicodeError) as error:
        return _problem(400, Problem(code="bad-request", reason=str(error)))
    except Exception as error:
        log.exception("a request failed")
        return _problem(500, Problem(code="broken", reason=f"the engine failed to answer: {error}"))


async def _answer(request: Request, method: str, path: str) -> tuple[int, str, str]:
    methods = []
    for allowed, pattern, handler in _PATTERNS:
        match = pattern.fullmatch(path)
        if match is None:
            continue
        if method == allowed:
            request.parts = match.groupdict()
            value = await handler(request)
            if value is None:
                return 204, TEXT, ""
            if isinstance(value, str):
                return 200, TEXT, value
            created = 201 if (method, path) == ("POST", "/tables") else 200
            return created, JSON, msgspec.json.encode(value).decode()
        methods.append(allowed)
    if methods:
        return _problem(405, Problem(code="wrong-method", reason=f"{path} takes {' and '.join(methods)}"))
    return _problem(404, Problem(code="not-found", reason=f"there is no {path}"))


def _problem(status: int, problem: Problem) -> tuple[int, str, str]:
    return status, JSON, msgspec.json.encode(problem).decode()
