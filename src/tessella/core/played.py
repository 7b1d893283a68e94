"""What the states of games with a kernel share: how they are put together and copied, and who may act."""

from typing import Any, Self

from tessella.core.contract import Action, Options, State
from tessella.core.errors import IllegalAction, NotationError
from tessella.core.texts import is_number


class PlayedState(State):
    """A game under way, whose rules are in a kernel."""

    __slots__ = ("history", "kernel", "laid_by", "options", "seed")

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

    def copy(self) -> Self:
        """An independent copy with the same future."""
        return type(self)(self.options, self.seed, self.kernel.copy(), list(self.laid_by), list(self.history))

    @property
    def turn(self) -> int | None:
        """Whose turn it is; None when the game is over."""
        return None if self.kernel.over else self.kernel.turn

    def _check_seat(self, seat: int) -> None:
        if not is_number(seat):
            raise NotationError(f"{seat!r} is no seat: seats are whole numbers from 0")
        if not 0 <= seat < self.options.players:
            raise IllegalAction(
                self.SEATS_CLAUSE, f"there is no seat {seat + 1}; the seats are 1 to {self.options.players}"
            )

    def _check_turn(self, seat: int) -> None:
        if seat != self.kernel.turn:
            raise IllegalAction(self.TURN_CLAUSE, f"it is the turn of seat {self.kernel.turn + 1}")
