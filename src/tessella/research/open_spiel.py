"""The games in OpenSpiel: importing this registers each game that has chances, as `tessella_` and its name.

>>> import pyspiel
>>> from tessella.research import open_spiel
>>> game = pyspiel.load_game("tessella_chromino(players=3,scoring=expert)")
>>> game.num_players(), game.max_utility()
(3, 1.0)

What comes by chance is a chance node each, one tile or card at a time: the deal, and whatever is drawn.
"""

import json
from typing import Any

from tessella.bots import Bot, bot_named
from tessella.core import Game, Generator, OptionError, View
from tessella.games import GAMES
from tessella.research.extra import needed

with needed():
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray

    from tessella.learning.codes import EVENT_COLUMNS
    from tessella.research.chances import Play, chances_of, setting_of
    from tessella.research.table import Encoder, action_of, first_edition, number_of, worth

MOST_PLAYER_ACTIONS = 5000
"""An upper bound of the actions in a game, waiting included."""
MOST_PICKS = 2000
"""An upper bound of the chance nodes in a game."""
MOST_EVENTS = 1024
"""The length of the history in an information state. Of a longer one, the last events are there."""
STARTS = {"start_seed": "", "start_plies": 0, "worlds": 1}
"""Parameters of all games, to begin with a position instead of a deal: the seed of a deal, the number of random actions
after it, and the number of worlds, consistent with what a spectator has seen, among which chance picks one."""


def game_type(game: Game) -> pyspiel.GameType:
    """A game as OpenSpiel lists it. Its parameters are those of `Chances.parameters`, written as in a record
    (`docs/records.md`), and `STARTS`."""
    chances = chances_of(game)
    return pyspiel.GameType(
        short_name=f"tessella_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=chances.players[-1],
        min_num_players=chances.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": chances.players[0], "edition": first_edition(game), **chances.parameters, **STARTS,
        },
    )  # fmt: skip


class TableGame(pyspiel.Game):
    """A game with certain options."""

    def __init__(self, game: Game, params: dict[str, Any] | None = None) -> None:
        kind = game_type(game)
        given = {**kind.parameter_specification, **(params or {})}
        start = {name: given.pop(name) for name in STARTS}
        option_text = chances_of(game).option_text
        texts = {name.replace("_", "-"): option_text(name, value) for name, value in given.items() if value}
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
        """An observer for observations or information states."""
        if params:
            raise ValueError(f"observations have no parameters; passed {params}")
        return TableObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class TableState(pyspiel.State):
    """A game under way. The numbers of actions are those of `research.pettingzoo`."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.play = Play(game.setting)

    def current_player(self) -> int:
        """The seat that acts next, chance, or the terminal player."""
        if self.play.at_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return self.play.deciding[0] if self.play.deciding else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes, all equally likely."""
        outcomes = self.play.outcomes()
        return [(number, 1 / len(outcomes)) for number in outcomes]

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
        return not self.play.at_chance and not self.play.deciding

    def returns(self) -> list[float]:
        """The reward of each seat; 0 until the game is over."""
        state = self.play.state
        players = self.play.setting.options.players
        outcome = None if state is None else state.outcome
        return [0.0] * players if outcome is None else worth(outcome, players)

    def view(self, player: int) -> View:
        """The view of a seat, once all is dealt."""
        view = self.play.view(player)
        assert view is not None
        return view

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "TableState":
        """A sampled state that this seat could be in; its random numbers come from the sampler."""
        luck = Generator(int(probability_sampler() * 2**63))
        other: TableState = self.clone()
        other.play = self.play.imagined(player, luck)
        return other

    def __str__(self) -> str:
        view = self.play.view(None)
        return f"dealt {len(self.history())}" if view is None else f"{view}, picks {len(self.play.picked)}"


class TableObserver:
    """Observes a state for a seat: as numbers (`docs/research.md`), and as text.

    The numbers hold what is private; there are none for an observer of what is public alone, or for one of the rest.
    """

    def __init__(self, game: TableGame, kind: Any) -> None:
        self.encoder = game.encoder
        self.kind = kind
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            size = self.encoder.layout.size
            events = MOST_EVENTS if kind.perfect_recall else 0
            self.tensor = np.zeros(size + events * EVENT_COLUMNS, np.float32)
            self.dict["observation"] = self.tensor[:size]
            if events:
                self.dict["history"] = self.tensor[size:].reshape(events, EVENT_COLUMNS)

    def set_from(self, state: TableState, player: int) -> None:
        """Write what a seat sees into `tensor`, and what it has seen; zeros before the deal is done."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        view = state.play.view(player)
        if view is None:
            return
        self.dict["observation"][:] = self.encoder.observe(view)
        rows = state.play.history(player)[-MOST_EVENTS:] if self.kind.perfect_recall else []
        if rows:
            self.dict["history"][: len(rows)] = rows

    def string_from(self, state: TableState, player: int) -> str:
        """The information state or the observation of a seat as text; or its public or private part."""
        alone = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if self.kind.perfect_recall:
            return state.play.remembered(player) if alone else "\n".join(state.play.public)
        view = state.play.view(player if alone else None)
        if view is None:
            return "before the deal"
        shown = view.to_json()
        if not self.kind.public_info:
            return " ".join(shown["hand"])
        return json.dumps({name: part for name, part in shown.items() if name not in ("options", "legal")})


class TessellaBot(pyspiel.Bot):
    """One of our own bots as a bot of OpenSpiel."""

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
        """Do nothing: the bot has no memory."""

    def inform_action(self, state: TableState, player_id: int, action: int) -> None:
        """Do nothing: the bot looks at the state."""

    def step(self, state: TableState) -> int:
        """The number of the action that the bot chooses."""
        view = state.view(self._player)
        number = number_of(view, self._bot.choose(view, self._luck))
        action_of(view, number, self._most)  # an action beyond the most is refused
        return number


def register(game: Game) -> None:
    """Register a game with OpenSpiel, as `tessella_` and its name."""

    class RegisteredGame(TableGame):
        # OpenSpiel lets go of it after the interpreter has ended. A function would be freed then, which crashes.
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    pyspiel.register_game(game_type(game), RegisteredGame)


for _game in GAMES.values():
    if _game.learning is not None and _game.learning.chances is not None:
        register(_game)
