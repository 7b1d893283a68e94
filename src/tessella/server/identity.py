"""Who somebody is: a random number in a signed cookie. No account, no password."""

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
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_text(encoding="ascii").strip()
        with os.fdopen(handle, "w", encoding="ascii") as file:
            made = secrets.token_hex(32)
            file.write(made + "\n")
            file.flush()
            os.fsync(file.fileno())
        return made
    except (OSError, UnicodeDecodeError) as error:
        raise StartError(
            f"cannot keep the server's secret in {path}: {getattr(error, 'strerror', None) or error}. "
            "Make that folder writable, or name another: --data FOLDER"
        ) from None


def clean_name(text: str | None) -> str | None:
    """A name as it can be shown: one line of ordinary characters, not too long; None if nothing is left."""
    plain = unicodedata.normalize("NFKC", text or "")
    # Controls, marks that turn the direction of writing, and letters that nobody has defined.
    plain = "".join(" " if letter.isspace() else letter for letter in plain)
    plain = "".join(letter for letter in plain if unicodedata.category(letter)[0] != "C")
    return " ".join(plain.split())[:LONGEST_NAME].strip() or None
