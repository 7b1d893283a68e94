"""Chromino for learning programs: observations, numbered actions, batches, chance."""
