"""Who somebody is: a random number in a signed cookie. No account, no password."""

import contextlib
import hmac
import os
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

from tessella.server.store import StartError

COOKIE = "tessella"
LONGEST_NAME = 24
SECRET_LENGTH = 64
_TOKEN = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")


class Identities:
    """Makes and reads tokens."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def new(self) -> str:
        """A new identity; its token is its proof."""
        return secrets.token_urlsafe(16)

    def token(self, identity: str) -> str:
        """What somebody carries."""
        return f"{identity}.{self._sign(identity)}"

    def read(self, token: str | None) -> str | None:
        """Whose token it is; None if it is nobody's."""
        found = _TOKEN.fullmatch(token or "")
        if found is None or not hmac.compare_digest(self._sign(found[1]), found[2]):
            return None
        return found[1]

    def _sign(self, identity: str) -> str:
        made = hmac.digest(self._secret, b"tessella identity " + identity.encode(), sha256)
        return urlsafe_b64encode(made).decode().rstrip("=")


def secret_in(folder: Path) -> str:
    """The secret of this folder; made on first start, for our own eyes only."""
    path = folder / "secret"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # Written aside first: a secret is there as a whole or not at all.
            fresh = folder / f"secret.{secrets.token_hex(4)}"
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_hex(32) + "\n")
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(fresh, path)
            fresh.unlink()
        found = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise StartError(
            f"cannot keep the server's secret in {path}: {getattr(error, 'strerror', None) or error}. "
            "Make that folder writable, or name another: --data FOLDER"
        ) from None
    if len(found) < SECRET_LENGTH:
        raise StartError(f"the secret in {path} is damaged: delete it, and everybody gets a new identity")
    return found


def clean_name(text: str | None) -> str | None:
    """A name as it can be shown: one line of ordinary characters, not too long; None if nothing is left."""
    plain = unicodedata.normalize("NFKC", text or "")
    # Controls, marks that turn the direction of writing, and letters that nobody has defined.
    plain = "".join(" " if letter.isspace() else letter for letter in plain)
    plain = "".join(letter for letter in plain if unicodedata.category(letter)[0] != "C")
    return " ".join(plain.split())[:LONGEST_NAME].strip() or None
