"""What the states of all games with a kernel share: construction, copies, views, and who may act."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Self

from tessella.core.contract import Action, Options, State, View
from tessella.core.errors import IllegalAction, NotationError
from tessella.core.schema import Json, changed
from tessella.core.seats import seat_name
from tessella.core.validation import FARTHEST, is_number


class KernelState(State):
    """A game under way, whose rules are in a kernel."""

    __slots__ = ("_pieces", "history", "kernel", "laid_by", "options", "seed")

    SEATS_CLAUSE: str
    """The rule that says who sits at the table."""
    TURN_CLAUSE: str
    """The rule that says whose turn it is."""

    def __init__(
        self,
        options: Options,
        seed: str,
        kernel: Any,
        laid_by: list[Any],
        history: list[tuple[int, Action]],
    ) -> None:
        self.options = options
        self.seed = seed
        self.kernel = kernel
        self.laid_by = laid_by
        self.history = history
        self._pieces: tuple[Any, ...] = ()

    def copy(self) -> Self:
        """An independent copy with the same future."""
        copied = type(self)(self.options, self.seed, self.kernel.copy(), list(self.laid_by), list(self.history))
        copied._pieces = self._pieces
        return copied

    @abstractmethod
    def _laid_since(self, pieces: int) -> Iterable[Action]:
        """The pieces on the board but the first so many."""

    def _board(self) -> Any:
        """The pieces on the board. Those of the last time are kept: a piece that lies stays where it is."""
        if len(self._pieces) != self.kernel.laid:
            self._pieces += tuple(self._laid_since(len(self._pieces)))
        return self._pieces

    @abstractmethod
    def _public_view(self) -> Any:
        """The view of a spectator, which everybody shares."""

    @abstractmethod
    def _own_view(self, seat: int) -> dict[str, Any]:
        """What a seat may know besides, by the names of the view's fields."""

    def views(self, seats: Sequence[int | None]) -> list[View]:
        """The views of several seats: what all can see, and to each what is its own."""
        public, apart = self.views_apart(seats)
        return [changed(public, own) if own else public for own in apart]

    def views_apart(self, seats: Sequence[int | None]) -> tuple[View, list[Json]]:
        """What everybody sees, and for each seat the values of the fields that are its own."""
        for seat in seats:
            if seat is not None:
                self._check_seat(seat)
        return self._public_view(), [{} if seat is None else {"seat": seat, **self._own_view(seat)} for seat in seats]

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None when the game is over."""
        return None if self.kernel.over else self.kernel.turn

    @property
    def pieces(self) -> int:
        """How many pieces lie on the board."""
        return len(self.laid_by)

    def _check_seat(self, seat: int) -> None:
        if not is_number(seat):
            raise NotationError(f"{seat!r} is no seat: seats are whole numbers from 0")
        if not 0 <= seat < self.options.players:
            name = seat_name(seat) if abs(seat) <= FARTHEST else "such seat"
            raise IllegalAction(self.SEATS_CLAUSE, f"there is no {name}; the seats are 1 to {self.options.players}")

    def _check_near(self, x: int, y: int, clause: str) -> None:
        """Refuse coordinates that are too large to be written."""
        if max(abs(x), abs(y)) > FARTHEST:
            raise IllegalAction(clause, f"nothing lies so far out: coordinates go from {-FARTHEST} to {FARTHEST}")

    def _check_turn(self, seat: int) -> None:
        if seat != self.kernel.turn:
            raise IllegalAction(self.TURN_CLAUSE, f"it is the turn of {seat_name(self.kernel.turn)}")
