#!/usr/bin/env python3
"""A bot for Tessella's arena that needs only Python: it lays a random tile or card whenever it can.

    tessella arena --bots "python3 examples/bots/careless.py" random --games 100

docs/bots.md describes the lines that are read and written here.
"""

import json
import random
import sys
from typing import Any


def choose(view: dict[str, Any], luck: int) -> str | None:
    """One of the actions in view["legal"]; None declines, if another seat is on turn."""
    legal: list[str] = view["legal"]
    lays = [action for action in legal if "@" in action and not action.startswith("claim")]
    if view["turn"] != view["seat"]:
        return legal[0] if legal else None
    return random.Random(luck).choice(lays or legal)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": 1}
    elif message["type"] == "choose":
        action = choose(message["view"], message["luck"])
        answer = {"type": "action", "id": message["id"], "action": action}
    else:
        continue  # this bot needs neither "game" (what is played) nor "end" (the outcome)
    print(json.dumps(answer), flush=True)
