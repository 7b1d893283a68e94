"""Programs that produce the weights of the bots and the pages of figures: `python -m lab`, from a checkout.

They use the `tessella` package and are not part of it: the source archive has them, the wheel does not.
"""
