"""Small versions of the attacks: the server takes little memory for them, and still answers."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.attacks import ATTACKS, Attack, bots, deep, run, spaces, trickled

MOST = 64
"""MB that an attack may take."""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack not in (bots, spaces, trickled, deep)])
def test_attack(tmp_path: Path, attack: Attack) -> None:
    """It takes a bounded part of memory, and an innocent player plays on."""
    result = asyncio.run(run(tmp_path, attack, 1.0))
    assert result.after - result.before < MOST
