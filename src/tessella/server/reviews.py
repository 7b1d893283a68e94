"""Recorded games over HTTP: replays and reviews."""

from litestar import post
from litestar.params import JSONBody

from tessella.hosting import requests
from tessella.server.http import RESPONSES, Context, HttpRequest, identity_of
from tessella.tables.wire.live import Events
from tessella.tables.wire.reviews import ReviewInfo, ReviewRequest


@post("/api/reviews", status_code=200, responses=RESPONSES)
async def review(request: HttpRequest, data: JSONBody[ReviewRequest], context: Context) -> ReviewInfo:
    """Review a recorded game. This takes some seconds."""
    context.admit(context.reviews, identity_of(request), "reviews")
    return await context.requests.review(identity_of(request), data)


@post("/api/replays", status_code=200, responses=RESPONSES, sync_to_thread=True)
def replay(request: HttpRequest, data: JSONBody[ReviewRequest], context: Context) -> Events:
    """A recorded game as a spectator would have seen it: the table at its beginning, then an update for each action."""
    context.admit(context.reviews, identity_of(request), "replays")
    return requests.replay(data)
