"""The games as other libraries want them: PettingZoo, batches in NumPy arrays, OpenSpiel. See `docs/research.md`.

These need the extra `research` (pip install 'tessella-games[research]'), and are imported one by one:
`tessella.research.pettingzoo`, `tessella.research.batch`, `tessella.research.open_spiel`.
"""
