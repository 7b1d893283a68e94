"""How a client follows a table: complete views from a snapshot and the updates after it."""

from collections.abc import Sequence

from tessella.tables.wire.base import Piece, ViewJson
from tessella.tables.wire.live import Update


def views_after(views: Sequence[ViewJson], update: Update) -> list[ViewJson]:
    """Complete views after an update: what it leaves out stays as it was, and the board grows by what was laid."""
    changed = update.views if update.views is not None else [{} for _ in views]
    return [
        {**view, **changes, **_board_after(view, update.laid)} for view, changes in zip(views, changed, strict=True)
    ]


def _board_after(view: ViewJson, laid: Sequence[Piece]) -> ViewJson:
    return {
        "board": [*view["board"], *(piece.lay for piece in laid)],
        "laid_by": [*view["laid_by"], *(piece.seat for piece in laid)],
    }
