"""Florentine Dominoes for learning programs: observations, numbered actions, batches, chance."""
