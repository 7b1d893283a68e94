"""Chromino as SVG, in the terminal, and as pixels."""

from typing import TYPE_CHECKING

from tessella.drawing import Drawing, marks
from tessella.games.chromino.drawing.svg import board_svg
from tessella.games.chromino.notation import Lay
from tessella.games.chromino.view import View

if TYPE_CHECKING:
    from rich.text import Text

    from tessella.drawing.pixels import Pixels


class ChrominoDrawing(Drawing):
    """Draws views of Chromino."""

    def svg(self, view: View) -> str:
        """Draw the board as a standalone SVG picture."""
        return board_svg(view.board, last=_last_tile(view))

    def text(self, view: View, widest: int | None = None) -> "Text":
        """Draw the board for a terminal."""
        from tessella.games.chromino.drawing.terminal import board_text

        middles = (
            (number, action.cells()[1][:2]) for number, action in enumerate(view.legal, 1) if isinstance(action, Lay)
        )
        return board_text(view.board, last=_last_tile(view), marks=marks(middles), widest=widest)

    def hand(self, view: View, widest: int | None = None) -> "Text":
        """Draw the viewer's own hand, and what is known of the others, for a terminal."""
        from tessella.games.chromino.drawing.terminal import seats_text

        return seats_text(view)

    def pixels(self, view: View) -> "Pixels":
        """Draw the board as pixels."""
        from tessella.games.chromino.drawing.pixels import board_pixels

        return board_pixels(view)


def _last_tile(view: View) -> int | None:
    """The tile to outline; none if it is the only one."""
    return len(view.board) - 1 if len(view.board) > 1 else None
