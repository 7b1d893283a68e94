"""What the observations and actions of every game share, for learning programs."""
