"""The arena: bots play many games against each other, to see which is stronger and by how much.

>>> from tessella import arena
>>> from tessella.games import chromino
>>> match = arena.make_match(chromino.GAME, chromino.options(players=2), ("random", "random"), games=20, seed=1)
>>> result = arena.run(match)
>>> result.games, len(result.bots)
(20, 2)

`arena.run(match, arena.local(4))` plays in four processes and `arena.run(match, arena.cluster("tcp://…"))` on a Dask
cluster, with the same result.
"""

from tessella.arena.figures import Estimate
from tessella.arena.match import KNOWN_SEED, USUAL_SEED, Keep, Lineup, Match, Task, make_match
from tessella.arena.play import ArenaError, GameResult, play_deal, play_game, play_state
from tessella.arena.ratings import Rating
from tessella.arena.report import write_report
from tessella.arena.result import MOST_REASONS, BotResult, Forfeits, PairResult, Result
from tessella.arena.run import EARLY, run, run_all, run_each
from tessella.arena.sprt import AFTER_A_TEST, Sprt, SprtResult
from tessella.arena.stored import StoredMatch, StoredMatchError
from tessella.arena.tally import Tally
from tessella.arena.variations import variations
from tessella.arena.workers import Runner, cluster, here, local

__all__ = [
    "AFTER_A_TEST",
    "EARLY",
    "KNOWN_SEED",
    "MOST_REASONS",
    "USUAL_SEED",
    "ArenaError",
    "BotResult",
    "Estimate",
    "Forfeits",
    "GameResult",
    "Keep",
    "Lineup",
    "Match",
    "PairResult",
    "Rating",
    "Result",
    "Runner",
    "Sprt",
    "SprtResult",
    "StoredMatch",
    "StoredMatchError",
    "Tally",
    "Task",
    "cluster",
    "here",
    "local",
    "make_match",
    "play_deal",
    "play_game",
    "play_state",
    "run",
    "run_all",
    "run_each",
    "variations",
    "write_report",
]
