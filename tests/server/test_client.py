"""The files of the browser client as the server sends them."""

from pathlib import Path

from tessella.server.client import FOR_EVER, read

HASH = "0123456789abcdef0123"


def test_paths_with_a_hash_are_cached_for_ever(tmp_path: Path) -> None:
    """All others must be asked for again: an update would not be noticed."""
    names = ["index.html", "sw.js", "assets/a-1x2y.js", "engine/engine.json", "engine/licences.txt"]
    names += [f"engine/{HASH}.bin", f"engine/{HASH}/pyodide.mjs"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"x" * 100)
    files = read(tmp_path)
    assert sorted(files) == sorted(names)
    cached = [name for name in names if files[name].cached == FOR_EVER]
    assert cached == ["assets/a-1x2y.js", f"engine/{HASH}.bin", f"engine/{HASH}/pyodide.mjs"]


def test_what_is_compressed_already_is_sent_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / f"{HASH}.bin").write_bytes(b"x" * 1000)
    (tmp_path / "page.js").write_bytes(b"x" * 1000)
    files = read(tmp_path)
    piece, script = (files[name].answer(packed=True) for name in (f"engine/{HASH}.bin", "page.js"))
    assert "content-encoding" not in piece.headers
    assert piece.content == b"x" * 1000
    assert script.headers["content-encoding"] == "gzip"
