"""The numbers that stand for options, stages and sizes inside the kernel."""

from tessella.chromino.tiles import PLAIN_TILES, TILES

START, LAY_DRAWN, DRAW_AGAIN = 0, 1, 2
"""The stages of a turn."""
FINISH_ROUND, ONCE_MORE, AT_ONCE = 0, 1, 2
"""How a game ends once a seat has laid its last tile (C24, C25, C26)."""
UNSCORED, BY_TILES, BY_CONTACTS = 0, 1, 2
"""What laying a tile scores (C30, C31)."""
NEVER, LAST_TILE_SHOWN, ALWAYS = 0, 1, 2
"""When a seat that could lay a tile may draw instead (C17)."""
NOBODY = -1
NO_TILE = -1

PLAIN = len(PLAIN_TILES)
ALL = len(TILES)
SEATS = 8
HAND = 8
"""Tiles dealt to each seat (C9)."""
