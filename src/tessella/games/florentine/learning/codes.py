"""What the numbers of observations and actions mean in Florentine Dominoes, besides what is the same in every game."""

ASIDE, BLACK_CARD, KEEP = 3, 4, 5
"""The other kinds of actions, and of events."""
DRAWN, DEALT_ANEW = 6, 7
"""Kinds of events: a card is drawn, all hands are dealt anew."""
CARD_SEAT = 7
"""The numbers of a seat."""
ROW_HEAD, PATCH_SIDE = 3, 3
"""The numbers of a row of features before its patch, and the cells along each side of that."""
