"""The kinds of conundrums, by name; the first is the usual one."""

from tessella.games.chromino.puzzles.block import Block
from tessella.games.chromino.puzzles.kind import ChrominoKind
from tessella.games.chromino.puzzles.order import Order
from tessella.games.chromino.puzzles.places import Places
from tessella.games.chromino.puzzles.win import Win

KINDS: dict[str, ChrominoKind] = {kind.name: kind for kind in (Places(), Order(), Block(), Win())}
