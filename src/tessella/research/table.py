"""What all adapters share: the order of decisions, the numbers of actions, the rewards."""

from typing import Any

from tessella import drawing
from tessella.core import Action, Game, OptionError, Options, Outcome, State, TessellaError, View
from tessella.learning import Learning
from tessella.learning.codes import WAIT
from tessella.research.extra import needed

with needed():
    import numpy as np

    from tessella.learning.layout import Fields, Layout, Mask, Numbers


RAISE, WRAP = "raise", "wrap"
"""What to do with a number that is no legal action: raise an error, or wrap around to the first action."""
RENDER_MODES = ("human", "rgb_array", "ansi")


def learning_of(game: Game) -> Learning:
    """What a game offers to learning programs; `OptionError` if that is nothing."""
    if game.learning is None:
        raise OptionError(f"{game.name} has no observations for learning programs")
    return game.learning


def first_edition(game: Game) -> str:
    """The default edition."""
    return next(iter(game.editions))


class Encoder:
    """Observations of a game under some options."""

    def __init__(self, game: Game, options: Options) -> None:
        self._name = game.name
        self._learning = learning_of(game)
        self.layout: Layout = self._learning.layout(options)
        self.row_fields: Fields | None = self._learning.row_fields(options)
        """The fields of a row of `rows`; None if the game has none."""

    def observe(self, view: View) -> Numbers:
        """The observation of a seat."""
        numbers = np.zeros(self.layout.size, np.int16)
        self._learning.encode(view, self.layout, numbers)
        return numbers

    def rows(self, view: View) -> Numbers:
        """The features of each legal action, in the row of its number."""
        if self.row_fields is None:
            raise OptionError(f"{self._name} has no features of actions")
        rows = np.zeros((self.layout.actions, self.row_fields.size), np.int16)
        self._learning.encode_rows(view, rows)
        return rows

    def mask(self, view: View) -> Mask:
        """The action mask: 1 for each action that may be chosen."""
        mask = np.zeros(self.layout.actions, np.int8)
        mask[1 : 1 + len(view.legal)] = 1
        mask[WAIT] = may_wait(view)
        return mask


def may_wait(view: View) -> bool:
    """Whether a seat may wait: it can act, but another seat is on turn."""
    return bool(view.legal) and view.turn != view.seat


def number_of(view: View, action: Action | None) -> int:
    """An action's number; None is waiting."""
    return WAIT if action is None else 1 + view.legal.index(action)


def action_of(view: View, number: int, most: int) -> Action | None:
    """The action of a number, None for waiting; the error lists the numbers there are."""
    if number == WAIT and may_wait(view):
        return None
    count = min(len(view.legal), most - 1)
    if not 1 <= number <= count:
        wait = f", or {WAIT} to wait" if may_wait(view) else ""
        raise TessellaError(f"there is no action {number} here; there are 1 to {count}{wait}: see the action mask")
    return view.legal[number - 1]


def wrapped(mask: Mask, number: int) -> int:
    """The number of a legal action for any number: itself if it is one, else modulo their count."""
    if 0 <= number < len(mask) and mask[number]:
        return number
    numbers = np.flatnonzero(mask)
    return int(numbers[number % len(numbers)])


def check_choices(illegal: str, render_mode: str | None) -> None:
    """`OptionError` if there is no such way to treat illegal actions, or to draw a table."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise OptionError(f"the render modes are human, rgb_array and ansi, not {render_mode!r}")
    if illegal not in (RAISE, WRAP):
        raise OptionError(f"illegal is 'raise' or 'wrap', not {illegal!r}")


def rendered(game: Game, view: View, mode: str | None) -> Any:
    """A table as a view shows it: as a picture, or as a text, which is printed for people."""
    if mode is None:
        raise OptionError("to draw the table, say so at first: env(…, render_mode='ansi'), 'human' or 'rgb_array'")
    if mode == "rgb_array":
        if game.drawing is None:
            raise OptionError(f"{game.name} has no pictures: take the render mode 'ansi'")
        return game.drawing.pixels(view)
    text = f"{drawing.text(game, view)}\n{view}\n"
    if mode == "ansi":
        return text
    print(text)
    return None


def to_ask(state: State) -> list[int]:
    """The seats that decide, in order: those that may act out of turn, then the seat on turn. As in the arena, calls
    and claims come first, because they are only possible before the next action; after it, all decide again."""
    turn, *others = state.actors()
    return [*others, turn]


def worth(outcome: Outcome, players: int) -> list[float]:
    """The reward of each seat, with sum 0: a sole winner gets 1, and the losers share the cost."""
    if players == 1:
        return [1.0 if outcome.winners else -1.0]
    shares = [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(players)]
    return [(players * share - 1) / (players - 1) for share in shares]
