"""Players that are no people: five levels for every game, and some plain ones to compare them with.

>>> from tessella import bots
>>> from tessella.games import florentine
>>> bot = bots.bot_named(florentine.GAME, "steady")
>>> bot.name
'steady'

A bot is named by its level, "master" or "5"; a budget may follow: "master:500" plays out 500 games for each choice, and
"master:50ms" or "master:2s" as many as fit into so much CPU time. The same view and the same luck give the same choice
again, but not with a budget of time, which depends on the machine.
"""

from tessella.bots.contract import Bot
from tessella.bots.levels import LEVELS, bot_named, contest, names

__all__ = ["LEVELS", "Bot", "bot_named", "contest", "names"]
