// Chromino in words.

import { t, type Key } from "../../i18n/index.svelte";
import type { ChrominoEvent } from "../../wire";
import { describeShared, factWords, rackLabel, seatOf } from "../describe";
import { PIECE, type Namer, type Options, type Words } from "../ui";
import { parse, WILD } from "./notation";

/** The piece that the line about an event shows to everybody. */
function pieceOf(event: ChrominoEvent): string | null {
  if (event.event === "laid") return parse(event.lay).squares;
  return event.event === "shown" ? event.tile : null;
}

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

  function squares(text: string): string {
    return tile(parse(text).squares);
  }

  /** A line about an event, with these words for what was laid and for what was shown. */
  function describe(event: ChrominoEvent, name: Namer, laid: (lay: string) => string, shown: (tile: string) => string): string | null {
    switch (event.event) {
      case "laid":
        if (event.points > 0) return t("log.scored", { name: name(event.seat), what: laid(event.lay), n: event.points });
        return t("log.laid", { name: name(event.seat), what: laid(event.lay) });
      case "drew":
        return t("log.drew", { name: name(event.seat) });
      case "shown":
        return t("log.shown", { name: name(event.seat), what: shown(event.tile) });
      case "called":
        return t("log.called", { name: name(event.seat) });
      case "spotted":
        return t("log.spotted", { name: name(event.seat), by: name(event.by) });
      case "claimed":
        return t("log.claimed", { name: name(event.seat), by: name(event.by) });
      default:
        return describeShared(event, name);
    }
  }

  return {
    piece: tile,
    rack: (piece, fits) => rackLabel(tile(piece), fits),
    lay,
    fact: (fact, name) => factWords(fact, name, { wild: t(wild) }),
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
      if (aloud && event.event === "drew" && event.tile !== null) return t("log.drewIt", { name: name(event.seat), what: tile(event.tile) });
      return describe(event, name, aloud ? lay : squares, tile);
    },
    line(event, name, { own, before, after }) {
      const seat = seatOf(event);
      if (seat !== null && seat === own) {
        // With an empty bag there is no penalty (C22, C23).
        if (event.event === "spotted" && after?.event === "drew") return { seat, text: t("log.spottedYou"), piece: null };
        if (event.event === "claimed" && after?.event === "drew") return { seat, text: t("log.claimedYou"), piece: null };
        if (event.event === "timeranout") {
          return { seat, text: t(after?.event === "laid" ? "log.timeLaid" : after?.event === "drew" ? "log.timeDrew" : "log.timeYou"), piece: null };
        }
        if (event.event === "drew" && event.tile !== null) {
          const penalty = before?.event === "spotted" || before?.event === "claimed";
          const vain = !penalty && after?.event === "turn";
          // The turn is over: the tile did not fit, or it has to wait (C15).
          const key = !vain ? "log.drewIt" : options["edition"] === "meccano" ? "log.drewWaits" : "log.drewVain";
          return { seat, text: t(key, { name: name(seat), what: PIECE }), piece: event.tile };
        }
      }
      const text = describe(event, name, () => PIECE, () => PIECE);
      return text === null ? null : { seat, text, piece: pieceOf(event) };
    },
  };
}
