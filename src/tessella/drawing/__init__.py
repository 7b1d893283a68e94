"""Pictures of a game: as SVG to keep or print, and as text for a terminal.

A game draws its own views: `game.drawing` is its `Drawing`. `canvas` holds what the SVG of all games shares.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tessella.core import Game, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text


class Drawing(ABC):
    """Draws the views of one game. It draws what it is handed and knows no rules.

    Only `text` and `hand` need `rich`, and only `pixels` needs NumPy: both are imported on use.
    """

    @abstractmethod
    def svg(self, view: Any) -> str:
        """Draw the board as a standalone SVG picture."""

    @abstractmethod
    def text(self, view: Any, widest: int | None = None) -> "Text":
        """Draw the board for a terminal, in at most `widest` characters where that can be done.

        The viewer's legal places carry their numbers in `view.legal` (`7+`: 7 and others).
        """

    @abstractmethod
    def hand(self, view: Any, widest: int | None = None) -> "Text":
        """Draw the viewer's own hand, and what is known of the others, for a terminal."""

    @abstractmethod
    def pixels(self, view: Any) -> "NDArray[np.uint8]":
        """Draw the board as rows, columns, and red, green and blue; always of the same size."""


def text(game: Game, view: View, widest: int | None = None) -> "Text | str":
    """Draw the board for a terminal; the plain text of the view for a game without drawings."""
    return str(view) if game.drawing is None else game.drawing.text(view, widest)


def hand(game: Game, view: View, widest: int | None = None) -> "Text | str":
    """Draw the viewer's hand for a terminal; nothing for a game without drawings, whose text has it already."""
    return "" if game.drawing is None else game.drawing.hand(view, widest)


def marks(places: Iterable[tuple[int, tuple[int, int]]]) -> dict[tuple[int, int], str]:
    """The label of each numbered place: the first number there, and a plus if there are others."""
    labels: dict[tuple[int, int], str] = {}
    for number, place in places:
        labels[place] = f"{labels[place].rstrip('+')}+" if place in labels else str(number)
    return labels
