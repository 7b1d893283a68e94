"""Pictures of a game: as SVG to keep or print, and as text for a terminal.

They draw what they are handed and know no rules. Whatever game a view is of, `svg`, `text` and `hand` draw it. Only
what is drawn for a terminal needs `rich`, which is imported then.
"""

from collections.abc import Iterable
from functools import singledispatch
from typing import TYPE_CHECKING

from tessella import chromino, florentine
from tessella.core import View
from tessella.pictures import chromino_svg, florentine_svg

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
def hand(view: View, widest: int | None = None) -> "Text":
    """The viewer's own hand, and what is known of the others, for a terminal; `widest` is how wide that is."""
    raise TypeError(f"there is no hand in a {type(view).__name__}")


def marks(places: Iterable[tuple[int, tuple[int, int]]]) -> dict[tuple[int, int], str]:
    """What to write at places with numbers: the first number that is there, and a plus if there are others."""
    found: dict[tuple[int, int], str] = {}
    for number, place in places:
        found[place] = f"{found[place].rstrip('+')}+" if place in found else str(number)
    return found


# ---- Chromino ----


@svg.register(chromino.View)
def _(view: chromino.View) -> str:
    return chromino_svg.board_svg(view.board, last=len(view.board) - 1 if len(view.board) > 1 else None)


@text.register(chromino.View)
def _(view: chromino.View, widest: int | None = None) -> "Text":
    from tessella.pictures.chromino_terminal import board_text

    middles = (
        (number, action.cells()[1][:2])
        for number, action in enumerate(view.legal, 1)
        if isinstance(action, chromino.Lay)
    )
    last = len(view.board) - 1 if len(view.board) > 1 else None
    return board_text(view.board, last=last, marks=marks(middles), widest=widest)


@hand.register(chromino.View)
def _(view: chromino.View, widest: int | None = None) -> "Text":
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


# ---- Florentine Dominoes ----


@svg.register(florentine.View)
def _(view: florentine.View) -> str:
    own = None if view.seat is None else view.seats[view.seat].colour
    return florentine_svg.board_svg(
        view.board, black=_black(view), closed=_closed(view), own=own, last=_last_card(view)
    )


@text.register(florentine.View)
def _(view: florentine.View, widest: int | None = None) -> "Text":
    from tessella.pictures.florentine_terminal import board_text

    places = (
        (number, (action.x, action.y))
        for number, action in enumerate(view.legal, 1)
        if isinstance(action, (florentine.Lay, florentine.Black))
    )
    return board_text(
        view.board,
        black=_black(view),
        closed=_closed(view),
        last=_last_card(view),
        marks=marks(places),
        widest=widest,
    )


@hand.register(florentine.View)
def _(view: florentine.View, widest: int | None = None) -> "Text":
    from rich.text import Text

    from tessella.pictures.florentine_terminal import hand_text, names_text

    lines = []
    for number, seat in enumerate(view.seats):
        if number != view.seat:
            cards = f"holds {seat.count} card{'s' if seat.count != 1 else ''}, " if view.stage == "hands" else ""
            lines.append(Text(f"Seat {number + 1} ({seat.colour}) {cards}has {_gems(seat)}"))
    if view.stage == "hands":
        lines.append(Text(f"The stack holds {view.stack}"))
        lines.append(Text("Aside ") + names_text(view.pool) if view.pool else Text("Nothing is aside"))
    elif view.stage == "pool":
        lines += [Text("The stack is used up; the pool:"), hand_text(view.pool, widest=widest)]
    else:
        lines.append(Text("Left in the pool ") + names_text(view.pool) if view.pool else Text("The pool is empty"))
    if view.seat is not None:
        own = view.seats[view.seat]
        hold = " and hold" if view.stage == "hands" else ""
        lines.append(Text(f"You ({own.colour}) have {_gems(own)}{hold}"))
        if view.stage == "hands":
            lines.append(hand_text(view.hand, widest=widest))
    return Text("\n").join(lines)


def _gems(seat: florentine.SeatView) -> str:
    return f"{seat.gems} {seat.gem} in {seat.closed} closed space{'s' if seat.closed != 1 else ''}"


def _black(view: florentine.View) -> list[tuple[int, int, str]]:
    """The black cards on the table: x, y and colour."""
    return [(*seat.black, seat.colour) for seat in view.seats if seat.black is not None]


def _closed(view: florentine.View) -> list[florentine.Space]:
    return [space for space in view.spaces if space.closed]


def _last_card(view: florentine.View) -> int | None:
    """The card to highlight; none if it is the only one, or a black card was laid after it."""
    return len(view.board) - 1 if len(view.board) > 1 and not _black(view) else None
