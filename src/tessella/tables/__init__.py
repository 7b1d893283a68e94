"""A table without I/O: its entries, seats, game and deadlines, decisions about it, and what each viewer is sent.

The server and the browser's worker share it. The time, new ids and seeds are handed in; nothing here waits, stores or
draws random numbers.
"""
