"""The bots of Florentine Dominoes."""

from tessella.bots.contract import Bots, Fact
from tessella.core import Action, Generator, View
from tessella.games.florentine.bots.players import FACTORIES, Analysis
from tessella.games.florentine.bots.reasons import CODES, reasons


class FlorentineBots(Bots):
    """The bots of Florentine Dominoes."""

    factories = FACTORIES
    facts = CODES

    def analyse(self, view: View, rng: Generator) -> Analysis:
        """Analyse the position of a seat on turn."""
        return Analysis(view, rng)

    def reasons(self, view: View, action: Action, rng: Generator) -> list[Fact]:
        """What speaks for an action."""
        return reasons(view, action, rng)
