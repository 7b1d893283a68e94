"""How a server runs. The defaults suit an evening at home; docs/server.md tells of each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are in seconds, rates in times a second."""

    pace: float = 0.9
    """How long a bot takes for its move, so that people can follow."""
    reaction: float = 5.0
    """How long a bot waits before it takes up what somebody forgot or missed (C22, C23)."""
    bot_limit: float = 10.0
    """A bot that thinks longer is stopped, and any move is made for it."""
    bot_workers: int = 1
    """Processes in which bots think."""
    away: float = 5.0
    """So long after their connection was lost somebody counts as away."""
    grace: float = 90.0
    """So long others wait for somebody who is away; then a bot stands in."""
    hold: float = 15.0
    """After a start, or after the store was away, no clock runs out for so long: people have to find back first."""
    sweep: float = 2.0
    """How often tables are looked for at which something is overdue."""
    beat: float = 10.0
    """How often a node says that it is alive; it counts as dead after three times that."""
    idle: float = 60.0
    """A table that nobody looks at is put out of memory after so long."""

    frame: int = 8192
    """The most bytes in a frame from a client."""
    body: int = 65536
    """The most bytes in a request."""
    queue: int = 64
    """Messages that wait for a slow reader; with one more it is dropped, and may return."""
    frames_rate: float = 20.0
    """Frames from one connection,"""
    frames_burst: int = 60
    """and so many at once."""
    files_rate: float = 500.0
    """Files of the page for one address: a visit takes some eighty, and a whole class may come at once,"""
    files_burst: int = 5000
    """and so many at once."""
    requests_rate: float = 20.0
    """Other requests from one identity, or from one address without any,"""
    requests_burst: int = 100
    people_each: int = 10
    """So many times the limits of one identity hold for one address, however many identities come from it."""
    tables_rate: float = 0.5
    """New tables of one identity,"""
    tables_burst: int = 30
    thinking_rate: float = 0.5
    """Reviews and replays for one identity, which cost more than anything else,"""
    thinking_burst: int = 20
    conundrums_rate: float = 2.0
    """New conundrums for one identity,"""
    conundrums_burst: int = 60
    tables_each: int = 100
    """Unfinished tables at which one identity may sit."""
    connections: int = 5000
    """Live connections in all,"""
    connections_each: int = 40
    """of one identity,"""
    connections_table: int = 100
    """and at one table."""
    allowed_hosts: tuple[str, ...] = ()
    """The names by which browsers may reach it, besides this machine's own; "*" for any."""
    secure: bool = False
    """Whether browsers reach it by https, so that the cookie is kept to that."""
