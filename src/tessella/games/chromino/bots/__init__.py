"""The bots of Chromino."""

from collections.abc import Sequence

from tessella.bots.contract import Bot, Bots
from tessella.core import Generator, Options, View
from tessella.games.chromino.bots.players import FACTORIES, Analysis, Contest, contest


class ChrominoBots(Bots):
    """The bots of Chromino."""

    factories = FACTORIES

    def analyse(self, view: View, rng: Generator) -> Analysis:
        """Analyse the position of a seat on turn."""
        return Analysis(view, rng)

    def contest(self, options: Options, bots: Sequence[Bot]) -> Contest | None:
        """Play bots that follow plain policies inside the kernel."""
        return contest(options, bots)
