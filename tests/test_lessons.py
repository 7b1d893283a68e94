"""The positions of the browser's course are what the rules say of them."""

import importlib.util
from pathlib import Path

import pytest

TOOL = Path(__file__).parent.parent / "web" / "tools" / "lessons.py"


@pytest.mark.skipif(not TOOL.exists(), reason="the browser client's sources are not here")
def test_the_course_shows_the_places_that_the_rules_allow() -> None:
    spec = importlib.util.spec_from_file_location("lessons", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    written = module.FILE.read_text(encoding="utf-8")
    assert written == module.lessons(), "web/src/learn/lessons.json is stale: python web/tools/lessons.py"
