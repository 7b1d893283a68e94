"""A program that reads and prints lines of JSON. It may misbehave in any way: hang, die, flood, or not read."""

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from tessella.core import Json, TessellaError

LONGEST_LINE = 65536
"""The most bytes of an answer."""
STDERR_TAIL = 2000
"""Bytes of the standard error that are kept, to explain a failure."""
EXIT_SECONDS = 0.5
"""Seconds within which a program must exit after its input is closed."""
MAX_EXCERPT = 100
CHUNK = 65536
STDERR_BLOCK = 1 << 20
"""The bytes of the standard error that are held back, so that a game's text stays in one piece in its file."""


class StderrError(TessellaError):
    """The file for the standard error of programs cannot be written."""


class Forfeit(TessellaError):  # noqa: N818 - a lost game, not an error
    """A bot from outside has lost its game; the text says why."""


def excerpt(value: object) -> str:
    """The output of a program, shortened and safe to print."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else value
    shown = printable(text) if isinstance(text, str) else ascii(text)
    return shown if len(shown) <= MAX_EXCERPT else shown[:MAX_EXCERPT] + "…"


def printable(text: str) -> str:
    """A text on one line, safe to print."""
    return text if text.isprintable() else ascii(text)


class StderrFile:
    """A file to which the standard error of programs is appended, each text with a line that says whose it is.

    Several processes may append to it at once: each text is written by one call.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.game = ""
        """Which game is played now."""

    def check(self) -> None:
        """Open the file, so that one that cannot be written is refused before the first game."""
        self._append(b"")

    def write(self, source: str, text: bytes) -> None:
        """Append what a program printed."""
        end = b"" if text.endswith(b"\n") else b"\n"
        title = ", ".join(filter(None, (self.game, printable(source))))
        self._append(f"== {title}\n".encode() + text + end)

    def _append(self, data: bytes) -> None:
        try:
            with self.file.open("ab", buffering=0) as out:
                out.write(data)
        except OSError as error:
            raise StderrError(f"cannot write the standard error of programs to {self.file}: {error.strerror}") from None


class Process:
    """A running program. It leads a process group, so that its children can be ended with it."""

    def __init__(self, command: Sequence[str], keep_stderr: Callable[[bytes], None] | None = None) -> None:
        """Start the program; `Forfeit` if that fails. `keep_stderr` gets all of its standard error, in large pieces."""
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
        self._received = b""
        self._stderr = b""
        self._keep_stderr = keep_stderr
        self._kept: list[bytes] = []
        """The standard error that `keep_stderr` has not got yet."""
        self._selector = selectors.DefaultSelector()
        for pipe, events in ((self._out, selectors.EVENT_READ), (self._err, selectors.EVENT_READ)):
            os.set_blocking(pipe, False)
            self._selector.register(pipe, events)
        os.set_blocking(self._in, False)

    def send(self, message: Json) -> None:
        """Queue a message; it is written while `read_line` waits."""
        if self._received:
            raise Forfeit(f"printed more than one answer: {excerpt(self._received)}")
        if not self._unsent:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        self._unsent += json.dumps(message, ensure_ascii=True).encode() + b"\n"

    def read_line(self, until: float, within: str) -> bytes:
        """The next line of its output. `until`: the deadline by the monotonic clock; `within`: the same in words."""
        while b"\n" not in self._received:
            if len(self._received) > LONGEST_LINE:
                raise Forfeit(f"printed a line of more than {LONGEST_LINE} bytes")
            left = until - time.monotonic()
            if left <= 0:
                raise Forfeit(f"did not answer {within}")
            if not self._exchange(left):
                raise Forfeit(self._why_ended())
        line, _, self._received = self._received.partition(b"\n")
        return line

    def _exchange(self, seconds: float) -> bool:
        """Write and read as soon as something can be written or read; False if the output is closed."""
        output_open = True
        for key, _ in self._selector.select(seconds):
            if key.fd == self._in:
                self._write()
                continue
            data = os.read(key.fd, CHUNK)
            if not data:
                self._selector.unregister(key.fd)
            if key.fd == self._out:
                self._received += data
                output_open = bool(data)
            else:
                self._take_stderr(data)
        return output_open

    def _take_stderr(self, data: bytes) -> None:
        self._stderr = (self._stderr + data)[-STDERR_TAIL:]
        if self._keep_stderr is not None and data:
            self._kept.append(data)
            if sum(map(len, self._kept)) >= STDERR_BLOCK:
                self._give_stderr(last=False)

    def _give_stderr(self, last: bool = True) -> None:
        """Hand over what is held back; if more may follow, only whole lines, unless there is none."""
        if self._keep_stderr is None or not self._kept:
            return
        text, rest = b"".join(self._kept), b""
        if not last and (end := text.rfind(b"\n") + 1):
            text, rest = text[:end], text[end:]
        self._kept = [rest] if rest else []
        self._keep_stderr(text)

    def _write(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BrokenPipeError:  # it reads no more; its output still counts
            self._unsent = b""
        if not self._unsent:
            self._selector.unregister(self._in)

    def _why_ended(self) -> str:
        code = self._exit_code(time.monotonic() + EXIT_SECONDS)
        self._drain_stderr()
        lines = self._stderr.decode(errors="replace").strip().splitlines()
        last_line = f": {excerpt(lines[-1])}" if lines else ""
        if code is None:
            return f"closed its output{last_line}"
        exit_text = f"was ended by signal {-code}" if code < 0 else f"ended by itself with exit code {code}"
        return exit_text + last_line

    def _drain_stderr(self, most: int = STDERR_BLOCK) -> None:
        """Take what it has printed and nobody has read, up to about so many bytes."""
        while most > 0:
            try:
                data = os.read(self._err, CHUNK)
            except BlockingIOError:
                return
            if not data:
                return
            self._take_stderr(data)
            most -= len(data)

    def _exit_code(self, until: float) -> int | None:
        """The exit code, or minus the signal, if it ends in time. Not reaped: its process id stays its own."""
        while hasattr(os, "waitid") and time.monotonic() < until:
            self._drain_stderr()  # a program that waits until its error is read could not end
            ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
            if ended is not None:
                return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status
            time.sleep(0.002)
        return None

    def end(self, message: Json) -> None:
        """Send a last message, close its input, give it a moment, then kill it and all processes it has started."""
        until = time.monotonic() + EXIT_SECONDS
        try:
            if not self._unsent:
                self._unsent = json.dumps(message).encode() + b"\n"
                self._write_at_once()
            pipe = self._process.stdin
            assert pipe
            self._selector.close()
            pipe.close()
            self._exit_code(until)
        finally:
            with suppress(ProcessLookupError, PermissionError):  # all have ended; macOS reports the latter
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._drain_stderr()
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                if stream is not None:
                    stream.close()
            self._give_stderr()

    def _write_at_once(self) -> None:
        """Write as much as the pipe takes, without waiting for a program that does not read."""
        with suppress(BrokenPipeError, BlockingIOError):
            os.write(self._in, self._unsent)
