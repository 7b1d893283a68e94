"""Florentine Dominoes as the rest of the project sees it."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tessella.core import Action, Game, Generator, Playouts
from tessella.core import Options as CoreOptions
from tessella.core import View as CoreView
from tessella.core.validation import other_game
from tessella.games.florentine import notation, rules
from tessella.games.florentine.events import EVENTS
from tessella.games.florentine.kernel import COMPILED
from tessella.games.florentine.rollouts import Rollouts
from tessella.games.florentine.rules import Options
from tessella.games.florentine.sampling import sample
from tessella.games.florentine.state import State
from tessella.games.florentine.view import View

if TYPE_CHECKING:
    from tessella.games.florentine.bots import FlorentineBots
    from tessella.games.florentine.drawing import FlorentineDrawing
    from tessella.games.florentine.learning import FlorentineLearning
    from tessella.games.florentine.puzzles import FlorentinePuzzles


class Florentine(Game):
    """Lay square cards, close spaces, collect gems."""

    name = View.game
    title = "Florentine Dominoes"
    view_type = View
    event_types = EVENTS
    editions: Mapping[str, str] = {name: edition.summary for name, edition in rules.EDITIONS.items()}

    compiled = COMPILED
    writing = (
        "A card is written like RRbg@1,0: its triangles as they lie (north, east, south, west; r red, b blue, g green, "
        "o ochre; a capital letter has its gem), then x and y. The others are: aside RRbg, black@4,-1, pass."
    )
    files = frozenset({"deck"})
    variations = (("players", "2"), ("players", "3"), ("players", "4"), ("colours", "random"))
    resets: Mapping[str, tuple[str, ...]] = {"players": ("colours",)}  # there is one for each seat

    def options(self, edition: str = "classic", players: int = 2, **choices: Any) -> Options:
        """An edition with some choices made; see `rules.Options` for what there is to choose."""
        return rules.options(edition, players, **choices)

    def read_options(self, texts: Mapping[str, str]) -> Options:
        """Options from their texts."""
        return rules.read_options(texts)

    def option_help(self) -> Mapping[str, str]:
        """The names of the options in texts, and what they are about."""
        return rules.OPTION_HELP

    def aim(self, options: CoreOptions) -> str:
        """What to do and how to win."""
        return (
            "Lay cards so that edges that meet have the same colour: first a cross with three cards in each arm, then "
            "into its corners, until a square of 7 by 7 is full. A space of one colour is closed when no edge of it is "
            "open. The most gems in closed spaces of your own colour win."
        )

    def new(self, options: CoreOptions, seed: str | int | None = None) -> State:
        """A game ready for its first turn."""
        if not isinstance(options, Options):
            raise other_game(options, self.title, "options")
        return State.new(options, seed)

    def parse(self, text: str) -> Action:
        """Read an action."""
        return notation.parse(text)

    def sample(self, view: CoreView, rng: Generator) -> State:
        """A full state that this view could be a view of."""
        return sample(view, rng)

    @cached_property
    def drawing(self) -> "FlorentineDrawing":
        """How its views are drawn."""
        from tessella.games.florentine.drawing import FlorentineDrawing

        return FlorentineDrawing()

    @cached_property
    def bots(self) -> "FlorentineBots":
        """Its bots."""
        from tessella.games.florentine.bots import FlorentineBots

        return FlorentineBots()

    @cached_property
    def puzzles(self) -> "FlorentinePuzzles":
        """Its problems."""
        from tessella.games.florentine.puzzles import FlorentinePuzzles

        return FlorentinePuzzles()

    @cached_property
    def learning(self) -> "FlorentineLearning":
        """Its observations, batches and chances."""
        from tessella.games.florentine.learning import FlorentineLearning

        return FlorentineLearning()

    def playouts(self, options: CoreOptions, games: int, seed: int) -> Playouts:
        """Deal and play random games inside the kernel."""
        assert isinstance(options, Options)
        turns, ways, *_ = Rollouts(*options.kernel_config()).playouts(games, seed)
        return Playouts(games, turns, ways)


GAME = Florentine()
