"""Pictures of a game: as SVG to keep or print, and as text for a terminal.

They draw what they are handed and know no rules. Whatever game a view is of, `svg`, `text` and `hand` draw it. Only
what is drawn for a terminal needs `rich`, which is imported then.
"""

from functools import singledispatch
from typing import TYPE_CHECKING

from tessella import chromino
from tessella.chromino.notation import Lay
from tessella.core import View
from tessella.pictures.chromino_svg import board_svg

if TYPE_CHECKING:
    from rich.text import Text


@singledispatch
def svg(view: View) -> str:
    """The board as an SVG picture."""
    raise TypeError(f"there is no picture of a {type(view).__name__}")


@singledispatch
def text(view: View, widest: int | None = None) -> "Text":
    """The board for a terminal; the viewer's legal places carry their numbers in `view.legal` (`7+`: 7 and others).

    It is drawn narrower if it would be wider than so many characters.
    """
    raise TypeError(f"there is no text of a {type(view).__name__}")


@singledispatch
def hand(view: View) -> "Text":
    """The viewer's own hand, and what is known of the others, for a terminal."""
    raise TypeError(f"there is no hand in a {type(view).__name__}")


@svg.register(chromino.View)
def _(view: chromino.View) -> str:
    return board_svg(view.board, last=len(view.board) - 1 if len(view.board) > 1 else None)


@text.register(chromino.View)
def _(view: chromino.View, widest: int | None = None) -> "Text":
    from tessella.pictures.chromino_terminal import board_text

    marks: dict[tuple[int, int], str] = {}
    for number, action in enumerate(view.legal, 1):
        if isinstance(action, Lay):
            x, y, _ = action.cells()[1]
            marks[x, y] = f"{marks[x, y].rstrip('+')}+" if (x, y) in marks else str(number)
    last = len(view.board) - 1 if len(view.board) > 1 else None
    return board_text(view.board, last=last, marks=marks, widest=widest)


@hand.register(chromino.View)
def _(view: chromino.View) -> "Text":
    from rich.text import Text

    from tessella.pictures.chromino_terminal import hand_text

    lines = []
    for number, seat in enumerate(view.seats):
        if number == view.seat:
            continue
        points = f", {seat.score} points" if view.options.scoring != "none" else ""
        line = Text(f"Seat {number + 1} holds {seat.count} tile{'s' if seat.count != 1 else ''}{points} ")
        lines.append(line + hand_text(seat.shown) if seat.shown else line)
    lines.append(Text(f"The bag holds {view.bag}"))
    if view.seat is not None:
        points = f" ({view.seats[view.seat].score} points)" if view.options.scoring != "none" else ""
        lines.append(Text(f"You hold{points} ") + hand_text(view.hand))
    return Text("\n").join(lines)
