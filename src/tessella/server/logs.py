"""Structured logs: a line of JSON each. What may be said is named here, so that no tile or token gets in by chance."""

import json
import logging
import sys
import time
from typing import Any

ALLOWED = ("bot", "node", "path", "port", "store", "table", "why")
"""What a log line may say besides its text."""


class Lines(logging.Formatter):
    """Log records as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        said: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        said |= {name: getattr(record, name) for name in ALLOWED if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            # Where it broke, but not with what values: those may be somebody's tiles.
            said["error"] = record.exc_info[0].__name__
            said["at"] = _places(record)
        return json.dumps(said, ensure_ascii=False)


def _places(record: logging.LogRecord) -> list[str]:
    assert record.exc_info is not None
    trace, found = record.exc_info[2], []
    while trace is not None:
        found.append(f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found[-8:]


def set_up(level: int = logging.INFO) -> None:
    """Log to the standard error; the web server's own lines about each request are left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
