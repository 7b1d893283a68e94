"""The browser client's wire types are those of the server."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tessella.bots import LEVELS
from tessella.tables.wire import live, tables, typescript

pytestmark = pytest.mark.once

WIRE = Path(__file__).parent.parent / "web" / "src" / "wire.ts"


@pytest.mark.skipif(not WIRE.parent.exists(), reason="the browser client's sources are not here")
def test_the_client_has_the_types_of_the_server() -> None:
    written = WIRE.read_text(encoding="utf-8")
    assert written == typescript.typescript(), (
        "web/src/wire.ts is stale: python -m tessella.tables.wire.typescript > web/src/wire.ts"
    )


def test_every_struct_is_written_once_and_with_its_tag() -> None:
    text = typescript.typescript()
    for struct in typescript.structs():
        assert text.count(f"export interface {struct.__name__} {{") == 1
    assert 'export interface Act {\n  type: "act";\n  key: string;' in text


def test_names_on_the_wire_are_used_and_what_may_be_left_out_is_marked() -> None:
    text = typescript.typescript()
    assert "  name?: string | null;" in text
    assert "  version?: number;" in text


def test_a_type_that_has_no_typescript_is_said_so() -> None:
    with pytest.raises(TypeError, match="no TypeScript"):
        typescript._type(msgspec.inspect.type_info(set[int]))


def test_the_wire_knows_every_level_of_the_bots() -> None:
    assert get_args(tables.Level) == LEVELS


def test_unions_that_go_over_the_wire_have_their_names() -> None:
    text = typescript.typescript()
    assert "export type ClientMessage = Act | Undo | Why | HintRequest | Sync;" in text
    assert live.ClientMessage is not None
