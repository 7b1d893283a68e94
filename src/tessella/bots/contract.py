"""What a bot is: it is handed a view and chooses one of the actions in it. It never sees a state."""

from abc import ABC, abstractmethod

from tessella.core import Action, Generator, View


class Bot(ABC):
    """A player. It remembers nothing between two choices: all that it may know is in the view."""

    name: str
    """What it is called, with its budget if that is not the usual one; `bots.bot_named` makes an equal one of it."""

    @abstractmethod
    def choose(self, view: View, rng: Generator) -> Action | None:
        """One of `view.legal`. The same view and the same luck, the same choice (if its budget is not one of time).

        Where another seat is on turn and this one may act (a call, a spot, a claim), None lets it be.
        """
