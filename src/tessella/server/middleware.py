"""The web's edge: who is asking, how often, from where; and what every answer carries for safety."""

import asyncio
import ipaddress
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from tessella.server.identity import COOKIE, Identities
from tessella.server.limits import Bucket, Limit
from tessella.server.room import Room
from tessella.tables.wire import live
from tessella.tables.wire.tables import Problem

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATIENCE = 30.0
"""So many seconds somebody may take to send what they began."""
YEARS = 10 * 365 * 86400
LOCAL = ("localhost", "127.0.0.1", "[::1]", "::1")
SAFE = ("GET", "HEAD", "OPTIONS")
UNLIMITED = ("/health", "/ready", "/metrics")
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # A table's address is an invitation: it is nobody else's business.
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_ALWAYS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Edge:
    """Wraps the whole application."""

    def __init__(self, app: App, room: Room, identities: Identities) -> None:
        self.app = app
        self.room = room
        self.identities = identities
        settings = room.settings
        self.files = Limit(settings.files_rate, settings.files_burst)
        self.requests = Limit(settings.requests_rate, settings.requests_burst)
        # Several people may come from one address, but not any number.
        self.addresses = Limit(
            settings.requests_rate * settings.people_each, settings.requests_burst * settings.people_each
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check who asks, then hand on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refuse(scope, headers)
        if refused is not None:
            await _answer(scope, receive, send, *refused)
            return
        identity, fresh = self._identity(scope, headers)
        client = scope.get("client")
        state: dict[str, Any] = scope.setdefault("state", {})
        state["me"] = identity
        state["known"] = not fresh
        state["address"] = address = network(client[0] if client else "")
        buckets = self._buckets(scope["path"], address, None if fresh else identity)
        slow = next((bucket for bucket in buckets if not bucket.take(self.room.clock())), None)
        if slow is not None:
            reason = f"too many requests: wait {slow.wait():.1f} seconds"
            await _answer(scope, receive, send, 429, "too-fast", reason, retry=slow.wait())
            return

        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                carried = [*message["headers"], *_ALWAYS]
                if identity is not None and (fresh or (_is_page(headers) and b"authorization" not in headers)):
                    # With every page anew: browsers forget a cookie that is older than some months.
                    carried.append((b"set-cookie", self._cookie(identity).encode()))
                message["headers"] = carried
            await send(message)

        async def receiving() -> Message:
            try:
                return await asyncio.wait_for(receive(), PATIENCE)
            except TimeoutError:
                return {"type": "http.disconnect"}

        await self.app(scope, receiving, sending)

    def _buckets(self, path: str, address: str, identity: str | None) -> list[Bucket]:
        """What a request counts for. A page without one of its files would be broken, and handing one out costs little:
        of those everybody may have many, and nothing else becomes less by it."""
        now = self.room.clock()
        if path in UNLIMITED:
            return []
        if not path.startswith("/api/"):
            return [self.files.of(address, now)]
        return [self.addresses.of(address, now), *([self.requests.of(identity, now)] if identity else [])]

    def _refuse(self, scope: Scope, headers: dict[bytes, str]) -> tuple[int, str, str] | None:
        """Requests that another site's page makes in somebody's name, and those by a name that is not ours."""
        host = headers.get(b"host", "")
        allowed = self.room.settings.allowed_hosts
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and host[-1:] != "]" else host
        if "*" not in allowed and name.lower() not in (*LOCAL, *(host.lower() for host in allowed)):
            return (
                403,
                "wrong-host",
                "this server does not answer to that name: start it with --allow-host NAME to let it",
            )
        origin = headers.get(b"origin")
        method = scope.get("method", "GET")
        if origin is not None and (scope["type"] == "websocket" or method not in SAFE):
            try:
                parts = urlsplit(origin)
            except ValueError:
                return 403, "wrong-origin", "only pages of this server may do that"
            if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower():
                return 403, "wrong-origin", "only pages of this server may do that"
        return None

    def _identity(self, scope: Scope, headers: dict[bytes, str]) -> tuple[str | None, bool]:
        """Who asks, and whether that is somebody new.

        A browser becomes somebody with the page itself: what the page then asks for, several things at once, would
        else be asked by as many people, and who sat down might be forgotten for one of the others.
        """
        bearer = headers.get(b"authorization", "")
        if bearer.lower().startswith("bearer "):
            return self.identities.read(bearer[7:].strip()), False
        found = self.identities.read(_cookie_in(headers.get(b"cookie", "")))
        if found is not None:
            return found, False
        asks = scope["path"].startswith("/api/") and not scope["path"].startswith("/api/schema")
        if scope["type"] == "http" and (asks or _is_page(headers)):
            return self.identities.new(), True
        return None, False

    def _cookie(self, identity: str) -> str:
        secure = "; Secure" if self.room.settings.secure else ""
        token = self.identities.token(identity)
        return f"{COOKIE}={token}; Path=/; Max-Age={YEARS}; HttpOnly; SameSite=Lax{secure}"


def _is_page(headers: dict[bytes, str]) -> bool:
    """Whether a browser asks for something to show, rather than a page for something that it needs."""
    return "text/html" in headers.get(b"accept", "")


def _cookie_in(header: str) -> str | None:
    """Our cookie, whatever others stand beside it: on this machine those of all ports come along."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return next((value for name, _, value in pairs if name == COOKIE), None)


def network(address: str) -> str:
    """An address as limits count it: who has a network of their own (IPv6) counts once."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address


async def _answer(
    scope: Scope, receive: Receive, send: Send, status: int, code: str, reason: str, retry: float | None = None
) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    headers = [(b"content-type", b"application/json"), *_ALWAYS]
    if retry is not None:
        headers.append((b"retry-after", str(int(retry) + 1).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    body = live.encode(Problem(code=code, reason=reason))
    await send({"type": "http.response.body", "body": body, "more_body": False})
