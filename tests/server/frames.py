"""Frames that no honest client sends."""

import asyncio
import contextlib
import json
from typing import Any

from websockets.exceptions import ConnectionClosed

from tessella.core import Generator
from tests.server.harness import Live

WORDS = ["act", "undo", "why", "sync", "fly", "", "ACT", "snapshot", "confirmed"]
KEYS = ["k1", "k2", "seen-before", "", "x" * 65, "ü", "a b", 5, None]
NUMBERS = [0, 1, 2, 3, 8, 9, -1, 10**6, 10**9, 10**30, 1.5, "1", True, None, [], {}]
ACTIONS = [
    "draw", "pass", "call", "spot 1", "spot 9", "claim BGR@0,1>", "BGR@0,1>", "BBB@1,1v", "*GR@0,0>", "BGR@9999,9999>",
    "BGR@99999999,0>", "RRbg@0,0", "aside RRbg", "black@4,0", "", " ", "draw\n", "\x00", "é" * 50, "A" * 5000, 7, None,
    "BGR@٣,1>", "' OR 1=1 --", "<script>", "{}",
]  # fmt: skip

WRONG: list[tuple[str, list[Any]]] = [
    ("type", [*WORDS]),
    ("key", [*KEYS]),
    ("seat", [*NUMBERS]),
    ("version", [*NUMBERS]),
    ("since", [*NUMBERS]),
    ("action", [*ACTIONS]),
    ("seed", [1]),
]


def frame(rng: Generator, version: int) -> bytes | str:
    """Anything: nearly right, wholly wrong, or no JSON at all."""
    kind = rng.below(12)
    if kind == 0:
        return bytes(rng.below(256) for _ in range(rng.below(200)))
    if kind == 1:
        return "".join(chr(32 + rng.below(2000)) for _ in range(rng.below(300)))
    honest: list[dict[str, Any]] = [
        {"type": "act", "key": f"k{rng.below(5)}", "version": version, "seat": 1 + rng.below(3), "action": "draw"},
        {"type": "undo", "key": f"k{rng.below(5)}", "version": version, "seat": 1 + rng.below(3)},
        {"type": "why", "seat": 1 + rng.below(3), "action": "draw"},
        {"type": "sync", "since": rng.below(version + 2)},
    ]
    message: Any = rng.choice(honest)
    if "action" in message:
        message["action"] = rng.choice([action for action in ACTIONS if isinstance(action, str)])
    for _ in range(rng.below(3)):
        name, values = rng.choice(WRONG)
        if name in message or rng.below(4) == 0:
            message[name] = rng.choice(values)
    if kind == 2:
        message = [message]
    text = json.dumps(message)
    if kind == 3:
        text = text[: rng.below(len(text))]
    if kind == 4:
        text = text.replace(":", rng.choice(["::", "", ": NaN", ":[" * 50]), 1)
    if kind == 5:
        text = '{"a":' * 900 + "1" + "}" * 900
    return text


async def send_fuzz(live: Live, frames: int, rng: Generator) -> int:
    """Send so many frames; how many came back with an answer. The connection may be closed on the way."""
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        for _ in range(frames):
            await live.socket.send(frame(rng, live.version))
        async with asyncio.timeout(5):
            await (await live.socket.ping())
    return live.answers.qsize()
