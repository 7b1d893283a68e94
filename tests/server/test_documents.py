"""docs/server.md says what is true: options, limits, headers, metrics, requests, and how to make a backup."""

import argparse
import asyncio
import re
from dataclasses import fields
from pathlib import Path

import pytest

from tessella.cli import serve
from tessella.hosting.settings import Settings
from tessella.hosting.store import StartError
from tessella.server.metrics import Metrics
from tessella.server.middleware import HEADERS
from tessella.server.socket import table_live
from tessella.server.sqlite import SqliteStore
from tessella.server.sqlite_file import back_up
from tests.server.harness import Player, running

PAGE = (Path(__file__).parent.parent.parent / "docs" / "server.md").read_text(encoding="utf-8")


def rows(head: str) -> list[tuple[str, ...]]:
    """The rows of the table with this first heading."""
    (table,) = re.findall(rf"^\| {head} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [tuple(cell.strip() for cell in row.strip("|").split(" | ")) for row in table.splitlines()]


def test_the_options() -> None:
    """All of tessella serve, and no others."""
    parser = argparse.ArgumentParser(add_help=False)
    serve.arguments(parser)
    documented = {
        f"`{action.option_strings[0]}{'' if action.nargs == 0 else f' {action.metavar or action.dest.upper()}'}`"
        for action in parser._actions
    }
    assert {row[0].lstrip("| ") for row in rows("option")} == documented


def test_the_limits() -> None:
    """The numbers are those that hold if nothing else is said."""
    documented = {row[0].strip("`| "): float(re.sub(r"[^\d.]|\.$", "", row[1])) for row in rows("setting")}
    usual = {field.name: field.default for field in fields(Settings)}
    assert documented == {name: value for name, value in usual.items() if name not in ("allowed_hosts", "secure")}
    parser = argparse.ArgumentParser()
    serve.arguments(parser)
    helped = {action.dest: action.help or "" for action in parser._actions}
    for option in ("pace", "grace", "bot_workers"):
        assert helped[option].endswith(f"(default: {documented[option]:g})")


def test_the_headers() -> None:
    """As every answer carries them."""
    assert {row[0].strip("`| "): row[1].strip("`| ") for row in rows("header")} == HEADERS


def test_the_metrics() -> None:
    """All of them."""
    families = {family.name: family.type for family in Metrics().registry.collect()}
    documented = {row[0].strip("`| ") for row in rows("metric")}
    assert documented == {name + ("_total" if kind == "counter" else "") for name, kind in families.items()}


def test_the_requests(tmp_path: Path) -> None:
    """All that the OpenAPI document describes, and the live connection."""

    async def described() -> dict[str, dict[str, object]]:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            answer = await served.player().ask("GET", "/api/schema/openapi.json", None, 200)
            result: dict[str, dict[str, object]] = answer.json()["paths"]
            return result

    documented = {each for row in rows("request") for each in re.findall(r"`((?:GET|POST|PUT|DELETE) [^`]*)`", row[0])}
    there = {
        f"{method.upper()} {path.replace('{table}', '{id}')}"
        for path, methods in asyncio.run(described()).items()
        for method in methods
    }
    assert documented == there
    assert table_live.paths == {"/api/tables/{table:str}/live"}
    assert "`/api/tables/{id}/live`" in PAGE


@pytest.mark.parametrize("address", ["/health", "/ready", "/metrics", "/api/schema/openapi.json"])
def test_the_addresses(address: str, tmp_path: Path) -> None:
    """They are there, and carry the headers."""

    async def run() -> None:
        async with running(SqliteStore(tmp_path / "t.db"), tmp_path) as served:
            answer = await served.player().ask("GET", address, None, 200)
            assert HEADERS.items() <= dict(answer.headers).items()

    assert f"`{address}`" in PAGE
    asyncio.run(run())


def test_a_backup(tmp_path: Path) -> None:
    """One made while the server runs has all that was confirmed, and people get their seats back with it."""
    folder, saved = tmp_path / "folder", tmp_path / "saved"

    async def run() -> None:
        async with running(SqliteStore(folder / "tables.db"), folder) as served:
            ann = Player(served.address)
            table = await ann.open({"game": "chromino"})
            back_up(folder / "tables.db", saved)  # what `tessella data backup` does
            with pytest.raises(StartError, match="exists already"):
                back_up(folder / "tables.db", saved)
        async with running(SqliteStore(saved / "tables.db"), saved) as served:
            ann.go_to(served.address)
            assert (await ann.look(table)).you.seats == [1]
            await ann.close()

    asyncio.run(run())
