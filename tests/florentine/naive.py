"""Florentine Dominoes worked out the plain way from docs/rules/florentine.md alone.

Nothing of tessella is used here: this is the second opinion that the engine is compared with. A board is a dictionary
of cards as they lie; where one fits is found by looking at every cell of the square, and spaces by walking from
triangle to triangle. Actions are the texts that a record holds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a card to its neighbours: north, east, south, west."""
SQUARE = range(-3, 4)
CROSS = [(i, 0) for i in SQUARE] + [(0, i) for i in SQUARE if i]
"""The centre and four arms of three cards each (F9)."""
HAND = 4
MOST_PLAYERS = 4
NEIGHBOURS = 2
"""A card must meet so many edges outside the cross (F10)."""

Cell = tuple[int, int]
Board = Mapping[Cell, str]
"""The laid cards by their x and y; each as its triangles lie: north, east, south, west."""
Way = tuple[int, int, str]
"""A placement: y, x, and the triangles as they lie."""
Triangle = tuple[int, int, int]
"""x and y of a card, and a side."""


# ---- where cards can be laid ----


@cache
def readings(card: str) -> list[str]:
    """The different ways a card can lie; those that look alike are one (F7)."""
    return list(dict.fromkeys(card[turns:] + card[:turns] for turns in range(4)))


def beside(cell: Cell, side: int) -> Cell:
    """The neighbouring cell on a side."""
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


def met(board: Board, cell: Cell) -> list[str]:
    """For each side of a cell the colour of the triangle that a card there would meet; "" where nothing lies."""
    colours = []
    for side in range(4):
        near = beside(cell, side)
        colours.append(board[near][(side + 2) % 4].lower() if near in board else "")
    return colours


def may_be_filled(board: Board, cell: Cell) -> bool:
    """Whether the next card may be laid in a cell, as far as that does not depend on its colours."""
    x, y = cell
    if cell in board or x not in SQUARE or y not in SQUARE:
        return False
    if not board:
        return cell == (0, 0)  # F6
    if any(part not in board for part in CROSS):
        # An arm grows outwards: the card before this one, towards the centre, lies (F9).
        towards = (x - (x > 0) + (x < 0), y - (y > 0) + (y < 0))
        return cell in CROSS and towards in board
    return sum(colour != "" for colour in met(board, cell)) >= NEIGHBOURS  # F10


def free(board: Board) -> list[Cell]:
    """Every cell where the next card may be laid, if its colours are right."""
    return [(x, y) for y in SQUARE for x in SQUARE if may_be_filled(board, (x, y))]


@cache
def _agreeing(card: str, *wanted: str) -> list[str]:
    """The ways a card can lie so that each edge that meets another meets its own colour (F7)."""
    return [
        lying
        for lying in readings(card)
        if all(colour in ("", triangle.lower()) for triangle, colour in zip(lying, wanted, strict=True))
    ]


def placements(board: Board, cards: Iterable[str]) -> dict[str, list[Way]]:
    """Every way to lay each of these cards, from top to bottom."""
    places = [(cell, met(board, cell)) for cell in free(board)]
    return {
        card: sorted((y, x, lying) for (x, y), wanted in places for lying in _agreeing(card, *wanted)) for card in cards
    }


def black_cells(board: Board, colour: str) -> list[Cell]:
    """Where a black card of this colour can be laid: outside, against a triangle of its own colour at the rim (F14)."""
    cells = []
    for (x, y), card in board.items():
        for side in range(4):
            outside = beside((x, y), side)
            if (outside[0] not in SQUARE or outside[1] not in SQUARE) and card[side].lower() == colour:
                cells.append(outside)
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


# ---- spaces ----


class Space(NamedTuple):
    """Triangles of one colour that hang together (F15)."""

    colour: str
    gems: int
    open: int
    """How many of its edges meet no card."""
    triangles: frozenset[Triangle]


def spaces(board: Board, black: Iterable[Cell] = ()) -> set[Space]:
    """Every space, with black cards in these cells."""
    covered = {*board, *black}
    unseen = {(x, y, side) for x, y in board for side in range(4)}
    result = set()
    while unseen:
        start = unseen.pop()
        colour = _letter(board, start).lower()
        space, border = {start}, [start]
        while border:
            for near in _joined(board, border.pop()):
                if near not in space and _letter(board, near).lower() == colour:
                    space.add(near)
                    border.append(near)
        unseen -= space
        gems = sum(_letter(board, triangle).isupper() for triangle in space)
        edges = sum(beside((x, y), side) not in covered for x, y, side in space)
        result.add(Space(colour, gems, edges, frozenset(space)))
    return result


def _letter(board: Board, triangle: Triangle) -> str:
    x, y, side = triangle
    return board[x, y][side]


def _joined(board: Board, triangle: Triangle) -> list[Triangle]:
    """The triangles beyond the two diagonals and beyond the edge of a card; not those that it meets in a point."""
    x, y, side = triangle
    neighbours = [(x, y, (side + 1) % 4), (x, y, (side + 3) % 4)]
    over = beside((x, y), side)
    return [*neighbours, (*over, (side + 2) % 4)] if over in board else neighbours


def gems(board: Board, black: Iterable[Cell], colour: str) -> int:
    """The gems in closed spaces of a colour (F16)."""
    return sum(space.gems for space in spaces(board, black) if space.colour == colour and not space.open)


# ---- a whole game ----


def lying(black: Mapping[int, Cell | None]) -> list[Cell]:
    """Where black cards lie, of those that each seat laid or kept (None)."""
    return [cell for cell in black.values() if cell is not None]


class Game:
    """A game, from the deal on, played by texts. It takes any text and asks nothing: see `legal`."""

    def __init__(
        self, colours: list[str], hands: list[list[str]], aside: list[str], stack: list[str], first: int
    ) -> None:
        """A dealt game; the last card of the stack is drawn first."""
        self.colours = colours
        self.players = len(colours)
        self.hands = [list(hand) for hand in hands]
        self.aside = list(aside)
        """The cards aside; when the stack is used up, the pool."""
        self.stack = list(stack)
        self.board: dict[Cell, str] = {}
        self.black: dict[int, Cell | None] = {}
        """Where each seat laid its black card; None if it kept it."""
        self.turn = first
        self.stage = "hands"
        self.fresh_deals = 0

    @property
    def over(self) -> bool:
        """Whether everybody had a turn for the black card (F14)."""
        return len(self.black) == self.players

    def own(self, seat: int) -> list[str]:
        """The cards that a seat may lay: its hand, or anything of the pool (F12)."""
        return self.hands[seat] if self.stage == "hands" else self.aside

    def ways(self) -> int:
        """In how many ways the seat on turn can lay; cards that look the same count one by one."""
        if self.stage == "black":
            return len(black_cells(self.board, self.colours[self.turn]))
        places = placements(self.board, self.own(self.turn))
        return sum(len(places[card]) for card in self.own(self.turn))

    def legal(self) -> list[str]:
        """What the seat on turn may do; cards that look the same are one."""
        if self.over:
            return []
        if self.stage == "black":
            cells = black_cells(self.board, self.colours[self.turn])
            return [*(f"black@{x},{y}" for x, y in cells), "pass"]
        cards = sorted(set(self.own(self.turn)))
        places = placements(self.board, cards)
        texts = [f"{lying}@{x},{y}" for card in cards for y, x, lying in places[card]]
        if self.stage == "hands" and self.board:  # the first card must be laid (F6)
            texts += [f"aside {card}" for card in cards]
        return texts

    def play(self, text: str) -> None:
        """The seat on turn does something."""
        own = self.own(self.turn)
        if text == "pass":
            self.black[self.turn] = None
        elif text.startswith("black@"):
            self.black[self.turn] = _cell(text)
        elif text.startswith("aside "):
            own.remove(text.removeprefix("aside "))
            self.aside.append(text.removeprefix("aside "))
            self._draw(self.turn)
        else:
            lying = text.partition("@")[0]
            own.remove(next(card for card in own if lying in readings(card)))
            self.board[_cell(text)] = lying
            if self.stage == "hands":
                self._draw(self.turn)
            if len(self.board) == 1:
                self._deal_afresh()
        self.turn = (self.turn + 1) % self.players
        if self.stage == "hands" and not self.stack:  # F12
            for hand in self.hands:
                self.aside += hand
                hand.clear()
            self.stage = "pool"
        if self.stage == "pool" and not any(placements(self.board, self.aside).values()):  # F13
            self.stage = "black"

    def _draw(self, seat: int) -> None:
        self.hands[seat].append(self.stack.pop())

    def anybody_can_lay(self) -> bool:
        """Whether any hand holds a card that fits (F11)."""
        return any(placements(self.board, [card for hand in self.hands for card in hand]).values())

    def _deal_afresh(self) -> None:
        """Nobody can lay beside the first card: new hands, as long as there are enough cards (F11).

        The rules do not say who draws first; here it is seat by seat, as in the deal.
        """
        while len(self.stack) >= HAND * self.players and not self.anybody_can_lay():
            self.fresh_deals += 1
            for hand in self.hands:
                self.aside += hand
                hand.clear()
            for seat in range(self.players):
                for _ in range(HAND):
                    self._draw(seat)

    def scores(self) -> list[int]:
        """What each seat counts now (F16)."""
        return [gems(self.board, lying(self.black), colour) for colour in self.colours]

    def winners(self) -> list[int]:
        """Who has the most gems; several share the win (F16)."""
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    def cards(self) -> Counter[str]:
        """All cards, wherever they are, each as the reading that comes first in the alphabet."""
        held = [card for hand in self.hands for card in hand]
        everything = [*self.board.values(), *held, *self.aside, *self.stack]
        return Counter(min(readings(card)) for card in everything)


def _cell(text: str) -> Cell:
    """Where an action lays something."""
    x, _, y = text.partition("@")[2].partition(",")
    return int(x), int(y)
