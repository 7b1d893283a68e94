"""Florentine Dominoes as SVG, in the terminal, and as pixels."""

from typing import TYPE_CHECKING

from tessella.drawing import Drawing, marks
from tessella.games.florentine.drawing.svg import board_svg
from tessella.games.florentine.notation import Black, Lay
from tessella.games.florentine.view import Space, View

if TYPE_CHECKING:
    from rich.text import Text

    from tessella.drawing.pixels import Pixels


class FlorentineDrawing(Drawing):
    """Draws views of Florentine Dominoes."""

    def svg(self, view: View) -> str:
        """Draw the board as a standalone SVG picture."""
        own = None if view.seat is None else view.seats[view.seat].colour
        return board_svg(view.board, black=_black(view), closed=_closed(view), own=own, last=_last_card(view))

    def text(self, view: View, widest: int | None = None) -> "Text":
        """Draw the board for a terminal."""
        from tessella.games.florentine.drawing.terminal import board_text

        places = (
            (number, (action.x, action.y))
            for number, action in enumerate(view.legal, 1)
            if isinstance(action, (Lay, Black))
        )
        return board_text(
            view.board,
            black=_black(view),
            closed=_closed(view),
            last=_last_card(view),
            marks=marks(places),
            widest=widest,
        )

    def hand(self, view: View, widest: int | None = None) -> "Text":
        """Draw the viewer's own hand, and what is known of the others, for a terminal."""
        from tessella.games.florentine.drawing.terminal import seats_text

        return seats_text(view, widest)

    def pixels(self, view: View) -> "Pixels":
        """Draw the board as pixels."""
        from tessella.games.florentine.drawing.pixels import board_pixels

        return board_pixels(view)


def _black(view: View) -> list[tuple[int, int, str]]:
    """The black cards on the table: x, y and colour."""
    return [(*seat.black, seat.colour) for seat in view.seats if seat.black is not None]


def _closed(view: View) -> list[Space]:
    return [space for space in view.spaces if space.closed]


def _last_card(view: View) -> int | None:
    """The card to outline; none if it is the only one, or a black card was laid after it."""
    return len(view.board) - 1 if len(view.board) > 1 and not _black(view) else None
