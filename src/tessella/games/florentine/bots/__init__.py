"""The bots of Florentine Dominoes."""

from tessella.bots.contract import Bots
from tessella.core import Generator, View
from tessella.games.florentine.bots.players import FACTORIES, Analysis


class FlorentineBots(Bots):
    """The bots of Florentine Dominoes."""

    factories = FACTORIES

    def analyse(self, view: View, rng: Generator) -> Analysis:
        """Analyse the position of a seat on turn."""
        return Analysis(view, rng)
