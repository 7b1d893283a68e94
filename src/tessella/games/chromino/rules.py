"""Editions and options as data. Code asks for an option's value, never for an edition's name.

An edition settles every option; C37 lists the ones that a table may choose otherwise. Texts (in records, on the command
line, in errors) use the same names with hyphens: `draw-limit: 3`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from tessella.core import OptionError
from tessella.core import Options as CoreOptions
from tessella.core.validation import is_number, listing, number
from tessella.games.chromino.config import (
    ALWAYS,
    AT_ONCE,
    BY_CONTACTS,
    BY_TILES,
    FINISH_ROUND,
    LAST_TILE_SHOWN,
    MAY,
    MUST,
    NEVER,
    ONCE_MORE,
    ONE_ANYWHERE,
    ONE_BY_ENDS,
    TWO_CONTACTS,
    UNSCORED,
    KernelConfig,
)
from tessella.games.chromino.tiles import TILES

DRAW_WHEN_ABLE = {"no": NEVER, "last-tile-shown": LAST_TILE_SHOWN, "yes": ALWAYS}
"""C17: whether a player who could lay a tile may draw instead."""
DRAW_ON = {"must": MUST, "may": MAY}
"""C16: whether a player who has drawn in vain must draw on, as long as the draw limit allows it, or may pass."""
ENDING = {"finish-round": FINISH_ROUND, "once-more": ONCE_MORE, "at-once": AT_ONCE}
"""C24, C25, C26."""
SCORING = {"none": UNSCORED, "expert": BY_TILES, "contacts": BY_CONTACTS}
"""C30 (each tile touched), C31 (each contact)."""
JUNIOR = {"no": TWO_CONTACTS, "ends": ONE_BY_ENDS, "squares": ONE_ANYWHERE}
"""C33 (a contact between ends), C34 (with any square)."""
HANDS = ("hidden", "open")
"""C19."""
RANDOM = "random"
DRAWN = "drawn"
MOST_DRAWS = 9999
"""An upper bound for the draw limit (C16); there are fewer than a hundred tiles."""


@dataclass(frozen=True, slots=True)
class Options(CoreOptions):
    """The options of a game (C37). The function `options` makes and checks them."""

    edition: str
    players: int
    first: int | str
    """Who begins (C12): a seat, "random", or "drawn" where the opening draw decides (C11)."""
    draw_limit: int | None
    """How many tiles may be drawn in one turn (C16); None: no limit."""
    draw_on: str
    """Whether drawing on is a duty or a choice (C16); see DRAW_ON."""
    draw_when_able: str
    """Whether drawing is allowed to a player who could lay a tile (C17); see DRAW_WHEN_ABLE."""
    hands: str
    """"hidden" or "open" (C19)."""
    scoring: str
    """See SCORING."""
    junior: str
    """See JUNIOR."""
    # What only the edition decides:
    wild_tiles: bool
    """Whether the five wild tiles are in the set and one opens the game (C2, C10), or a plain one opens it (C11)."""
    wild_last: bool
    """Whether a wild tile may be a player's last (C21)."""
    drawn_tile: str
    """"laid" at once if it fits (C14), or it "waits" a turn (C15)."""
    call: bool
    """Whether a player must say "Chromino" on laying the second last tile (C22)."""
    claim: bool
    """Whether the others may claim a missed last tile (C23)."""
    ending: str
    """See ENDING."""

    def kernel_config(self) -> KernelConfig:
        """The options as the kernel takes them."""
        return KernelConfig(
            players=self.players,
            mode=JUNIOR[self.junior],
            wild_tiles=self.wild_tiles,
            wild_last=self.wild_last,
            waits=int(self.drawn_tile == "waits"),
            draw_limit=min(self.draw_limit or 0, len(TILES)),
            draw_on=DRAW_ON[self.draw_on],
            draw_when_able=DRAW_WHEN_ABLE[self.draw_when_able],
            call=self.call,
            claim=self.claim,
            ending=ENDING[self.ending],
            scoring=SCORING[self.scoring],
        )

    def to_text(self) -> dict[str, str]:
        """Every choice by its name; `read_options` reads it back."""
        texts = {"edition": self.edition, "players": str(self.players)}
        texts["wild-tiles"] = "yes" if self.wild_tiles else "no"
        texts["first"] = str(self.first + 1) if isinstance(self.first, int) else self.first
        texts["draw-limit"] = str(self.draw_limit or "none")
        texts["draw-on"] = self.draw_on
        texts["draw-when-able"] = self.draw_when_able
        texts["hands"] = self.hands
        texts["scoring"] = self.scoring
        texts["junior"] = self.junior
        return texts


OPTION_HELP = {
    "edition": "which rulebook: classic, joker or meccano",
    "players": "how many play: 1 to 8 (meccano: 2 to 5)",
    "wild-tiles": "whether the wild tiles are in the set: yes or no, as the edition has it",
    "first": "who begins: a seat from 1, or random (meccano: drawn)",
    "draw-limit": "how many tiles may be drawn in a turn in search of one that fits; none for no limit",
    "draw-on": "after a draw in vain, must one draw on up to the limit, or may one pass: must or may",
    "draw-when-able": "may one draw who could lay a tile: no, last-tile-shown or yes",
    "hands": "hidden or open",
    "scoring": "none, expert (each tile touched) or contacts (each contact)",
    "junior": "no, ends (a contact between ends) or squares (one contact anywhere)",
}
"""The options by their names in texts."""
NEW_IN_RECORDS = {"draw-on": "must"}
"""Options that the first records do not name, and what those games were played by."""
CHOICES = ("first", "draw_limit", "draw_on", "draw_when_able", "hands", "scoring", "junior")
"""The options that a table may choose (C37, and C12 for who begins)."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition: its players, its options, and what sets it apart in one line."""

    fewest: int
    most: int
    summary: str
    options: Options


_CLASSIC = Options(
    edition="classic",
    players=2,
    first=RANDOM,
    draw_limit=1,
    draw_on="must",
    draw_when_able="no",
    hands="hidden",
    scoring="none",
    junior="no",
    wild_tiles=True,
    wild_last=False,
    drawn_tile="laid",
    call=False,
    claim=False,
    ending="finish-round",
)

EDITIONS = {
    "classic": Edition(1, 8, "80 tiles; a chameleon may not be your last tile; the round is finished", _CLASSIC),
    "joker": Edition(
        1,
        8,
        "80 tiles; a joker may be your last tile; everyone plays once more",
        replace(_CLASSIC, edition="joker", draw_on="may", wild_last=True, ending="once-more"),
    ),
    "meccano": Edition(
        2,
        5,
        '75 tiles, none wild; say "Chromino"; the first to lay the last tile wins at once',
        replace(
            _CLASSIC,
            edition="meccano",
            first=DRAWN,
            draw_when_able="last-tile-shown",
            wild_tiles=False,
            wild_last=True,
            drawn_tile="waits",
            call=True,
            claim=True,
            ending="at-once",
        ),
    ),
}
"""The three editions, as the table at the end of docs/rules/chromino.md lays them out."""


def options(edition: str = "classic", players: int = 2, **choices: Any) -> Options:
    """The options of an edition with some choices (C37); `OptionError` says what is possible instead."""
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise OptionError(f"there is no edition {edition!r}; the editions are {listing(EDITIONS)}")
    data = EDITIONS[edition]
    if not is_number(players) or not data.fewest <= players <= data.most:
        raise OptionError(f"{edition} is for {data.fewest} to {data.most} players, not {players!r}")
    for name, choice in choices.items():
        if name not in {field.name for field in fields(Options)}:
            known = listing(name.replace("_", "-") for name in CHOICES)
            raise OptionError(f"there is no option {name.replace('_', '-')!r}; the options are {known}")
        if name not in CHOICES and choice != getattr(data.options, name):
            raise OptionError(_settled(data.options, name))
    agreed = replace(data.options, players=players, **choices)
    _check(agreed, data.options)
    return agreed


def read_options(texts: Mapping[str, str]) -> Options:
    """Options from their texts; options that are not given are as in the edition."""
    known = dict(texts)
    edition = known.pop("edition", "classic")
    players = number("players", known.pop("players", "2"))
    choices: dict[str, Any] = {}
    for name, text in known.items():
        if "_" in name:
            raise OptionError(f"there is no option {name!r}; the options are {listing(OPTION_HELP)}")
        choices[name.replace("-", "_")] = _READERS.get(name, str)(text)
    return options(edition, players, **choices)


def _check(agreed: Options, edition: Options) -> None:
    first = agreed.first
    if edition.first == DRAWN:
        if first != DRAWN:
            raise OptionError(
                f"in {agreed.edition} the opening draw decides who begins: first can only be 'drawn' (C11)"
            )
    elif first != RANDOM and not (is_number(first) and 0 <= int(first) < agreed.players):
        shown = int(first) + 1 if is_number(first) else repr(first)
        raise OptionError(f"first is a seat from 1 to {agreed.players}, or 'random', not {shown} (C12)")
    limit = agreed.draw_limit
    if limit is not None and not (is_number(limit) and 1 <= limit <= MOST_DRAWS):
        shown = repr(limit) if not is_number(limit) or abs(limit) < 10 * MOST_DRAWS else "more"
        raise OptionError(f"draw-limit is a number from 1 to {MOST_DRAWS}, or 'none' for no limit, not {shown} (C16)")
    for name, known in (
        ("draw_on", DRAW_ON),
        ("draw_when_able", DRAW_WHEN_ABLE),
        ("hands", HANDS),
        ("scoring", SCORING),
        ("junior", JUNIOR),
    ):
        chosen = getattr(agreed, name)
        if not isinstance(chosen, str) or chosen not in known:
            raise OptionError(f"{name.replace('_', '-')} is {listing(known, 'or')}, not {chosen!r}")


def _settled(edition: Options, name: str) -> str:
    """Why an option that only the edition decides cannot be changed."""
    if name == "wild_tiles":
        tiles = "with the 5 wild tiles" if edition.wild_tiles else "with the 75 plain tiles, without wild tiles"
        others = [n for n, data in EDITIONS.items() if data.options.wild_tiles != edition.wild_tiles]
        return f"{edition.edition} is played {tiles} (C10, C11); the other way are {listing(others)}"
    settled = getattr(edition, name)
    return (
        f"in {edition.edition}, {name.replace('_', '-')} is {settled!r} and cannot be changed; "
        f"what can be chosen: {listing(name.replace('_', '-') for name in CHOICES)} (C37)"
    )


def _read_first(text: str) -> int | str:
    return text if text in (RANDOM, DRAWN) else number("first", text) - 1


def _read_limit(text: str) -> int | None:
    return None if text == "none" else number("draw-limit", text)


def _read_yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise OptionError(f"wild-tiles is yes or no, not {text!r}")
    return text == "yes"


_READERS: dict[str, Callable[[str], Any]] = {
    "first": _read_first,
    "draw-limit": _read_limit,
    "wild-tiles": _read_yes,
}
