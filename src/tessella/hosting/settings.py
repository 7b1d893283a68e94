"""The settings of a server. The defaults suit an evening at home; docs/server.md describes each."""

from dataclasses import dataclass

from tessella.tables.deadlines import Pacing


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are in seconds, rates in times a second."""

    pace: float = 0.9
    """How long a bot waits before its move, so that people can follow."""
    reaction: float = 5.0
    """How long a bot waits before it acts on what a person forgot or missed (C22, C23)."""
    bot_limit: float = 10.0
    """A bot that thinks longer is stopped, and a random legal action is chosen for it."""
    bot_workers: int = 1
    """Processes in which bots think."""
    away: float = 5.0
    """How long after the loss of the last connection a person counts as away."""
    grace: float = 90.0
    """How long others wait for a person who is away, until a bot stands in."""
    deal: float = 5.0
    """How long a full table waits for contributions to its deal that were promised."""
    hold: float = 15.0
    """No clock runs out for this long after a start, or after the store was unavailable: people need time to return."""
    clock_tolerance: float = 5.0
    """The wall clock was set to another time if it differs from the monotonic clock by more than this."""
    sweep: float = 2.0
    """The time between two searches for overdue tables."""
    beat: float = 10.0
    """The time between two announcements that a node is alive; it counts as dead after three times that."""
    idle: float = 60.0
    """A table that is not used for this long is removed from memory."""

    head: int = 32768
    """The most bytes in the head of a request."""
    head_time: float = 10.0
    """How long a client may take to send the head of a request."""
    body_time: float = 30.0
    """How long a client may take to send the body of a request."""
    idle_time: float = 5.0
    """How long a connection is kept open for the next request."""
    stall_time: float = 30.0
    """A client that reads nothing of what it is sent for this long is disconnected."""
    sockets: int = 6000
    """Open connections in all, live or not."""
    sockets_each: int = 500
    """Open connections of one address."""
    frame: int = 8192
    """The most bytes in a frame from a client."""
    body: int = 65536
    """The most bytes in a request."""
    queue: int = 64
    """Messages that may wait for a slow client; with one more it is disconnected, and may return."""
    frames_rate: float = 20.0
    """Frames from one connection."""
    frames_burst: int = 60
    """How many of them may come at once."""
    files_rate: float = 500.0
    """Files of the page for one address: a visit takes some eighty, and a whole class may come at once."""
    files_burst: int = 5000
    """How many of them may come at once."""
    requests_rate: float = 20.0
    """Other requests from one identity."""
    requests_burst: int = 100
    people_each: int = 10
    """An address has this many times the limits of one identity, however many identities use it."""
    tables_rate: float = 0.5
    """New tables of one identity."""
    tables_burst: int = 30
    thinking_rate: float = 0.5
    """Reviews and replays for one identity, the most expensive requests."""
    thinking_burst: int = 20
    hints_rate: float = 0.5
    """Hints for one identity: they take time from the bots' processes."""
    hints_burst: int = 10
    conundrums_rate: float = 2.0
    """New conundrums for one identity."""
    conundrums_burst: int = 60
    tables_each: int = 100
    """Unfinished tables at which one identity may have a seat."""
    connections: int = 5000
    """Live connections in all."""
    connections_each: int = 40
    """Live connections of one identity."""
    connections_table: int = 100
    """Live connections at one table; those with a seat are always let in."""
    spectators: int = 3000
    """Live connections without a seat in all: the rest of `connections` is reserved for those with one."""
    spectators_each: int = 100
    """Live connections without a seat from one address."""
    allowed_hosts: tuple[str, ...] = ()
    """The host names by which browsers may reach the server, besides localhost; "*" for any."""
    secure: bool = False
    """Whether browsers use https: then the cookie is sent over https only."""

    @property
    def pacing(self) -> Pacing:
        """How long tables wait before something happens by itself."""
        return Pacing(self.pace, self.reaction, self.grace, self.deal)
