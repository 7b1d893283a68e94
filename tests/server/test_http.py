"""The API over HTTP: what it says, whom it believes, and how it refuses."""

import asyncio
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tessella.core import Generator
from tessella.games import GAMES
from tessella.hosting.limits import Bucket, Limit
from tessella.hosting.store import StartError
from tessella.server.identity import Identities, secret_in
from tessella.server.serve import url_of
from tessella.tables.names import clean_name
from tests.server.harness import Served, people, play_on, with_server


def test_games_are_described(tmp_path: Path) -> None:
    """Every edition and option, so that a client need not know them."""

    async def work(served: Served) -> None:
        result = (await served.player().ask("GET", "/api/games", None, 200)).json()
        assert [game["name"] for game in result] == list(GAMES)
        assert [edition["name"] for edition in result[0]["editions"]] == ["classic", "joker", "meccano"]
        assert result[0]["editions"][2]["players"] == [2, 5]
        assert {option["name"] for option in result[1]["options"]} == {"first", "colours", "deck"}

    with_server(tmp_path, work)


def test_head_is_answered_as_get_without_the_content(tmp_path: Path) -> None:
    """Monitors and link previews ask so."""

    async def work(served: Served) -> None:
        ann = served.player()
        for path in ("/", "/table/unknown"):
            full = await ann.ask("GET", path, None, 200)
            assert full.headers["content-type"] == "text/html; charset=utf-8"
            head = await ann.ask("HEAD", path, None, 200)
            assert head.content == b""
            assert head.headers["content-type"] == full.headers["content-type"]
            assert head.headers["content-length"] == full.headers["content-length"]
        assert (await ann.ask("HEAD", "/nothing.js", None, 404)).content == b""

    with_server(tmp_path, work)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({}, "missing required field `game`"),
        ({"game": "chess"}, "Invalid enum value 'chess'"),
        ({"game": "chromino", "colour": "red"}, "unknown field `colour`"),
        ({"game": "chromino", "options": {"edition": "x"}}, "the editions are classic, joker and meccano"),
        ({"game": "chromino", "options": {"players": "2"}}, "the seats give the number of players"),
        ({"game": "chromino", "options": {"hands": "up"}}, "hands is hidden or open"),
        ({"game": "chromino", "seats": []}, "length >= 1"),
        ({"game": "chromino", "seats": [{"kind": "bot"}]}, 'give one of the seats the kind "me"'),
        ({"game": "chromino", "seats": [{"kind": "me", "level": "sharp"}]}, "only a bot has a level"),
        ({"game": "florentine", "seats": [{"kind": "me"}]}, "2 to 4"),
        ({"game": "chromino", "clock": {"kind": "move", "seconds": 1}}, ">= 5"),
        ({"game": "chromino", "clock": {"kind": "sand"}}, "Invalid value 'sand'"),
    ],
)
def test_tables_that_cannot_be(body: Any, reason: str, tmp_path: Path) -> None:
    """It is said what would be right, and no table is opened."""

    async def work(served: Served) -> None:
        player = served.player()
        answer = await player.ask("POST", "/api/tables", body)
        assert answer.status_code in (400, 422)
        assert reason in answer.json()["reason"]
        assert (await player.ask("GET", "/api/tables", None, 200)).json() == []

    with_server(tmp_path, work)


def test_a_listing_says_who_is_a_bot_and_which_seats_are_open(tmp_path: Path) -> None:
    """Whatever people are called, or if they have given no name; and a seat that somebody gave up is open again."""

    async def work(served: Served) -> None:
        ann, bob = served.player(), served.player()
        seats = [{"kind": "me", "name": "master"}, {"kind": "bot", "level": "master"}, {"kind": "open"}]
        table = await ann.open({"game": "chromino", "seats": seats})

        async def listed(wanted: str = table) -> dict[str, Any]:
            # By its id: bots play on at the first table, which may be the last that has changed.
            result: list[dict[str, Any]] = (await ann.ask("GET", "/api/tables", None, 200)).json()
            return next(row for row in result if row["id"] == wanted)

        assert (await listed())["kinds"] == ["person", "bot", "open"]
        await bob.join(table)
        assert (await listed())["kinds"] == ["person", "bot", "person"]
        assert (await listed())["names"] == ["master", "master", None]
        await bob.ask("DELETE", "/api/me", None, 204)
        assert (await listed())["kinds"] == ["person", "bot", "person"], "a bot plays for whom nobody knows any more"
        again = await ann.open({"game": "chromino", "seats": [{"kind": "me"}, {"kind": "device"}, {"kind": "open"}]})
        await ann.ask("POST", f"/api/tables/{again}/leave", {"seat": 2}, 200)
        assert (await listed(again))["kinds"] == ["person", "open", "open"]

    with_server(tmp_path, work)


def test_what_is_kept_of_me(tmp_path: Path) -> None:
    """I can see it, change my name, and be forgotten: then my seats are a bot's and my name is gone."""

    async def work(served: Served) -> None:
        ann, bob = served.player(), served.player()
        assert (await ann.ask("GET", "/api/me", None, 200)).json() == {"name": None, "created": None, "tables": []}
        await ann.ask("PUT", "/api/me", {"name": "\u200b\n"}, 422)
        assert (await ann.ask("PUT", "/api/me", {"name": " Ann  A. "}, 200)).json()["name"] == "Ann A."
        table = await ann.open({"game": "chromino", "seats": people(2)})
        await bob.join(table, name="Bob")
        (mine,) = (await ann.ask("GET", "/api/me", None, 200)).json()["tables"]
        assert mine["names"] == ["Ann A.", "Bob"]
        assert mine["kinds"] == ["person", "person"]
        assert mine["seats"] == [1]
        # A name can be taken back; where one sits already, it stays.
        assert (await ann.ask("PUT", "/api/me", {"name": None}, 200)).json()["name"] is None
        nameless = await ann.open({"game": "chromino", "seats": people(2)})
        assert (await ann.look(nameless)).table.seats[0].name is None
        assert (await ann.look(table)).table.seats[0].name == "Ann A."
        await ann.ask("DELETE", "/api/me", None, 204)
        seen = await bob.look(table)
        assert seen.table.seats[0].name is None
        assert seen.table.seats[0].stood_in
        assert (await ann.ask("GET", "/api/tables", None, 200)).json() == []

    with_server(tmp_path, work)


def test_who_comes_with_a_page(tmp_path: Path) -> None:
    """Who looks at a page is somebody from then on, and stays it whatever the page asks for at once; its files are for
    anybody."""

    async def work(served: Served) -> None:
        ann, bob = served.player(), served.player()
        page = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        for path in ("/assets/some.css", "/icon.svg"):
            assert "set-cookie" not in (await ann.http.get(path)).headers
        assert "set-cookie" not in (await ann.http.get("/", headers={"Accept": "*/*"})).headers
        assert "HttpOnly" in (await ann.http.get("/table/aaaaaaaaaaaa", headers=page)).headers["set-cookie"]
        answers = await asyncio.gather(*(ann.http.get("/api/tables") for _ in range(4)))
        assert not any("set-cookie" in answer.headers for answer in answers)
        before = ann.http.cookies["tessella"]
        assert before in (await ann.http.get("/", headers=page)).headers["set-cookie"], "the same again, for longer"
        token = {"Authorization": f"Bearer {before}"}
        assert "set-cookie" not in (await bob.http.get("/", headers={**page, **token})).headers
        assert "set-cookie" in (await bob.http.get("/api/tables")).headers, "a program may begin anywhere"

    with_server(tmp_path, work)


def test_whom_it_believes(tmp_path: Path) -> None:
    """A cookie that was tampered with is nobody's; the cookie cannot be read by scripts or sent by other sites."""

    async def work(served: Served) -> None:
        ann, eve = served.player(), served.player()
        answer = await ann.ask("GET", "/api/me", None, 200)
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "set-cookie" not in (await ann.ask("GET", "/api/me", None, 200)).headers
        table = await ann.open({"game": "chromino", "seats": people(2)})
        token = ann.http.cookies["tessella"]
        identity, _, sign = token.partition(".")
        for forged in (identity, f"{identity}.{sign[::-1]}", f"{identity[::-1]}.{sign}", "", "x" * 9000):
            eve.http.cookies.set("tessella", forged)
            result = await eve.http.get(f"/api/tables/{table}")
            assert result.status_code >= 400 or result.json()["you"]["seats"] == []
        bearer = {"Authorization": f"Bearer {token}"}
        eve.http.cookies.clear()
        beside = {"cookie": f'x={{"a": 1}}; a[b]=1; tessella={token}; foo'}
        assert (await eve.http.get(f"/api/tables/{table}", headers=beside)).json()["you"]["seats"] == [1]
        eve.http.cookies.clear()
        assert (await eve.http.get(f"/api/tables/{table}", headers=bearer)).json()["you"]["seats"] == [1]
        wrong = await eve.http.get("/api/me", headers={"Authorization": "Bearer nobody"})
        assert wrong.status_code == 403
        token = (await eve.http.post("/api/bots")).json()["token"]
        assert (await eve.http.get("/api/me", headers={"Authorization": f"Bearer {token}"})).status_code == 200

    with_server(tmp_path, work)


def test_from_where_it_takes_orders(tmp_path: Path) -> None:
    """Pages of other sites cannot act in somebody's name, and other names do not reach it."""

    async def work(served: Served) -> None:
        player = served.player()
        host = served.address.removeprefix("http://")
        for headers, status in [
            ({"origin": served.address}, 201),
            ({"origin": "http://evil.example"}, 403),
            ({"origin": "null"}, 403),
            ({"origin": "http://[bad"}, 403),
            ({"origin": f"https://evil.example/{host}"}, 403),
            ({"host": "evil.example"}, 403),
            ({"host": "localhost"}, 201),
            ({"host": "[::1]:8000"}, 201),
            ({"host": "[fd00::1]:8000"}, 201),
            ({"host": "[fd00::1]"}, 201),
            ({"host": "[fd00::2]"}, 403),
        ]:
            answer = await player.http.post("/api/tables", json={"game": "chromino"}, headers=headers)
            assert answer.status_code == status, headers
        table = (await player.ask("GET", "/api/tables", None, 200)).json()[0]["id"]
        with pytest.raises(Exception, match="403"):
            await player.watch(table, Origin="http://evil.example")
        live = await player.watch(table, Origin=served.address)
        assert live.version >= 0

    with_server(tmp_path, work, allowed_hosts=("fd00::1",))


def test_the_address_that_is_shown() -> None:
    """A browser can open it: an address of IPv6 has brackets."""
    hosts = ("127.0.0.1", "::1", "0.0.0.0", "fd00::1", "games.example")
    assert [url_of(host, 80).removeprefix("http://").removesuffix(":80") for host in hosts] == [
        "localhost",
        "localhost",
        "0.0.0.0",
        "[fd00::1]",
        "games.example",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
@pytest.mark.parametrize(("hard", "allowed"), [(900, 700), (600, 600)])
def test_as_many_files_as_allowed(hard: int, allowed: int) -> None:
    """A server may have more connections than a process may open files at first, where the system allows it."""
    show = "import resource; from tessella.server.serve import allow_files; allow_files(700); "
    show += "print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    limited = f"ulimit -Sn 256; ulimit -Hn {hard}; exec '{sys.executable}' -c '{show}'"
    done = subprocess.run(["sh", "-c", limited], capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) == allowed


def test_every_answer_is_guarded(tmp_path: Path) -> None:
    """Strict headers, on pages, answers and errors alike; no stack trace."""

    async def work(served: Served) -> None:
        player = served.player()
        for path, status in [
            ("/", 200),
            ("/table/abc", 200),
            ("/api/games", 200),
            ("/api/tables/x", 400),
            ("/x.js", 404),
        ]:
            answer = await player.http.get(path)
            assert answer.status_code == status, path
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "Traceback" not in answer.text
        assert (await player.ask("GET", f"/api/tables/{'a' * 12}", None, 404)).json()["code"] == "no-table"
        assert (await player.ask("PATCH", "/api/tables", {}, 405)).json()["code"] == "wrong-method"
        long = await player.http.post("/api/tables", content=b'{"game":"' + b"x" * 70_000 + b'"}')
        assert long.status_code in (400, 413)

    with_server(tmp_path, work)


def test_a_fault_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends up in the log, without what it was about."""

    async def work(served: Served) -> None:
        async def broken(identity: str) -> Any:
            raise RuntimeError("secret BGR")

        monkeypatch.setattr(served.node.store, "tables_of", broken)
        answer = await served.player().ask("GET", "/api/tables", None, 500)
        assert answer.json() == {
            "code": "broken",
            "reason": "the server failed to answer this request; the error was logged",
            "clause": None,
        }

    with_server(tmp_path, work)


def test_operations(tmp_path: Path) -> None:
    """Alive, ready, and countable."""

    async def work(served: Served) -> None:
        player = served.player()
        table = await player.open({"game": "chromino"})
        live = await player.watch(table)
        await play_on([live], Generator(1), 3)
        assert (await player.http.get("/health")).text == "alive\n"
        assert (await player.http.get("/ready")).text == "ready\n"
        numbers = (await player.http.get("/metrics")).text
        assert "tessella_connections 1.0" in numbers
        assert "tessella_entries_total" in numbers
        served.node.stopping = True
        assert (await player.http.get("/ready")).status_code == 503
        served.node.stopping = False

    with_server(tmp_path, work)


# ---- identities and limits by themselves ----


def test_names_are_cleaned() -> None:
    """One line of ordinary characters, not too long."""
    for text, clean in [
        (" Ann ", "Ann"),
        ("A\u0000n\u202en\u200b", "Ann"),
        ("a\n\tb", "a b"),
        ("ﬁn", "fin"),
        ("Zoë 🎲", "Zoë 🎲"),
        ("x" * 99, "x" * 24),
        ("\u2028\u3000", None),
        (None, None),
    ]:
        assert clean_name(text) == clean


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    """And for our own eyes only; tokens of another secret are nobody's."""
    secret = secret_in(tmp_path / "new")
    assert secret_in(tmp_path / "new") == secret
    assert stat.S_IMODE((tmp_path / "new" / "secret").stat().st_mode) == 0o600
    (tmp_path / "file").write_text("")
    with pytest.raises(StartError, match="--data FOLDER"):
        secret_in(tmp_path / "file" / "folder")
    (tmp_path / "new" / "secret").write_text("")
    with pytest.raises(StartError, match="is damaged"):
        secret_in(tmp_path / "new")
    identity = Identities(secret).new()
    token = Identities(secret).token(identity)
    assert Identities(secret).read(token) == identity
    assert Identities("other").read(token) is None


def test_buckets() -> None:
    """So many at once, then as they come in."""
    bucket = Bucket(2.0, 3, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == 0.5
    assert [bucket.take(0.6), bucket.take(0.6)] == [True, False]
    limit = Limit(1.0, 1)
    assert limit.of("a", 0.0).take(0.0)
    assert not limit.of("a", 0.0).take(0.0)
    assert limit.of("b", 0.0).take(0.0)
