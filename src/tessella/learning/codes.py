"""What the numbers of observations and actions mean in every game. A game adds its own in its `learning/codes.py`.

These files need no NumPy: the compiled batches read them, too.
"""

WAIT = 0
"""The action of doing nothing where another seat is on turn. Action 1 + i is the i-th of `view.legal`."""
COLUMNS = 6
"""An action in numbers: kind, piece, turned, direction, x, y."""
EVENT_COLUMNS = COLUMNS + 1
"""An event in numbers: kind, seat (1 the viewer's own, 0 nobody), then piece, turned, direction, x, y."""
NOTHING, WAITING, LAY = 0, 1, 2
"""Kinds of actions and events that every game may have; its own are counted from 3."""
MOST_ACTIONS = 1024
"""The most that there can be. In thousands of random games there were never half as many; more would be left out."""
