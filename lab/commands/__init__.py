"""The commands of the lab, run like those of `tessella`."""

from collections.abc import Sequence

from tessella.cli import run_program

COMMANDS = {
    "ladder": "measure how strong the bots of every level are, and write a page with tables and charts",
    "train": "compute the weights of Chromino's bots anew, by self-play",
    "study": "compare the five levels of difficulty over many conundrums of Chromino",
}


def main(argv: Sequence[str] | None = None) -> None:
    """Run a command of the lab."""
    run_program(
        "python -m lab", "Produce the weights of the bots and the pages of figures.", COMMANDS, "lab.commands", argv
    )
