"""Whose turn it is to use what everybody shares. No I/O, no clock."""

from collections import Counter, OrderedDict, deque
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

Job = TypeVar("Job")

REMEMBERED = 10_000
"""The number of people whose address is kept. The least recently used is dropped first."""


class Owner(NamedTuple):
    """For whom something is computed: a person, and where they are."""

    address: str
    """The network address; empty if it is not known, as after a restart."""
    identity: str


class Addresses:
    """Where people last came from. It is in memory only: nothing about an address is stored."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, identity: str, address: str) -> None:
        """A person sent a request from this address."""
        self._addresses[identity] = address
        self._addresses.move_to_end(identity)
        if len(self._addresses) > REMEMBERED:
            self._addresses.popitem(last=False)

    def owner(self, people: Sequence[str]) -> Owner:
        """The first of these people whose address is known; if none is, the first of them.

        All whose address is not known count as one address: nobody gains by hiding it.
        """
        for identity in people:
            address = self._addresses.get(identity)
            if address is not None:
                self._addresses.move_to_end(identity)
                return Owner(address, identity)
        return Owner("", people[0] if people else "")


class Bounds(NamedTuple):
    """How many jobs may wait or run at once; None for any number."""

    person: int | None = None
    """For one person."""
    address: int | None = None
    """For all people at one address."""
    total: int | None = None
    """That wait, in all."""


class QueueFull(Exception):  # noqa: N818 - an answer, not a fault of the program
    """One more job cannot wait."""

    def __init__(self, own: bool) -> None:
        super().__init__("one more job cannot wait")
        self.own = own
        """Whether it is the person's own jobs that are too many."""


class FairQueue(Generic[Job]):
    """Jobs that wait: the addresses take turns, and at each address its people take turns.

    So a new job waits for at most one job of each other address, and of each other person at its own.
    """

    def __init__(self, bounds: Bounds = Bounds()) -> None:  # noqa: B008 - it is never changed
        self.bounds = bounds
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Job]]] = OrderedDict()
        """By address and identity; who is next comes first."""
        self._by_owner: Counter[Owner] = Counter()
        self._by_address: Counter[str] = Counter()
        """Jobs that wait or run."""
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def put(self, owner: Owner, job: Job) -> Job | None:
        """Let a job wait; `QueueFull` if it cannot.

        If too many wait in all, the last job of the address with the most of them gives way to an address that has
        fewer: that job is returned.
        """
        person, address, total = self.bounds
        if person is not None and self._by_owner[owner] >= person:
            raise QueueFull(own=True)
        if address is not None and self._by_address[owner.address] >= address:
            raise QueueFull(own=False)
        displaced = None
        if total is not None and self._length >= total:
            displaced = self._displace(owner.address)
        self._waiting.setdefault(owner.address, OrderedDict()).setdefault(owner.identity, deque()).append(job)
        self._count(owner, 1)
        self._length += 1
        return displaced

    def take(self) -> tuple[Owner, Job] | None:
        """The job whose turn it is; None if none waits. It runs until `finish` is called for its owner."""
        if not self._waiting:
            return None
        address, people = next(iter(self._waiting.items()))
        identity, jobs = next(iter(people.items()))
        job = jobs.popleft()
        self._waiting.move_to_end(address)
        people.move_to_end(identity)
        self._tidy(Owner(address, identity))
        return Owner(address, identity), job

    def finish(self, owner: Owner) -> None:
        """A job that was taken has ended."""
        self._count(owner, -1)

    def remove(self, owner: Owner, job: Job) -> bool:
        """Let a job wait no longer; whether it did."""
        people = self._waiting.get(owner.address)
        jobs = None if people is None else people.get(owner.identity)
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        self._tidy(owner)
        self._count(owner, -1)
        return True

    def _displace(self, address: str) -> Job:
        lengths = {each: sum(map(len, people.values())) for each, people in self._waiting.items()}
        longest = max(lengths, key=lambda each: lengths[each])
        if lengths[longest] <= lengths.get(address, 0) + 1:
            raise QueueFull(own=False)
        people = self._waiting[longest]
        identity = max(reversed(people), key=lambda each: len(people[each]))
        job, owner = people[identity].pop(), Owner(longest, identity)
        self._tidy(owner)
        self._count(owner, -1)
        return job

    def _tidy(self, owner: Owner) -> None:
        """Account for a job that waits no longer."""
        self._length -= 1
        people = self._waiting[owner.address]
        if not people[owner.identity]:
            del people[owner.identity]
        if not people:
            del self._waiting[owner.address]

    def _count(self, owner: Owner, change: int) -> None:
        self._by_owner[owner] += change
        self._by_address[owner.address] += change
        if not self._by_owner[owner]:
            del self._by_owner[owner]
        if not self._by_address[owner.address]:
            del self._by_address[owner.address]
