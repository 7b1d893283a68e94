"""What the numbers of observations and actions mean. This file needs no NumPy: the compiled batches read it, too."""

WAIT = 0
"""The action of letting things be, where another seat is on turn. Action 1 + i is the i-th of `view.legal`."""
COLUMNS = 6
"""An action in numbers: kind, tile or card, turned, direction, x, y."""
NOTHING, WAITING, LAY = 0, 1, 2
"""Kinds of actions in both games."""

# ---- Chromino ----

DRAW, PASS, CALL, SPOT, CLAIM = 3, 4, 5, 6, 7
"""The other kinds of actions."""
TILE_REACH = 24
"""How far from the middle the grid goes. Few games reach further, and what lies there is in the list of tiles."""
TILE_SIDE = 2 * TILE_REACH + 1
TILE_SEAT = 7
"""The numbers of a seat besides its tiles."""
MOST_ACTIONS = 1024
"""The most that there can be. In thousands of random games there were never half as many; more would be left out."""
MOST_PLAIN_ACTIONS = 256
"""The same where junior rules are not played, in the same way."""

# ---- Florentine Dominoes ----

ASIDE, BLACK_CARD, KEEP = 3, 4, 5
"""The other kinds of actions."""
CARD_SEAT = 7
"""The numbers of a seat."""
