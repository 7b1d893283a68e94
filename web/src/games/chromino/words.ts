// Chromino in words.

import { t, type Key } from "../../i18n/index.svelte";
import type { ChrominoEvent } from "../../wire";
import { describeShared, rackLabel } from "../describe";
import type { Options, Words } from "../ui";
import { parse, WILD } from "./notation";

export function wordsFor(options: Options): Words<ChrominoEvent> {
  // Each edition has its own word for the square that matches every colour.
  const wild: Key = options["edition"] === "joker" ? "colour.joker" : "colour.*";

  /** "blue, green, red" */
  function tile(squares: string): string {
    return [...squares].map((letter) => t(letter === WILD ? wild : (`colour.${letter}` as Key))).join(", ");
  }

  function lay(text: string): string {
    const { squares, x, y, down } = parse(text);
    return t(down ? "words.down" : "words.right", { tile: tile(squares), x: String(x), y: String(y) });
  }

  return {
    piece: tile,
    rack: (piece, fits) => rackLabel(tile(piece), fits),
    lay,
    action(action) {
      if (action === "draw") return t("bar.drawIt");
      if (action === "pass") return t("bar.passIt");
      const [word = ""] = action.split(" ");
      return word.includes("@") ? lay(word) : action;
    },
    step(action, seat, namer) {
      const name = namer(seat);
      const [word = "", rest = ""] = action.split(" ");
      if (word === "draw") return t("log.drew", { name });
      if (word === "pass") return t("log.passed", { name });
      if (word === "call") return t("log.called", { name });
      if (word === "spot") return t("log.spotted", { name: namer(Number(rest)), by: name });
      if (word === "claim") return t("replay.claimed", { name });
      return t("log.laid", { name, what: tile(parse(word).squares) });
    },
    event(event, name, aloud) {
      switch (event.event) {
        case "laid": {
          const what = aloud ? lay(event.lay) : tile(parse(event.lay).squares);
          if (event.points > 0) return t("log.scored", { name: name(event.seat), what, n: event.points });
          return t("log.laid", { name: name(event.seat), what });
        }
        case "drew":
          return t("log.drew", { name: name(event.seat) });
        case "shown":
          return t("log.shown", { name: name(event.seat), what: tile(event.tile) });
        case "called":
          return t("log.called", { name: name(event.seat) });
        case "spotted":
          return t("log.spotted", { name: name(event.seat), by: name(event.by) });
        case "claimed":
          return t("log.claimed", { name: name(event.seat), by: name(event.by) });
        default:
          return describeShared(event, name);
      }
    },
  };
}
