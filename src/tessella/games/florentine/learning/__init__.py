"""Florentine Dominoes for learning programs. Only `batch` and `codes` do without NumPy; the rest is imported on use."""

from typing import TYPE_CHECKING

from tessella.core import Event, View
from tessella.core import Options as CoreOptions
from tessella.games.florentine.learning.chances import FlorentineChances
from tessella.games.florentine.rules import Options
from tessella.learning import Learning

if TYPE_CHECKING:
    from tessella.games.florentine.learning.deals import FlorentineBatch
    from tessella.learning.layout import Fields, Layout, Numbers


class FlorentineLearning(Learning):
    """Observations, batches and chances of Florentine Dominoes."""

    chances = FlorentineChances()

    def layout(self, options: CoreOptions) -> "Layout":
        """What an observation holds under these options."""
        from tessella.games.florentine.learning.observation import layout

        return layout(options)

    def encode(self, view: View, layout: "Layout", out: "Numbers") -> None:
        """Write what a seat sees into an observation of zeros."""
        from tessella.games.florentine.learning.observation import encode

        encode(view, layout, out)

    def row_fields(self, options: CoreOptions) -> "Fields":
        """What describes a legal action under these options."""
        from tessella.games.florentine.learning.observation import row_fields

        return row_fields(options)

    def encode_rows(self, view: View, out: "Numbers") -> None:
        """Write the features of each of a seat's legal actions into rows of zeros."""
        from tessella.games.florentine.learning.observation import encode_rows

        encode_rows(view, out)

    def event_row(self, event: Event, viewer: int, options: CoreOptions) -> tuple[int, ...] | None:
        """What a seat has seen happen, in numbers."""
        from tessella.games.florentine.learning.history import event_row

        return event_row(event, viewer, options)

    def batch(self, options: CoreOptions, layout: "Layout", number: int) -> "FlorentineBatch":
        """So many games, not yet dealt."""
        from tessella.games.florentine.learning.deals import FlorentineBatch

        assert isinstance(options, Options)
        return FlorentineBatch(options, layout, number)
