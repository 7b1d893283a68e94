"""Identities: a random number in a signed cookie or token. No account, no password."""

import contextlib
import hmac
import os
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Container
from hashlib import sha256
from pathlib import Path

from tessella.hosting.store import StartError, fingerprint

COOKIE = "tessella"
SECURE_COOKIE = "__Host-tessella"
"""The name over https: no other host of the same domain can set such a cookie."""
SECRET_LENGTH = 64
_TOKEN = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")


class Identities:
    """Creates and reads tokens."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self.revoked: Container[str] = frozenset()
        """The fingerprints of identities that were deleted."""

    def new(self) -> str:
        """A new identity."""
        return secrets.token_urlsafe(16)

    def token(self, identity: str) -> str:
        """The signed token of an identity."""
        return f"{identity}.{self._sign(identity)}"

    def read(self, token: str | None) -> str | None:
        """The identity of a token; None if the token is not valid, or the identity was deleted."""
        match = _TOKEN.fullmatch(token or "")
        if match is None or not hmac.compare_digest(self._sign(match[1]), match[2]):
            return None
        return None if fingerprint(match[1]) in self.revoked else match[1]

    def _sign(self, identity: str) -> str:
        digest = hmac.digest(self._secret, b"tessella identity " + identity.encode(), sha256)
        return urlsafe_b64encode(digest).decode().rstrip("=")


def secret_in(folder: Path) -> str:
    """The secret of this folder, readable by its owner only. It is created at the first start."""
    path = folder / "secret"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # Written to another file first: the secret is there as a whole or not at all.
            fresh = folder / f"secret.{secrets.token_hex(4)}"
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32) + "\n")
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(fresh, path)
            fresh.unlink()
        secret = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StartError(
            f"cannot keep the server's secret in {path}: {getattr(error, 'strerror', None) or error}. "
            "Make that folder writable, or name another: --data FOLDER"
        ) from None
    if len(secret) < SECRET_LENGTH:
        raise StartError(f"the secret in {path} is damaged: delete it, and everybody gets a new identity")
    return secret
