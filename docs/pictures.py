"""The pictures in the rules, drawn by the games' own renderers. `make pictures` writes them to docs/pictures.

Positions come from games that are played here, so that every picture obeys the rules. A test compares the files with
what this draws.
"""

from pathlib import Path
from typing import TypeVar

from tessella.core import Generator, State
from tessella.games import chromino, florentine
from tessella.games.chromino import puzzles as conundrums
from tessella.games.chromino.drawing import svg as chromino_svg
from tessella.games.florentine.drawing import svg as florentine_svg

AnyState = TypeVar("AnyState", bound=State)
FOLDER = Path(__file__).parent / "pictures"


def played(state: AnyState, seed: int, plies: int | None) -> AnyState:
    """A game after this many random actions, or at its end. A seat that can lay something does."""
    luck = Generator(seed)
    while state.turn is not None and (plies is None or len(state.history) < plies):
        legal = state.legal(state.turn)
        lays = legal if isinstance(state, chromino.State) else [each for each in legal if "@" in str(each)]
        state.apply(state.turn, luck.choice(lays or legal))
    return state


def of_chromino(seed: int, plies: int, edition: str = "classic", junior: str = "no") -> str:
    """A position of Chromino, the last tile outlined."""
    return chromino.GAME.drawing.svg(
        played(chromino.new(edition, players=2, seed=seed, junior=junior), seed, plies).view(None)
    )


def of_florentine(seed: int, plies: int | None, seat: int | None = None) -> str:
    """A position of Florentine Dominoes, for a spectator or for a seat, whose spaces stand out."""
    return florentine.GAME.drawing.svg(played(florentine.new(players=2, seed=seed), seed, plies).view(seat))


def corners() -> str:
    """The cross is complete: where the next card may go (F10)."""
    board = played(florentine.new(players=2, seed=0), 0, 13).view(None).board
    return florentine_svg.board_svg(board, ghosts=[(-1, -1), (1, -1), (-1, 1), (1, 1)])


def conundrum() -> str:
    """A conundrum's solution, numbered (C36)."""
    puzzle = conundrums.new("rules", difficulty=1, tiles=1)
    (places,) = puzzle.solve().values()
    return chromino_svg.board_svg(puzzle.board, ghosts=places, numbers=True)


def all_pictures() -> dict[str, str]:
    """Every picture, by its file's name."""
    return {
        "tile.svg": chromino_svg.tile_svg("BGR"),
        "wild-tile.svg": chromino_svg.tile_svg("B*G"),
        "one-tile.svg": of_chromino(40, 2),
        "several-tiles.svg": of_chromino(0, 2),
        "wild.svg": of_chromino(33, 2),
        "ends.svg": of_chromino(55, 4, junior="ends"),
        "squares.svg": of_chromino(255, 5, "joker", "squares"),
        "conundrum.svg": conundrum(),
        "card.svg": florentine_svg.card_svg("RRbg"),
        "corners.svg": corners(),
        "closed.svg": of_florentine(16, 3, 0),
        "square.svg": of_florentine(184, None, 0),
    }


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in all_pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
