"""Reviews over HTTP: a record comes in, what each decision was worth goes out."""

import msgspec
from litestar import post
from litestar.params import JSONBody

from tessella.core import TessellaError
from tessella.protocol.reviews import ReviewAsked, ReviewInfo
from tessella.server.http import RESPONSES, Asking, TheDesk, me
from tessella.server.refusal import Refusal


@post("/api/reviews", status_code=200, responses=RESPONSES)
async def review(request: Asking, data: JSONBody[ReviewAsked], desk: TheDesk) -> ReviewInfo:
    """Look at a recorded game again. Takes some seconds."""
    me(request)
    try:
        found = await desk.room.reviewers.review(data.record)
    except Refusal:
        raise
    except TessellaError as error:
        raise Refusal("bad-record", str(error)) from None
    return msgspec.convert(found, ReviewInfo)
