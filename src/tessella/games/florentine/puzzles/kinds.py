"""The kinds of problems, by name; the first is the usual one."""

from tessella.games.florentine.puzzles.gems import Gems
from tessella.games.florentine.puzzles.kind import FlorentineKind
from tessella.games.florentine.puzzles.order import Order
from tessella.games.florentine.puzzles.pair import Pair
from tessella.games.florentine.puzzles.places import Places

KINDS: dict[str, FlorentineKind] = {kind.name: kind for kind in (Places(), Gems(), Pair(), Order())}
