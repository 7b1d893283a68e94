"""The outermost layer: identities, rate limits, allowed hosts and origins, and the security headers of every answer."""

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from tessella.hosting.limits import Bucket, Limit
from tessella.server.addresses import network
from tessella.server.http import AppContext
from tessella.server.identity import COOKIE, SECURE_COOKIE
from tessella.server.page import POLICY
from tessella.tables.wire import live
from tessella.tables.wire.tables import Problem

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

YEARS = 10 * 365 * 86400
LOCAL = ("localhost", "127.0.0.1", "::1")
SAFE = ("GET", "HEAD", "OPTIONS")
OPERATIONS = ("/health", "/ready", "/metrics")
HEADERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Whoever knows a table's address can join it: other sites must not learn it.
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_ALWAYS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Middleware:
    """Wraps the whole application."""

    def __init__(self, app: App, context: AppContext) -> None:
        self.app = app
        self.context = context
        self.node = context.node
        self.identities = context.identities
        settings = context.node.settings
        self.files = Limit(settings.files_rate, settings.files_burst)
        self.requests = Limit(settings.requests_rate, settings.requests_burst)
        # Several people may share one address, but not any number of them.
        self.addresses = Limit(
            settings.requests_rate * settings.people_each, settings.requests_burst * settings.people_each
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it to the application."""
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
        state["identity"] = identity
        state["address"] = address = network(client[0] if client else "")
        if identity is not None and not fresh:
            self.node.addresses.note(identity, address)
        buckets = self._buckets(scope["path"], address, None if fresh else identity)
        empty = next((bucket for bucket in buckets if not bucket.take(self.node.monotonic())), None)
        if empty is not None:
            reason = f"too many requests: wait {empty.wait():.1f} seconds"
            await _answer(scope, receive, send, 429, "too-fast", reason, retry=empty.wait())
            return

        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                response_headers = [*message["headers"], *_ALWAYS]
                if identity is not None and (fresh or (_is_page(headers) and b"authorization" not in headers)):
                    # Renewed with every page: browsers delete a cookie that is older than some months.
                    response_headers.append((b"set-cookie", self._cookie(identity).encode()))
                message["headers"] = response_headers
            await send(message)

        await self.app(scope, receive, sending)

    def _buckets(self, path: str, address: str, identity: str | None) -> list[Bucket]:
        """The limits that a request counts for. Files of the page cost little, and a page without one of them would be
        broken: they have a generous limit of their own."""
        now = self.node.monotonic()
        if not path.startswith("/api/"):
            return [self.files.of(address, now)]
        return [self.addresses.of(address, now), *([self.requests.of(identity, now)] if identity else [])]

    def _refuse(self, scope: Scope, headers: dict[bytes, str]) -> tuple[int, str, str] | None:
        """The answer to a request from another site's page, or for a host name that is not allowed; else None."""
        # The router also takes other spellings of a path, which a proxy that blocks it would let through.
        path = "/" + scope["path"].strip("/")
        if path != scope["path"] and (path in OPERATIONS or path.startswith("/api/")):
            return 404, "not-found", f"there is no such address; perhaps you mean {path}"
        host = headers.get(b"host", "")
        allowed = self.node.settings.allowed_hosts
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and host[-1:] != "]" else host
        # An address of IPv6 has brackets in a URL, and may be named without them.
        if "*" not in allowed and _plain(name) not in (*LOCAL, *map(_plain, allowed)):
            return (
                403,
                "wrong-host",
                "this host name is not allowed: start the server with --allow-host NAME to allow it",
            )
        origin = headers.get(b"origin")
        method = scope.get("method", "GET")
        if origin is not None and (scope["type"] == "websocket" or method not in SAFE):
            try:
                parts = urlsplit(origin)
            except ValueError:
                return 403, "wrong-origin", "only pages of this server may send this request"
            if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower():
                return 403, "wrong-origin", "only pages of this server may send this request"
        return None

    def _identity(self, scope: Scope, headers: dict[bytes, str]) -> tuple[str | None, bool]:
        """The client's identity, and whether it is new.

        A browser gets its identity with the page itself. Otherwise the page's first requests, which are sent at the
        same time, would each get another one.
        """
        bearer = headers.get(b"authorization", "")
        if bearer.lower().startswith("bearer "):
            return self.identities.read(bearer[7:].strip()), False
        known = self._known(headers.get(b"cookie", ""))
        if known is not None:
            return known, False
        needs_identity = scope["path"].startswith("/api/") and not scope["path"].startswith("/api/schema")
        if scope["type"] == "http" and (needs_identity or _is_page(headers)):
            return self.identities.new(), True
        return None, False

    def _known(self, cookies: str) -> str | None:
        """The identity in the cookies. Over https a cookie of the plain name stays valid, until a page renews it."""
        names = (SECURE_COOKIE, COOKIE) if self.node.settings.secure else (COOKIE,)
        identities = (self.identities.read(_cookie_in(cookies, name)) for name in names)
        return next((identity for identity in identities if identity is not None), None)

    def _cookie(self, identity: str) -> str:
        """The header that sets the cookie. Browsers take the prefix __Host- only with Secure."""
        name, secure = (SECURE_COOKIE, "; Secure") if self.node.settings.secure else (COOKIE, "")
        token = self.identities.token(identity)
        return f"{name}={token}; Path=/; Max-Age={YEARS}; HttpOnly; SameSite=Lax{secure}"


def _plain(host: str) -> str:
    return host.lower().strip("[]")


def _is_page(headers: dict[bytes, str]) -> bool:
    """Whether a browser requests a page, rather than a page one of its files."""
    return "text/html" in headers.get(b"accept", "")


def _cookie_in(header: str, wanted: str) -> str | None:
    """A cookie among all cookies of the host; browsers send those of all its ports."""
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return next((value for name, _, value in pairs if name == wanted), None)


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
