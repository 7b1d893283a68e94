"""JSON from dataclasses: one schema for what a seat sees and hears, wherever it is sent.

The fields of a frozen dataclass are the fields of its JSON object, encoded by their types:

- numbers, texts, truth values and None as they are; a `Seat` counted from 1;
- a tuple as a list; another dataclass as an object;
- an action as its text; options as an object of texts.

A `derived` property is encoded like a field and left out by `decode`. That of a view depends on what everybody sees and
on `legal`, on nothing else. A field whose name begins with an underscore is
for the engine alone and never leaves it. A class with a `json_tag` begins with that name and value.
"""

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from tessella.core.errors import TessellaError
from tessella.core.seats import SeatCount, seat_at, seat_number

Json = dict[str, Any]
Readers = Mapping[type, Callable[[Any], Any]]
"""What reads back a text or an object of texts, by the type it becomes."""
AnyClass = TypeVar("AnyClass")
Encoder = Callable[[Any], Any]

PLAIN = (bool, int, float, str)


class SchemaError(TessellaError, ValueError):
    """JSON that does not fit the schema: where, what was there, and what would be right."""


class AsText:
    """Something whose JSON is its text, or an object of texts."""

    __slots__ = ()

    def to_text(self) -> Any:
        """The text; `Readers` read it back."""
        return str(self)


if TYPE_CHECKING:
    derived = property
else:

    class derived(property):  # noqa: N801 - used as a decorator, like property
        """A property that belongs to the JSON. It is computed when it is asked for."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a JSON object."""

    name: str
    hint: Any
    """Its type, with its annotations."""
    derived: bool


@cache
def fields_of(kind: Any) -> tuple[Field, ...]:
    """The fields of a class's JSON, in the order they are written."""
    hints = get_type_hints(kind, include_extras=True)
    stored = [Field(field.name, hints[field.name], False) for field in fields(kind) if field.name[0] != "_"]
    computed = [
        Field(name, get_type_hints(value.fget, include_extras=True)["return"], True)
        for base in reversed(kind.__mro__)
        for name, value in vars(base).items()
        if not TYPE_CHECKING and isinstance(value, derived)
    ]
    return (*stored, *computed)


def is_seat(hint: Any) -> bool:
    """Whether a type is a seat."""
    return get_origin(hint) is Annotated and any(isinstance(mark, SeatCount) for mark in hint.__metadata__)


def choices_of(hint: Any) -> tuple[Any, ...]:
    """The types that a union allows; of any other type, itself."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def parts_of(kind: Any) -> list[type]:
    """The dataclasses that the JSON of one holds, each after those in its own fields; itself last."""
    kinds: dict[type, None] = {}
    for field in fields_of(kind):
        for hint in _innermost(field.hint):
            if is_dataclass(hint) and not issubclass(hint, AsText):  # type: ignore[arg-type]  # it is a class
                kinds |= dict.fromkeys(parts_of(hint))
    return [*kinds, kind]


def _innermost(hint: Any) -> list[Any]:
    """The types in a type: of a union or tuple, those of its items."""
    if get_origin(hint) is tuple:
        return [inner for item in get_args(hint) for inner in _innermost(item)]
    choices = choices_of(hint)
    return [hint] if choices == (hint,) else [inner for choice in choices for inner in _innermost(choice)]


# ---- writing ----


def encode(value: Any, without: frozenset[str] = frozenset()) -> Json:
    """The JSON of a dataclass, with or without some of its fields."""
    kind: Any = type(value)
    whole, _ = _encoders(kind)
    json: Json = whole(value)
    for name in without:
        json.pop(name, None)
    return json


def encode_apart(public: Any, apart: Sequence[Json], without: frozenset[str] = frozenset()) -> tuple[Json, list[Json]]:
    """The JSON of several views in two parts: what is the same in all of them, and for each of them the rest.

    `public` is what everybody sees, and `apart` has the fields in which each view differs from it. What is the same is
    encoded once.
    """
    kind: Any = type(public)
    computed = [name for name in _derived(kind) if name not in without]
    differing = dict.fromkeys(name for own in apart for name in own)
    if computed and any(own.get("legal") for own in apart):
        differing |= dict.fromkeys(computed)
    encode_shared, encode_same = _split(kind, without, (*differing,))
    encoders, same = _encoders(kind)[1], encode_same(public)
    parts = []
    for own in apart:
        part: Json = same.copy()
        for name, value in own.items():
            part[name] = encoders[name](value)
        if computed and own.get("legal"):
            view = changed(public, own)
            for name in computed:
                part[name] = encoders[name](getattr(view, name))
        parts.append(part)
    return encode_shared(public), parts


@cache
def _split(kind: Any, without: frozenset[str], differing: tuple[str, ...]) -> tuple[Encoder, Encoder]:
    """What encodes all fields of an object but some, with its tag, and what encodes those some."""
    shared = [field.name for field in fields_of(kind) if field.name not in without and field.name not in differing]
    return _object_encoder(kind, _tag(kind), shared), _object_encoder(kind, {}, differing)


@cache
def _derived(kind: Any) -> tuple[str, ...]:
    """The names of the derived fields of a class."""
    return tuple(field.name for field in fields_of(kind) if field.derived)


@cache
def _stored(kind: Any) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    return tuple(field.name for field in fields(kind))


def changed(value: AnyClass, values: Json) -> AnyClass:
    """A dataclass with other values in some fields; faster than `dataclasses.replace`."""
    kind: Any = type(value)
    result: AnyClass = kind(**({name: getattr(value, name) for name in _stored(kind)} | values))
    return result


def differences(public: Any, own: Any) -> Json:
    """The values of the fields in which an object differs from another of its class."""
    kind: Any = type(public)
    return {name: value for name in _stored(kind) if (value := getattr(own, name)) != getattr(public, name)}


def _tag(kind: Any) -> Json:
    return dict([kind.json_tag()]) if hasattr(kind, "json_tag") else {}


@cache
def _encoders(kind: Any) -> tuple[Encoder, dict[str, Encoder]]:
    """What encodes an object of a class, and what encodes each of its fields.

    They are compiled from the types of the fields, as `dataclass` itself compiles methods: every message of a server is
    encoded here, and a loop over types would take three times as long.
    """
    names: dict[str, Any] = {"seat_number": seat_number}
    wanted = fields_of(kind)
    parts = {field.name: _expression(field.hint, "value", names) for field in wanted}
    whole = _object_encoder(kind, _tag(kind), [field.name for field in wanted])
    return whole, {name: eval(f"lambda value: {expression}", names) for name, expression in parts.items()}


def _object_encoder(kind: Any, tag: Json, wanted: Iterable[str]) -> Encoder:
    """What encodes some fields of an object, after its tag."""
    names: dict[str, Any] = {"seat_number": seat_number}
    hints = {field.name: field.hint for field in fields_of(kind)}
    pairs = [f"{name!r}: {value!r}" for name, value in tag.items()]
    pairs += [f"{name!r}: {_expression(hints[name], f'value.{name}', names)}" for name in wanted]
    encoder: Encoder = eval(f"lambda value: {{{', '.join(pairs)}}}", names)
    return encoder


def _expression(hint: Any, value: str, names: dict[str, Any]) -> str:
    """Python that encodes a value of a type; what it calls is put among the names."""
    if is_seat(hint):
        return f"seat_number({value})"
    choices = [choice for choice in choices_of(hint) if choice is not type(None)]
    if len(choices) > 1:
        raise TypeError(f"a field is of one type, or None: {hint} has no JSON")
    if choices != [hint]:
        inner = _expression(choices[0], value, names)
        return inner if inner == value else f"(None if {value} is None else {inner})"
    if hint in PLAIN:
        return value
    if get_origin(hint) is tuple:
        return _tuple_expression(get_args(hint), value, names)
    if not isinstance(hint, type) or not (issubclass(hint, AsText) or is_dataclass(hint)):
        raise TypeError(f"there is no JSON for {hint}")
    if not issubclass(hint, AsText):
        function: Any = _encoders(hint)[0]
    else:
        function = str if hint.to_text is AsText.to_text else hint.to_text
    name = f"encode_{hint.__name__}"
    names[name] = function
    return f"{name}({value})"


def _tuple_expression(items: tuple[Any, ...], value: str, names: dict[str, Any]) -> str:
    depth = f"item{value.count('item')}"
    if items[-1] is Ellipsis:
        inner = _expression(items[0], depth, names)
        return f"list({value})" if inner == depth else f"[{inner} for {depth} in {value}]"
    return f"[{', '.join(_expression(item, f'{value}[{number}]', names) for number, item in enumerate(items))}]"


# ---- reading ----


def decode(kind: type[AnyClass], json: Any, readers: Readers) -> AnyClass:
    """An object of a dataclass from its JSON; `SchemaError` names the first part that is wrong."""
    decoded: AnyClass = _read_object(kind, json, readers, kind.__name__.lower())
    return decoded


def _read_object(kind: Any, json: Any, readers: Readers, path: str) -> Any:
    if not isinstance(json, dict):
        raise SchemaError(f"{path} is an object, not {_short(json)}")
    tag = _tag(kind)
    for name, value in tag.items():
        if json.get(name) != value:
            raise SchemaError(f"{path}.{name} is {value!r}, not {_short(json.get(name))}")
    wanted = fields_of(kind)
    unknown = sorted(set(json) - {field.name for field in wanted} - set(tag))
    if unknown:
        raise SchemaError(f"{path} has no field {unknown[0]!r}")
    values = {}
    for field in wanted:
        if field.derived:
            continue
        if field.name not in json:
            raise SchemaError(f"{path} lacks the field {field.name!r}")
        values[field.name] = _read(field.hint, json[field.name], readers, f"{path}.{field.name}")
    return kind(**values)


def _read(hint: Any, json: Any, readers: Readers, path: str) -> Any:
    choices = choices_of(hint)
    if json is None and type(None) in choices:
        return None
    hint = next(choice for choice in choices if choice is not type(None))
    if is_seat(hint):
        if not isinstance(json, int) or isinstance(json, bool) or json < 1:
            raise SchemaError(f"{path} is a seat, a whole number from 1, not {_short(json)}")
        return seat_at(json)
    if hint in PLAIN:
        return _read_plain(hint, json, path)
    if get_origin(hint) is tuple:
        return _read_tuple(get_args(hint), json, readers, path)
    if hint in readers:
        try:
            return readers[hint](json)
        except (TessellaError, AttributeError, TypeError) as error:
            raise SchemaError(f"{path}: {error}") from None
    return _read_object(hint, json, readers, path)


def _read_plain(hint: type, json: Any, path: str) -> Any:
    right = isinstance(json, (int, float) if hint is float else hint) and (hint is bool or not isinstance(json, bool))
    if not right:
        name = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}[hint]
        raise SchemaError(f"{path} is {name}, not {_short(json)}")
    return json


def _read_tuple(items: tuple[Any, ...], json: Any, readers: Readers, path: str) -> tuple[Any, ...]:
    if not isinstance(json, list):
        raise SchemaError(f"{path} is a list, not {_short(json)}")
    if items[-1] is Ellipsis:
        items = (items[0],) * len(json)
    if len(items) != len(json):
        raise SchemaError(f"{path} has {len(items)} parts, not {len(json)}")
    return tuple(
        _read(item, part, readers, f"{path}[{number}]")
        for number, (item, part) in enumerate(zip(items, json, strict=True))
    )


def _short(json: Any) -> str:
    text = repr(json)
    return text if len(text) <= 40 else f"{text[:40]}…"
