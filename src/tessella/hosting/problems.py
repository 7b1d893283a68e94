"""Errors as clients get them: a status of HTTP, a code and a reason."""

from tessella.core import TessellaError
from tessella.hosting.store import StoreDamaged, StoreUnavailable
from tessella.tables.refusal import Refusal
from tessella.tables.wire.tables import Problem

STATUS = {
    "no-table": 404,
    "not-yours": 403,
    "wrong-token": 403,
    "bad-options": 422,
    "bad-seats": 422,
    "bad-name": 422,
    "bad-move": 422,
    "bad-record": 422,
    "bad-conundrum": 422,
    "unreadable": 422,
    "too-fast": 429,
    "needs-server": 501,
    "full": 503,
    "away": 503,
}
"""The HTTP status of a refusal, by its code; any other code is a conflict (409)."""


def problem_of(error: TessellaError | StoreUnavailable) -> tuple[int, Problem]:
    """The answer to a request that was refused: its status, and why."""
    if isinstance(error, StoreDamaged):
        return 409, Problem(
            code="damaged", reason=f"what is stored is damaged: {error}; the host of the server can help"
        )
    if isinstance(error, StoreUnavailable):
        reason = "the server cannot store or read anything right now; try again in a moment"
        return STATUS["away"], Problem(code="away", reason=reason)
    if not isinstance(error, Refusal):
        return 400, Problem(code="bad-request", reason=str(error))
    return STATUS.get(error.code, 409), Problem(code=error.code, reason=error.reason, clause=error.clause)
