"""The wire types as TypeScript, for the browser client: `python -m tessella.tables.wire.typescript > web/src/wire.ts`.

The messages are msgspec structs; the views and events inside them are the dataclasses of the games, by the schema that
encodes them. A test fails while the file is stale, so that client and server cannot drift apart.
"""

import inspect
import sys
from collections.abc import Iterable
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect as types

from tessella.core import Action, Game, Options
from tessella.core.schema import PLAIN, choices_of, fields_of, is_seat, parts_of
from tessella.games import GAMES
from tessella.tables import events
from tessella.tables.messages import UNCHANGED
from tessella.tables.wire import base, conundrums, live, reviews, tables
from tessella.tables.wire.base import ClientRequest, Wire

MODULES = (base, tables, live, conundrums, reviews)
ALIASES = {
    "Clock": tables.Clock,
    "ClientMessage": live.ClientMessage,
    "ServerMessage": live.ServerMessage,
    "GameName": tables.GameName,
    "Level": tables.Level,
    "NoUndo": tables.NoUndo,
    "Pace": tables.Pace,
}
"""Types that have a name of their own without being structs."""
PAYLOADS = {
    ("Snapshot", "views"): "View[]",
    ("Update", "views"): "ViewUpdate[] | null",
    ("Update", "events"): "GameEvent[]",
}
"""The fields of messages that hold views and events, which the games define."""

_HEAD = "// Written by `python -m tessella.tables.wire.typescript` from the server's types. Do not change it by hand.\n"
_PLAIN: dict[type[types.Type], str] = {
    types.AnyType: "unknown",
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.IntType: "number",
    types.NoneType: "null",
    types.StrType: "string",
}
_SCALARS = dict(zip(PLAIN, ("boolean", "number", "number", "string"), strict=True))


def typescript() -> str:
    """The whole file."""
    parts = [_HEAD]
    parts += [_interface(each) for each in structs()]
    parts += [_object(kind) for kind in _shared()]
    for game in GAMES.values():
        parts += [_object(kind, game) for kind in _own(game)]
        parts.append(_alias(f"{_prefix(game)}Event", [_name(kind, game) for kind in _events(game)]))
    games = [_prefix(game) for game in GAMES.values()]
    parts.append(_alias("View", [f"{name}View" for name in games]))
    left_out = _joined(sorted(_quoted(name) for name in UNCHANGED))
    parts.append(_alias("ViewUpdate", [f"Omit<{name}View, {left_out}>" for name in games]))
    parts.append(_alias("GameEvent", [f"{name}Event" for name in games]))
    parts += [_alias(name, [_type(types.type_info(alias))]) for name, alias in ALIASES.items()]
    return "\n".join(parts)


def _alias(name: str, choices: list[str]) -> str:
    return f"export type {name} = {_joined(choices)};\n"


# ---- messages: msgspec structs ----


def structs() -> list[type[msgspec.Struct]]:
    """The structs in the order in which they are written down."""
    return [
        each
        for module in MODULES
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Wire | ClientRequest)
        and each.__module__ == module.__name__
        and each not in (Wire, ClientRequest)
    ]


def _interface(struct: type[msgspec.Struct]) -> str:
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    lines = [f"/** {inspect.getdoc(struct)} */", f"export interface {struct.__name__} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {_quoted(info.tag)};")
    for field in info.fields:
        mark = "" if field.required else "?"
        payload = PAYLOADS.get((struct.__name__, field.name))
        lines.append(f"  {field.encode_name}{mark}: {payload or _type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _type(info: types.Type) -> str:
    match info:
        case types.StructType():
            return info.cls.__name__
        case types.Metadata():
            return _type(info.type)
        case types.LiteralType():
            return " | ".join(_quoted(value) for value in info.values)
        case types.UnionType():
            # What is UNSET is left out, which the question mark behind the field's name says already.
            return _joined(_type(each) for each in info.types if not isinstance(each, types.CustomType))
        case types.ListType():
            return f"{_bracketed(_type(info.item_type))}[]"
        case types.TupleType():
            return f"[{', '.join(_type(each) for each in info.item_types)}]"
        case types.DictType():
            return f"Record<{_type(info.key_type)}, {_type(info.value_type)}>"
    plain = _PLAIN.get(type(info))
    if plain is None:
        raise TypeError(f"there is no TypeScript for {info!r} yet")
    return plain


# ---- views and events: dataclasses ----


def _prefix(game: Game) -> str:
    return game.name.capitalize()


def _events(game: Game) -> list[type]:
    return [*game.event_types, *events.EVENTS]


def _shared() -> list[type]:
    """The dataclasses that all games use, each after those in its fields."""
    kinds = (kind for game in GAMES.values() for top in (game.view_type, *_events(game)) for kind in parts_of(top))
    return [kind for kind in dict.fromkeys(kinds) if _is_shared(kind)]


def _own(game: Game) -> list[type]:
    """The dataclasses of one game."""
    kinds = (kind for top in (game.view_type, *_events(game)) for kind in parts_of(top))
    return [kind for kind in dict.fromkeys(kinds) if not _is_shared(kind)]


def _is_shared(kind: type) -> bool:
    return kind.__module__.startswith(("tessella.core.", "tessella.tables."))


def _name(kind: type, game: Game | None) -> str:
    return kind.__name__ if game is None or _is_shared(kind) else f"{_prefix(game)}{kind.__name__}"


def _object(kind: Any, game: Game | None = None) -> str:
    lines = [f"/** {inspect.getdoc(kind)} */", f"export interface {_name(kind, game)} {{"]
    if hasattr(kind, "json_tag"):
        name, value = kind.json_tag()
        lines.append(f"  {name}: {_quoted(value)};")
    lines += [f"  {field.name}: {_hint(field.hint, game)};" for field in fields_of(kind)]
    return "\n".join([*lines, "}", ""])


def _hint(hint: Any, game: Game | None) -> str:
    choices = choices_of(hint)
    if len(choices) > 1:
        return _joined(_hint(choice, game) for choice in choices)
    if hint is type(None):
        return "null"
    if is_seat(hint):
        return "number"
    if hint in _SCALARS:
        return _SCALARS[hint]
    if get_origin(hint) is tuple:
        items = get_args(hint)
        if items[-1] is Ellipsis:
            return f"{_bracketed(_hint(items[0], game))}[]"
        return f"[{', '.join(_hint(item, game) for item in items)}]"
    if issubclass(hint, Action):
        return "string"
    if issubclass(hint, Options):
        return "Record<string, string>"
    return _name(hint, game)


# ---- text ----


def _joined(texts: Iterable[str]) -> str:
    return " | ".join(texts)


def _bracketed(text: str) -> str:
    return f"({text})" if " | " in text else text


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    sys.stdout.write(typescript())
