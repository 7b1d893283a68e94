"""Running tables: their sessions, timers, commands and requests, over any store, clock and workers.

A server and the browser's engine are its two homes. It does no I/O of its own: the store, the connections and the
workers are passed in.
"""
