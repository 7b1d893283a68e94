"""The tables of fields in docs/bots.md, from the classes of views and events and their docstrings.

`make fields` writes them into the page. A test compares the page with what this generates.
"""

import ast
import inspect
import re
import textwrap
from pathlib import Path
from typing import Any, get_args, get_origin

from tessella.core import Event, Game
from tessella.core.schema import choices_of, fields_of, is_seat, parts_of
from tessella.games import GAMES
from tessella.tables import events

PAGE = Path(__file__).parent / "bots.md"
BEGIN, END = "<!-- fields: made by docs/fields.py -->\n", "<!-- /fields -->\n"
WORDS = {bool: "true or false", int: "number", float: "number", str: "text", type(None): "null"}


def docstrings(kind: type) -> dict[str, str]:
    """The docstring of each field of a class, also of its bases."""
    texts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("tessella."):
            body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
            assert isinstance(body, ast.ClassDef)
            for node, after in zip(body.body, [*body.body[1:], None], strict=True):
                if isinstance(node, ast.FunctionDef):
                    texts[node.name] = ast.get_docstring(node) or ""
                elif isinstance(node, ast.AnnAssign) and isinstance(after, ast.Expr):
                    texts[ast.unparse(node.target)] = ast.literal_eval(after.value)
    return {name: re.sub(r"\bNone\b", "null", " ".join(text.split())) for name, text in texts.items()}


def words(hint: Any) -> str:
    """A type in words."""
    choices = choices_of(hint)
    if len(choices) > 1:
        return " or ".join(words(choice) for choice in choices)
    if is_seat(hint):
        return "seat"
    if get_origin(hint) is tuple:
        items = get_args(hint)
        if items[-1] is Ellipsis:
            inner = words(items[0])
            return f"list of ({inner})" if " " in inner else f"list of {inner}"
        return f"[{', '.join(words(item) for item in items)}]"
    if hint in WORDS:
        return WORDS[hint]
    names = [base.__name__ for base in hint.__mro__ if base.__module__ == "tessella.core.contract"]
    if "Action" in names:
        return "action"
    return "options" if "Options" in names else f"`{hint.__name__}`"


def table(kind: type) -> list[str]:
    """The fields of a class as a table in Markdown."""
    texts = docstrings(kind)
    lines = ["| field | type | meaning |", "|---|---|---|"]
    for field in fields_of(kind):
        lines.append(f"| `{field.name}` | {words(field.hint)} | {texts[field.name]} |")
    return lines


def events_table(game: Game) -> list[str]:
    """The events of a game as a table: their fields and their meanings."""
    lines = ["| `event` | fields | meaning |", "|---|---|---|"]
    kinds: tuple[type[Event], ...] = (*game.event_types, *events.EVENTS)
    for kind in kinds:
        names = ", ".join(f"`{field.name}`" for field in fields_of(kind))
        lines.append(f"| `{kind.json_tag()[1]}` | {names} | {' '.join((inspect.getdoc(kind) or '').split())} |")
    return lines


def fields() -> str:
    """The tables of all games."""
    lines: list[str] = []
    for game in GAMES.values():
        lines += [f"#### A view of {game.title}", "", *table(game.view_type), ""]
        for kind in parts_of(game.view_type)[:-1]:
            lines += [f"`{kind.__name__}`: {inspect.getdoc(kind)}", "", *table(kind), ""]
        lines += [f"#### Events of {game.title}", "", *events_table(game), ""]
    return "\n".join(lines)


def updated(page: str) -> str:
    """The page with current tables."""
    return re.sub(f"(?s){BEGIN}.*{END}", lambda _: f"{BEGIN}\n{fields()}\n{END}", page)


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
