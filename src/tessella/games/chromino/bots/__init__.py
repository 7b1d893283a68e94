"""The bots of Chromino."""

from collections.abc import Sequence

from tessella.bots.contract import Bot, Bots, Fact
from tessella.core import Action, Generator, Options, View
from tessella.games.chromino.bots.players import FACTORIES, Analysis, Contest, contest
from tessella.games.chromino.bots.reasons import CODES, reasons


class ChrominoBots(Bots):
    """The bots of Chromino."""

    factories = FACTORIES
    facts = CODES

    def analyse(self, view: View, rng: Generator) -> Analysis:
        """Analyse the position of a seat on turn."""
        return Analysis(view, rng)

    def reasons(self, view: View, action: Action, rng: Generator) -> list[Fact]:
        """What speaks for an action."""
        return reasons(view, action, rng)

    def contest(self, options: Options, bots: Sequence[Bot]) -> Contest | None:
        """Play bots that follow plain policies inside the kernel."""
        return contest(options, bots)
