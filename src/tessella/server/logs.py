"""Structured logs: one line of JSON for each record. Extra fields must be listed here, so that no tile or token is
logged by mistake."""

import json
import logging
import sys
import time
from typing import Any

ALLOWED = ("bot", "node", "path", "port", "store", "table", "why")
"""The extra fields of a log line."""


class JsonFormatter(logging.Formatter):
    """Log records as lines of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in ALLOWED if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            # The lines of code, but no values: those may be a person's tiles.
            line["error"] = record.exc_info[0].__name__
            line["at"] = _code_lines(record)
        return json.dumps(line, ensure_ascii=False)


def _code_lines(record: logging.LogRecord) -> list[str]:
    assert record.exc_info is not None
    trace, lines = record.exc_info[2], []
    while trace is not None:
        lines.append(f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return lines[-8:]


def set_up(level: int = logging.INFO) -> None:
    """Log to the standard error, without the web server's own line for each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
