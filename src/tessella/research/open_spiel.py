"""The games in OpenSpiel: importing this registers `tessella_chromino` and `tessella_florentine`.

>>> import pyspiel
>>> from tessella.research import open_spiel
>>> game = pyspiel.load_game("tessella_chromino(players=3,scoring=expert)")
>>> game.num_players(), game.max_utility()
(3, 1.0)

What comes by chance is a chance node each, one tile or card at a time: the deal, and whatever is drawn.
"""

import json
from typing import Any

import numpy as np
import pyspiel

from tessella.bots import Bot, bot_named
from tessella.core import Game, Generator, OptionError, View
from tessella.games import game_named
from tessella.research.chances import Play, setting_of
from tessella.research.table import Encoder, action_of, number_of, worth

MOST_PLAYER_ACTIONS = 5000
"""More than any game can take, those of waiting included."""
MOST_PICKS = 2000
"""More than chance can be asked in one game."""
STARTS = {"start_seed": "", "start_plies": 0, "worlds": 1}
"""Parameters of all games: to begin with a position instead of a deal. It is reached from the deal with this seed by so
many actions at random; chance then picks one of some worlds that a spectator could take for the true one."""


def _type_of(name: str, title: str, fewest: int, most: int, **parameters: str | int) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": 2, "edition": "classic", **parameters, **STARTS},
    )


CHROMINO = _type_of(
    "tessella_chromino",
    "Chromino",
    2,
    8,
    first=0,
    draw_limit=0,
    draw_when_able="",
    hands="",
    scoring="",
    junior="",
)
FLORENTINE = _type_of("tessella_florentine", "Florentine Dominoes", 2, 4, first=0, colours="")
"""An option that is empty or 0 is as the edition has it; the others are written as in a record (`docs/records.md`), but
a draw limit of -1 for none."""


class TableGame(pyspiel.Game):
    """A game by some options."""

    def __init__(self, game: Game, kind: pyspiel.GameType, params: dict[str, Any] | None) -> None:
        given = {**kind.parameter_specification, **(params or {})}
        start = {name: given.pop(name) for name in STARTS}
        texts = {name.replace("_", "-"): str(value) for name, value in given.items() if value}
        if texts.get("draw-limit") == "-1":
            texts["draw-limit"] = "none"
        self.options = game.read_options(texts)
        if self.options.players < 2:
            raise OptionError("OpenSpiel's algorithms are for two players or more")
        self.tessella = game
        self.encoder = Encoder(game, self.options)
        agreed = tuple(self.options.to_text().items())
        begin = tuple(start.values()) if start["start_seed"] else None
        self.setting = setting_of(game.name, agreed, self.encoder.layout.actions, begin)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoder.layout.actions,
            max_chance_outcomes=self.setting.most_outcomes,
            num_players=self.options.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_PLAYER_ACTIONS,
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> "TableState":
        """Before the deal."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound."""
        return MOST_PICKS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TableObserver":
        """What is seen, or what is remembered."""
        if params:
            raise ValueError(f"observations have no parameters; passed {params}")
        return TableObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class ChrominoGame(TableGame):
    """Chromino."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(game_named("chromino"), CHROMINO, params)


class FlorentineGame(TableGame):
    """Florentine Dominoes."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(game_named("florentine"), FLORENTINE, params)


class TableState(pyspiel.State):
    """A game under way. The numbers of actions are those of `adapters.pettingzoo`."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.play = Play(game.setting)

    def current_player(self) -> int:
        """The seat that is asked, chance, or nobody any more."""
        if self.play.at_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.play.asked[0] if self.play.asked else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All are as likely as each other."""
        found = self.play.outcomes()
        return [(number, 1 / len(found)) for number in found]

    def _apply_action(self, action: int) -> None:
        if self.play.at_chance:
            self.play.pick(action)
        else:
            self.play.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.play.outcome_text(action)
        return str(self.play.action_of(player, action) or "wait")

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.play.at_chance and not self.play.asked

    def returns(self) -> list[float]:
        """What the game was worth to each seat; 0 until it is over."""
        state = self.play.state
        players = self.play.setting.options.players
        outcome = None if state is None else state.outcome
        return [0.0] * players if outcome is None else worth(outcome, players)

    def view(self, player: int) -> View:
        """What a seat sees, once all is dealt."""
        view = self.play.view(player)
        assert view is not None
        return view

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "TableState":
        """Another state that this seat could be in, as `sample` imagines it; chance draws from the sampler."""
        luck = Generator(int(probability_sampler() * 2**63))
        other: TableState = self.clone()
        other.play = self.play.imagined(player, luck)
        return other

    def __str__(self) -> str:
        view = self.play.view(None)
        return f"dealt {len(self.history())}" if view is None else f"{view}, picks {len(self.play.picked)}"


class TableObserver:
    """Observes a state for a seat: as numbers (`docs/research.md`), and as text."""

    def __init__(self, game: TableGame, kind: Any) -> None:
        self.encoder = game.encoder
        self.kind = kind
        self.tensor = np.zeros(self.encoder.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Write what a seat sees into `tensor`. Before the deal is done it is nothing."""
        view = state.play.view(player)
        if view is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.encoder.observe(view)

    def string_from(self, state: TableState, player: int) -> str:
        """What a seat remembers or sees; or what is public of it, or private."""
        alone = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if self.kind.perfect_recall:
            return state.play.remembered(player) if alone else "\n".join(state.play.public)
        view = state.play.view(player if alone else None)
        if view is None:
            return "before the deal"
        told = view.to_json()
        if not self.kind.public_info:
            return " ".join(told["hand"])
        return json.dumps({name: part for name, part in told.items() if name not in ("options", "legal")})


class TessellaBot(pyspiel.Bot):
    """One of our own bots, at OpenSpiel's tables."""

    def __init__(self, game: TableGame, player: int, bot: str | Bot, seed: int = 0) -> None:
        """A bot by its name, like "steady" or "master:500"."""
        super().__init__()
        self._player = player
        self._bot = bot_named(game.tessella, bot) if isinstance(bot, str) else bot
        self._luck = Generator(seed)
        self._most = game.encoder.layout.actions

    def player_id(self) -> int:
        """Its seat."""
        return self._player

    def restart_at(self, state: TableState) -> None:
        """It remembers nothing."""

    def inform_action(self, state: TableState, player_id: int, action: int) -> None:
        """It sees for itself."""

    def step(self, state: TableState) -> int:
        """The number of what it chooses."""
        view = state.view(self._player)
        number = number_of(view, self._bot.choose(view, self._luck))
        action_of(view, number, self._most)  # an action beyond the most is refused
        return number


pyspiel.register_game(CHROMINO, ChrominoGame)
pyspiel.register_game(FLORENTINE, FlorentineGame)
