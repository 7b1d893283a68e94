"""Deterministic simulation: one seed replays a cluster of nodes, its store and its clients in virtual time.

| module | what it has |
|---|---|
| `loop` | an event loop in virtual time |
| `database`, `cluster` | what all nodes share; nodes that run the real `tessella.hosting`, their sockets and workers |
| `clients` | people, who follow the protocol of the real client |
| `faults` | what breaks |
| `oracle`, `history`, `expected` | what may be stored and sent, rebuilt from the stored entries alone |
| `world`, `churn` | a run, and days of tables that come and go |
| `bugs` | planted bugs, each of which must be noticed |
| `story` | what happened, and when |

`python -m tests.simulation SEED [--bug NAME]` replays a seed; `python -m tests.simulation.soak` runs many.
"""
