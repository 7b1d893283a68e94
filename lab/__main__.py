"""`python -m lab`."""

from lab.commands import main

main()
