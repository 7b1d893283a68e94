"""Chromino for learning programs. Only `batch` and `codes` do without NumPy; the rest is imported on use."""

from typing import TYPE_CHECKING

from tessella.core import Event, View
from tessella.core import Options as CoreOptions
from tessella.games.chromino.learning.chances import ChrominoChances
from tessella.games.chromino.rules import Options
from tessella.learning import Learning

if TYPE_CHECKING:
    from tessella.games.chromino.learning.deals import ChrominoBatch
    from tessella.learning.layout import Fields, Layout, Numbers


class ChrominoLearning(Learning):
    """Observations, batches and chances of Chromino."""

    chances = ChrominoChances()

    def layout(self, options: CoreOptions) -> "Layout":
        """What an observation holds under these options."""
        from tessella.games.chromino.learning.observation import layout

        return layout(options)

    def encode(self, view: View, layout: "Layout", out: "Numbers") -> None:
        """Write what a seat sees into an observation of zeros."""
        from tessella.games.chromino.learning.observation import encode

        encode(view, layout, out)

    def row_fields(self, options: CoreOptions) -> "Fields":
        """What describes a legal action under these options."""
        from tessella.games.chromino.learning.observation import row_fields

        return row_fields(options)

    def encode_rows(self, view: View, out: "Numbers") -> None:
        """Write the features of each of a seat's legal actions into rows of zeros."""
        from tessella.games.chromino.learning.observation import encode_rows

        encode_rows(view, out)

    def event_row(self, event: Event, viewer: int, options: CoreOptions) -> tuple[int, ...] | None:
        """What a seat has seen happen, in numbers."""
        from tessella.games.chromino.learning.history import event_row

        return event_row(event, viewer, options)

    def batch(self, options: CoreOptions, layout: "Layout", number: int) -> "ChrominoBatch":
        """So many games, not yet dealt."""
        from tessella.games.chromino.learning.deals import ChrominoBatch

        assert isinstance(options, Options)
        return ChrominoBatch(options, layout, number)
