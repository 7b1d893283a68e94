"""Chromino as the rest of the project sees it."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tessella.core import Action, Game, Generator, Playouts
from tessella.core import Options as CoreOptions
from tessella.core import View as CoreView
from tessella.core.validation import other_game
from tessella.games.chromino import notation, rules
from tessella.games.chromino.events import EVENTS
from tessella.games.chromino.kernel import COMPILED
from tessella.games.chromino.rollouts import Rollouts
from tessella.games.chromino.rules import Options
from tessella.games.chromino.sampling import sample
from tessella.games.chromino.state import State
from tessella.games.chromino.view import View

if TYPE_CHECKING:
    from tessella.games.chromino.bots import ChrominoBots
    from tessella.games.chromino.drawing import ChrominoDrawing
    from tessella.games.chromino.learning import ChrominoLearning
    from tessella.games.chromino.puzzles import ChrominoPuzzles


class Chromino(Game):
    """Lay three-square tiles with at least two contacts of the same colour."""

    name = View.game
    title = "Chromino"
    view_type = View
    event_types = EVENTS
    editions: Mapping[str, str] = {name: edition.summary for name, edition in rules.EDITIONS.items()}

    compiled = COMPILED
    writing = (
        "A tile is written like BGR@4,-2>: its squares, x and y of the first one, then > for right or v for down. "
        "The rest are words: draw, pass, call, spot 2, claim BGR@4,-2>."
    )

    record_defaults = rules.NEW_IN_RECORDS
    variations = (
        ("edition", "classic"),
        ("edition", "joker"),
        ("edition", "meccano"),
        ("players", "2"),
        ("players", "3"),
        ("players", "4"),
        ("draw-limit", "1"),
        ("draw-limit", "3"),
        ("draw-limit", "none"),
        ("draw-on", "must"),
        ("draw-on", "may"),
        ("draw-when-able", "no"),
        ("draw-when-able", "yes"),
        ("hands", "open"),
        ("scoring", "expert"),
        ("scoring", "contacts"),
        ("junior", "ends"),
        ("junior", "squares"),
    )

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
        assert isinstance(options, Options)
        contacts = {
            "no": "at least two of its squares' edges touch squares of the same colour",
            "ends": "one of its ends, and nothing else, touches an end of the same colour",
            "squares": "exactly one of its edges touches another tile, at a square of the same colour",
        }
        end = "The most points win." if options.scoring != "none" else "Get rid of your tiles first to win."
        wild = " A wild square (*) goes with every colour." if options.wild_tiles else ""
        return (
            f"Lay a tile so that {contacts[options.junior]}; different colours must never touch.{wild} "
            f"If nothing fits, you draw. {end}"
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
    def drawing(self) -> "ChrominoDrawing":
        """How its views are drawn."""
        from tessella.games.chromino.drawing import ChrominoDrawing

        return ChrominoDrawing()

    @cached_property
    def bots(self) -> "ChrominoBots":
        """Its bots."""
        from tessella.games.chromino.bots import ChrominoBots

        return ChrominoBots()

    @cached_property
    def puzzles(self) -> "ChrominoPuzzles":
        """Its conundrums."""
        from tessella.games.chromino.puzzles import ChrominoPuzzles

        return ChrominoPuzzles()

    @cached_property
    def learning(self) -> "ChrominoLearning":
        """Its observations, batches and chances."""
        from tessella.games.chromino.learning import ChrominoLearning

        return ChrominoLearning()

    def playouts(self, options: CoreOptions, games: int, seed: int) -> Playouts:
        """Deal and play random games inside the kernel."""
        assert isinstance(options, Options)
        turns, placements, _, _ = Rollouts(*options.kernel_config()).playouts(games, seed)
        return Playouts(games, turns, placements)


GAME = Chromino()
