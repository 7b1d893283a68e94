"""A bot for any game: it knows nothing but the legal actions."""

from tessella.bots.contract import Bot
from tessella.core import Action, Generator, View


class RandomBot(Bot):
    """Plays any legal action."""

    name = "random"

    def choose(self, view: View, rng: Generator) -> Action | None:
        """Any action, each as likely as the others; out of turn half the time none."""
        if not view.legal or (view.turn != view.seat and rng.below(2)):
            return None
        return rng.choice(view.legal)
