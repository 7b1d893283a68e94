"""A program that is spoken to in lines of JSON, and that may do anything: hang, die, flood, or not listen."""

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from tessella.core import Json, TessellaError

LONGEST_LINE = 65536
"""Bytes of an answer."""
KEPT_WORDS = 2000
"""Bytes of what was last printed on the standard error, for the reason."""
LEAVING = 0.5
"""Seconds that a program has to end by itself once its input is closed."""
MOST_SHOWN = 100
CHUNK = 65536


class Forfeit(TessellaError):  # noqa: N818 - a game lost, not a fault of the program
    """A bot from outside has lost its game; the text says by what."""


def shown(value: object) -> str:
    """What a program said, short and harmless."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else value
    told = ascii(text) if not isinstance(text, str) or not text.isprintable() else text
    return told if len(told) <= MOST_SHOWN else told[:MOST_SHOWN] + "…"


class Process:
    """A program under way. It leads a process group, so that its own children end with it."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; `Forfeit` if that cannot be done."""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise Forfeit(f"cannot be started: {error.strerror}") from None
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        self._unsent = b""
        self._heard = b""
        self._words = b""
        self._selector = selectors.DefaultSelector()
        for pipe, events in ((self._out, selectors.EVENT_READ), (self._err, selectors.EVENT_READ)):
            os.set_blocking(pipe, False)
            self._selector.register(pipe, events)
        os.set_blocking(self._in, False)

    def say(self, message: Json) -> None:
        """Send a message, as far as the program reads it now; the rest follows while it is listened to."""
        if self._heard:
            raise Forfeit(f"printed more than was asked: {shown(self._heard)}")
        if not self._unsent:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        self._unsent += json.dumps(message, ensure_ascii=True).encode() + b"\n"

    def hear(self, until: float, within: str) -> bytes:
        """The next line that it prints before this moment of the monotonic clock."""
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                raise Forfeit(f"printed a line of more than {LONGEST_LINE} bytes")
            left = until - time.monotonic()
            if left <= 0:
                raise Forfeit(f"did not answer {within}")
            if not self._exchange(left):
                raise Forfeit(self._why_ended())
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _exchange(self, seconds: float) -> bool:
        """Write and read what can be written and read now, or as soon as something can. False: it prints no more."""
        open_still = True
        for key, _ in self._selector.select(seconds):
            if key.fd == self._in:
                self._write()
                continue
            data = os.read(key.fd, CHUNK)
            if not data:
                self._selector.unregister(key.fd)
            if key.fd == self._out:
                self._heard += data
                open_still = bool(data)
            else:
                self._words = (self._words + data)[-KEPT_WORDS:]
        return open_still

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BrokenPipeError:  # it does not listen any more; what it still prints counts
            self._unsent = b""
        if not self._unsent:
            self._selector.unregister(self._in)

    def _why_ended(self) -> str:
        code = self._exit_code(time.monotonic() + LEAVING)
        if self._err in self._selector.get_map():
            while data := self._last_words():
                self._words = (self._words + data)[-KEPT_WORDS:]
        lines = self._words.decode(errors="replace").strip().splitlines()
        because = f": {shown(lines[-1])}" if lines else ""
        if code is None:
            return f"closed its output{because}"
        how = f"was ended by signal {-code}" if code < 0 else f"ended by itself with exit code {code}"
        return how + because

    def _last_words(self) -> bytes:
        try:
            return os.read(self._err, CHUNK)
        except BlockingIOError:
            return b""

    def _exit_code(self, until: float) -> int | None:
        """How it ended, if it does so in time. It is not yet reaped: until then its number is nobody else's."""
        while hasattr(os, "waitid") and time.monotonic() < until:
            ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if ended is not None:
                return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
            time.sleep(0.002)
        return None

    def end(self, message: Json) -> None:
        """Say farewell, close its input, give it a moment, and end it and all that it has started."""
        until = time.monotonic() + LEAVING
        try:
            if not self._unsent:
                self._unsent = json.dumps(message).encode() + b"\n"
                self._write_now()
            pipe = self._process.stdin
            assert pipe
            self._selector.close()
            pipe.close()
            self._exit_code(until)
        finally:
            with suppress(ProcessLookupError, PermissionError):  # all gone; macOS calls it the latter
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            for rest in (self._process.stdin, self._process.stdout, self._process.stderr):
                if rest is not None:
                    rest.close()

    def _write_now(self) -> None:
        """As much as fits: nobody waits for a program that does not listen."""
        with suppress(BrokenPipeError, BlockingIOError):
            os.write(self._in, self._unsent)
