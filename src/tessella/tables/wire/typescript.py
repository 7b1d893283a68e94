"""The wire types as TypeScript, for the browser client: `python -m tessella.tables.wire.typescript > web/src/wire.ts`.

What the client believes of the wire is written from what the server sends, so that the two cannot drift apart; a test
fails while the file is stale.
"""

import inspect
import sys
from collections.abc import Iterable

import msgspec
from msgspec import inspect as types

from tessella.tables.wire import base, chromino, conundrums, florentine, live, reviews, tables
from tessella.tables.wire.base import ClientRequest, Wire

MODULES = (base, tables, chromino, florentine, live, conundrums, reviews)
ALIASES = {
    "Clock": tables.Clock,
    "Triangle": florentine.Triangle,
    "ChrominoEvent": chromino.ChrominoEvent,
    "FlorentineEvent": florentine.FlorentineEvent,
    "Position": live.Position,
    "Update": live.Update,
    "ClientMessage": live.ClientMessage,
    "ServerMessage": live.ServerMessage,
    "GameName": tables.GameName,
    "Level": tables.Level,
}
"""Types that have a name of their own without being structs."""

_HEAD = "// Written by `python -m tessella.tables.wire.typescript` from the server's types. Do not change it by hand.\n"
_PLAIN: dict[type[types.Type], str] = {
    types.AnyType: "unknown",
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.IntType: "number",
    types.NoneType: "null",
    types.StrType: "string",
}


def structs() -> list[type[msgspec.Struct]]:
    """The structs in the order in which they are written down."""
    found: list[type[msgspec.Struct]] = []
    for module in MODULES:
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, Wire | ClientRequest) and each.__module__ == module.__name__:
                found.append(each)
    return [each for each in found if each not in (Wire, ClientRequest)]


def typescript() -> str:
    """All of it, as the file has it."""
    parts = [_HEAD]
    parts += [_interface(each) for each in structs()]
    parts += [f"export type {name} = {_type(types.type_info(alias))};\n" for name, alias in ALIASES.items()]
    return "\n".join(parts)


def _interface(struct: type[msgspec.Struct]) -> str:
    info = types.type_info(struct)
    assert isinstance(info, types.StructType)
    lines = [f"/** {inspect.getdoc(struct)} */", f"export interface {struct.__name__} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {_quoted(info.tag)};")
    for field in info.fields:
        mark = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type)};")
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


def _joined(texts: Iterable[str]) -> str:
    return " | ".join(texts)


def _bracketed(text: str) -> str:
    return f"({text})" if " | " in text else text


def _quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    sys.stdout.write(typescript())
