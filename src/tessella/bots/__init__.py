"""Computer players: five levels for the games that have them, and some plain bots to compare them with.

>>> from tessella import bots
>>> from tessella.games import florentine
>>> bot = bots.bot_named(florentine.GAME, "steady")
>>> bot.name
'steady'

A bot is named by its level, "master" or "5"; a budget may follow: "master:500" plays out 500 games for each choice, and
"master:50ms" or "master:2s" as many as fit into so much CPU time. The same view and the same luck give the same choice
again, but not with a budget of time, which depends on the machine.

"mymodule:MyBot" is a class of your own: of an installed module, or of one in the current folder. A package can offer
bots by name, with entry points of the group `tessella.bots`.
"""

from tessella.bots.contract import Bot, Bots
from tessella.bots.levels import LEVELS, bot_named, contest, level_bot, levels_of, names

__all__ = ["LEVELS", "Bot", "Bots", "bot_named", "contest", "level_bot", "levels_of", "names"]
