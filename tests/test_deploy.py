"""The service, the container and their settings: what they run works, as far as a machine without them can show."""

import json
import os
import re
import shutil
import socket
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped] # it has no stubs in the lock

import tessella
from tests.server.databases import database

pytestmark = [pytest.mark.once, pytest.mark.slow]

ROOT = Path(__file__).parent.parent
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "tessella.service").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))


def words(instruction: str) -> list[str]:
    """The words of an instruction of the Containerfile that is written as a list."""
    result: list[str] = json.loads(re.findall(rf"^{instruction} (\[.*\])$", CONTAINERFILE, re.MULTILINE)[-1])
    return result


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the build step of the Containerfile has installed, from a wheel with interpreted kernels."""
    folder = tmp_path_factory.mktemp("deploy")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, source)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copytree(ROOT / "docs" / "rules", source / "docs" / "rules")
    # As in a source archive: the page is taken as it is.
    about = f"Metadata-Version: 2.4\nName: tessella-games\nVersion: {tessella.__version__}\n"
    (source / "PKG-INFO").write_text(about, encoding="utf-8")
    tool = ROOT / ".venv" / "bin"
    subprocess.run(
        [tool / "uv", "build", "--quiet", "--wheel", "--no-build-isolation", "--python", tool / "python", source],
        env={**os.environ, "TESSELLA_NO_COMPILE": "1"},
        check=True,
    )
    (wheel,) = (source / "dist").glob("*.whl")
    (step,) = re.findall(r"^RUN (make install) FOLDER=/opt/tessella$", CONTAINERFILE, re.MULTILINE)
    target = folder / "opt"
    subprocess.run([*step.split(), f"FOLDER={target}", f"WHEEL={wheel}"], cwd=ROOT, check=True, capture_output=True)
    return target


@contextmanager
def running(installed: Path, data: Path, options: list[str]) -> Iterator[tuple[str, str]]:
    """A server that was started as the container starts it, with these options: its address, and what it printed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [word.replace("/opt/tessella", str(installed)) for word in words("ENTRYPOINT") + options]
    command = ["127.0.0.1" if word == "0.0.0.0" else str(port) if word == "8000" else word for word in command]
    env = {**os.environ, "TESSELLA_DATA": str(data), "PGPASSWORD": "secret"}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        printed = ""
        for line in process.stdout:
            printed += line
            if "Tessella is at" in line:
                break
        yield f"http://localhost:{port}/", printed
        process.terminate()
        assert process.wait(30) == 0


def test_what_the_container_runs(installed: Path, tmp_path: Path) -> None:
    """The build step installs, the entry point starts, serves and stops when it is told to."""
    with running(installed, tmp_path, words("CMD")) as (server, printed):
        assert "SqliteStore" in printed
        with urllib.request.urlopen(server) as answer:
            assert answer.status == 200
        with urllib.request.urlopen(server + "api/games") as answer:
            assert [game["name"] for game in json.load(answer)]


def test_what_the_compose_file_runs(installed: Path, tmp_path: Path) -> None:
    """The same with its options, over PostgreSQL."""
    named = "postgresql://tessella@database:5432/tessella"
    with database() as url:
        options = [url if word == named else word for word in COMPOSE["services"]["server"]["command"]]
        assert url in options
        options = [word.replace("${HOST_NAME:-localhost}", "localhost") for word in options]
        with running(installed, tmp_path, options) as (server, printed):
            assert "PostgresStore" in printed
            with urllib.request.urlopen(server) as answer:
                assert answer.status == 200


def test_the_server_of_the_compose_file_has_its_database_driver(installed: Path) -> None:
    subprocess.run([installed / "bin" / "python", "-c", "import tessella.server.postgres"], check=True)
    options = COMPOSE["services"]["server"]["command"]
    help_text = subprocess.run(
        [installed / "bin" / "tessella", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert all(option in help_text for option in options if option.startswith("--"))


def test_the_container_runs_without_rights() -> None:
    assert re.search(r"^USER 10001$", CONTAINERFILE, re.MULTILINE)
    assert (ROOT / COMPOSE["services"]["server"]["build"]["dockerfile"]).exists()
    assert COMPOSE["services"]["server"]["cap_drop"] == ["ALL"]
    assert set(COMPOSE["volumes"]) == {"database", "data"}


def test_the_database_has_no_password_of_its_own() -> None:
    """The one in .env is used, and without it nothing starts."""
    text = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    assert text.count("${PASSWORD:?") == 2


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NO SYSTEMD: THE UNIT IS NOT VERIFIED")
def test_the_unit(installed: Path, tmp_path: Path) -> None:
    """systemd understands every line of it, and rates it as well protected."""
    unit = tmp_path / "tessella.service"
    unit.write_text(UNIT.replace("/opt/tessella", str(installed)), encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert "tessella.service" not in verified.stderr
    assert verified.returncode == 0, verified.stderr
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", unit], capture_output=True, text=True
    )
    assert rated.returncode == 0, rated.stdout
