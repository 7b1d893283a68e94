"""The numbers that the bots of Florentine Dominoes value moves with."""

MARGIN = 0.002
"""What a gem more than the others is worth beside winning: enough to choose between moves that win as often."""
DECLINE = 0.02
"""By how much putting a card aside must win more often than laying one: a smaller lead is chance."""

CLOSED, GEM, EDGE, RIM, OTHERS = 1.274, 0.336, 0.762, 0.046, 1.24
"""The static value of spaces, tuned on games: a gem in a closed space; what an open space is worth besides its gems;
what is left of it with each open edge, and with one at the rim; how much the others' spaces count against ours."""
