"""The engine of the browser, run by node."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "web" / "tools" / "pyodide.mjs"
ENGINE = ROOT / "src" / "tessella" / "server" / "client" / "engine" / "engine.json"


def why_no_engine() -> str | None:
    """Why the engine cannot be run here; None if it can."""
    if shutil.which("node") is None:
        return "SKIPPED: THE ENGINE OF THE BROWSER, because there is no node here"
    if not ENGINE.exists():
        return "SKIPPED: THE ENGINE OF THE BROWSER, because it is not built: make web"
    return None
