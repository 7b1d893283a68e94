"""What the numbers of observations and actions mean in Chromino, besides what is the same in every game."""

DRAW, PASS, CALL, SPOT, CLAIM = 3, 4, 5, 6, 7
"""The other kinds of actions, and of events."""
SHOW = 8
"""A kind of event: a last tile is shown."""
TILE_REACH = 24
"""How far from the middle the grid goes. Few games reach further, and what lies there is in the list of tiles."""
TILE_SIDE = 2 * TILE_REACH + 1
TILE_SEAT = 7
"""The numbers of a seat besides its tiles."""
MOST_PLAIN_ACTIONS = 256
"""The most actions where junior rules are not played; as with `MOST_ACTIONS`, more would be left out."""
ROW_HEAD, ROW_OTHER = 6, 3
"""The numbers of a row of features before those of the other seats, and those of each of them."""
PATCH_MARGIN = 2
"""How far round a placement its patch goes."""
PATCH_ALONG, PATCH_ACROSS = 3 + 2 * PATCH_MARGIN, 1 + 2 * PATCH_MARGIN
