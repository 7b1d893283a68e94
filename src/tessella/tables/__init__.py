"""A table without I/O: seats, entries, the game, and the messages that each viewer is sent."""
