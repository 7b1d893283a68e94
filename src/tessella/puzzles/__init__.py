"""What the puzzles of every game share."""
