"""The picture of the layers in docs/architecture.md, drawn from the contracts of import-linter in pyproject.toml.

`make pictures` writes it. A test compares the file with what this draws, so that the picture and the contracts agree.
"""

import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent
FILE = Path(__file__).parent / "layers.svg"

MEANINGS = {
    "cli": "the commands",
    "server": "HTTP, stores",
    "browser": "Pyodide",
    "arena": "matches",
    "research": "learners",
    "hosting": "sessions, timers, requests: tables over any store, clock and workers",
    "tables": "seats, entries, undo, clocks, messages: no I/O",
    "review": "what each decision of a game was worth",
    "testkit": "the laws that every game must pass",
    "record": "a game as text",
    "games": "the registry, and one package for each game:",
    "puzzles": "what puzzles of all games share",
    "bots": "the bots' contract, levels, budgets, search",
    "learning": "observations as arrays",
    "drawing": "SVG and pixels",
    "core": "the contract of a game, schema, errors, randomness",
}
"""What each layer is, in a few words. A new layer needs a line here."""
INSIDE = {
    "game": "the Game object, offers the rest",
    "learning": "observations, batches",
    "puzzles": "making, grading, text",
    "bots": "players, search, proofs",
    "drawing": "SVG, terminal, pixels",
    "engine": "rules, state, view, kernel, …",
}
"""What each layer inside a game is. The lowest one consists of many modules, and is called the engine."""
OUTSIDE = (("web", "the browser client: talks to server or browser", 0.65), ("lab", "computes weights", 0.35))
"""What is not part of the package, and its share of the row above it."""

WIDTH, MARGIN, ROW, GAP = 740, 16, 34, 6
INNER = 26
"""The height of a layer inside a game."""
STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #1c1917; }
  .name { font-weight: 600; }
  .panel { fill: #fafaf9; }
  .layer { fill: #fed7aa; }
  .game { fill: #fdba74; }
  .inside { fill: #ffedd5; }
  .outside { fill: #e7e5e4; stroke: #78716c; stroke-dasharray: 5 4; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f5f5f4; }
    .panel { fill: #1c1917; }
    .layer { fill: #7c2d12; }
    .game { fill: #9a3412; }
    .inside { fill: #57200c; }
    .outside { fill: #292524; stroke: #a8a29e; }
  }
"""


def contracts() -> dict[str, list[str]]:
    """The layers of each package that has them, from the highest."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return {
        contract["containers"][0]: contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    }


def box(kind: str, x: float, y: float, width: float, height: float) -> str:
    """A rectangle."""
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>'


def label(x: float, y: float, name: str, meaning: str = "") -> str:
    """A name, and what it means."""
    rest = f"<tspan>  {escape(meaning)}</tspan>" if meaning else ""
    return f'<text x="{x:g}" y="{y:g}" xml:space="preserve"><tspan class="name">{escape(name)}</tspan>{rest}</text>'


def row(names: list[str], y: float, kind: str = "layer") -> list[str]:
    """Layers side by side, which do not import each other."""
    width = (WIDTH - 2 * MARGIN - GAP * (len(names) - 1)) / len(names)
    parts = []
    for number, name in enumerate(names):
        x = MARGIN + number * (width + GAP)
        parts += [box(kind, x, y, width, ROW), label(x + 10, y + 22, name, MEANINGS[name])]
    return parts


def games(y: float, inside: dict[str, list[str]]) -> tuple[list[str], float]:
    """The layer of the games, with the layers inside each of them; and its height."""
    width = (WIDTH - 2 * MARGIN - GAP * (len(inside) + 1)) / len(inside)
    parts, height = [], 0.0
    for number, (package, layers) in enumerate(inside.items()):
        x, below = MARGIN + GAP + number * (width + GAP), y + ROW
        tall = ROW + len(layers) * (INNER + GAP)
        parts += [box("game", x, below, width, tall), label(x + 10, below + 22, package.removeprefix("tessella."))]
        for depth, layer in enumerate(layers):
            top = below + ROW + depth * (INNER + GAP)
            name = "engine" if ":" in layer else layer
            parts += [box("inside", x + GAP, top, width - 2 * GAP, INNER), label(x + 16, top + 18, name, INSIDE[name])]
        height = max(height, ROW + tall + GAP)
    whole = box("layer", MARGIN, y, WIDTH - 2 * MARGIN, height)
    return [whole, label(MARGIN + 10, y + 22, "games", MEANINGS["games"]), *parts], height


def picture() -> str:
    """The layers as SVG: each box may import the boxes below it."""
    inside = contracts()
    layers = inside.pop("tessella")
    parts: list[str] = []
    y: float = MARGIN
    x: float = MARGIN
    for name, meaning, share in OUTSIDE:
        width = (WIDTH - 2 * MARGIN - GAP) * share
        parts += [box("outside", x, y, width, ROW), label(x + 10, y + 22, name, meaning)]
        x += width + GAP
    y += ROW + GAP
    for layer in layers:
        if layer == "games":
            drawn, height = games(y, inside)
        else:
            drawn, height = row(layer.split(" | "), y), ROW
        parts += drawn
        y += height + GAP
    total = y - GAP + MARGIN
    size = f'viewBox="0 0 {WIDTH} {total:g}" width="{WIDTH}" height="{total:g}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            "<title>The layers of Tessella</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="panel" width="{WIDTH}" height="{total:g}" rx="10"/>',
            *parts,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
