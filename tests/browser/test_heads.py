"""What the page lists of tables on the device before the engine runs, and how far a review is."""

import asyncio
import json
from typing import Any

from tessella.browser import start
from tests.browser.memory import MemoryStorage
from tests.browser.test_host import ALONE, ask, first_move, open_table, run


def _listing(storage: MemoryStorage, table: str) -> Any:
    return json.loads(storage.tables[table][0])["listing"]


def test_a_head_says_what_the_engine_would_list() -> None:
    """From the first moment, and after every entry."""

    async def work(storage: MemoryStorage, host: Any) -> None:
        table = await open_table(host, ALONE)
        assert [_listing(storage, table)] == await ask(host, "GET", "/tables")
        await first_move(host, table)
        assert [_listing(storage, table)] == await ask(host, "GET", "/tables")
        assert _listing(storage, table)["winners"] is None

    run(work)


def test_a_finished_game_has_its_winners_and_its_review_tells_how_far_it_is() -> None:
    """The winners are those of the last view; a review calls back for every action."""
    steps: list[tuple[int, int]] = []

    async def whole() -> None:
        storage = MemoryStorage()
        host = await start(storage, pace=0.0, watch=lambda done, of: steps.append((done, of)))
        seats = [{"kind": "me"}, {"kind": "device"}]
        opened = await ask(host, "POST", "/tables", {"game": "florentine", "seats": seats}, 201)
        path = f"/tables/{opened['table']['id']}"
        while (table := await ask(host, "GET", path))["table"]["status"] != "over":
            view = next(view for view in table["views"] if view["legal"])
            command = {
                "type": "act", "key": f"k{table['version']}", "version": table["version"], "seat": view["seat"],
                "action": view["legal"][0],
            }  # fmt: skip
            await ask(host, "POST", f"{path}/act", command)
        assert _listing(storage, table["table"]["id"])["winners"] == table["views"][0]["outcome"]["winners"]
        record = "\n".join((await ask(host, "GET", f"{path}/record")).splitlines())
        await ask(host, "POST", "/reviews", {"record": record})
        await host.stop()

    asyncio.run(whole())
    assert steps
    assert steps == [(done, len(steps)) for done in range(1, len(steps) + 1)]
