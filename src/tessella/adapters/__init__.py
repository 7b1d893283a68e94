"""The games as other libraries want them: PettingZoo, batches in NumPy arrays, OpenSpiel. See `docs/research.md`.

These need the extra `research` (pip install 'tessella[research]'), and are imported one by one:
`tessella.adapters.pettingzoo`, `tessella.adapters.batch`, `tessella.adapters.open_spiel`.
"""
