// Florentine Dominoes in words.

import { t, type Key } from "../../i18n/index.svelte";
import type { FlorentineEvent } from "../../wire";
import { describeShared, factWords, rackLabel, seatOf } from "../describe";
import { PIECE, type Namer, type Words } from "../ui";
import { BLACK, parse, parseBlack } from "./notation";

/** "red with jade, blue, …" from the north on. */
export function cardWords(triangles: string): string {
  return [...triangles]
    .map((letter) => {
      const upper = letter.toUpperCase();
      const colour = t(`colour.f${upper}` as Key);
      return letter === upper ? t("words.withGem", { colour, gem: t(`gem.${upper}` as Key) }) : colour;
    })
    .join(", ");
}

function layWords(lay: string): string {
  const black = parseBlack(lay);
  if (black) return t("words.black", { x: String(black.x), y: String(black.y) });
  const { triangles, x, y } = parse(lay);
  return t("words.card", { card: cardWords(triangles), x: String(x), y: String(y) });
}

/** The card that the line about an event shows to everybody. */
function pieceOf(event: FlorentineEvent): string | null {
  if (event.event === "laid") return parse(event.lay).triangles;
  return event.event === "putaside" ? event.card : null;
}

/** A line about an event, with these words for what was laid and for what was put aside. */
function describe(event: FlorentineEvent, name: Namer, laid: (lay: string) => string, aside: (card: string) => string): string | null {
  switch (event.event) {
    case "laid":
      if (event.closed.length > 0) return t("log.closed", { name: name(event.seat), what: laid(event.lay), n: event.closed.length });
      return t("log.laid", { name: name(event.seat), what: laid(event.lay) });
    case "drew":
      return t("log.drewCard", { name: name(event.seat) });
    case "putaside":
      return t("log.aside", { name: name(event.seat), what: aside(event.card) });
    case "freshdeal":
      return t("log.fresh");
    case "poolopened":
      return t("log.pool");
    case "blackturn":
      return t("log.black");
    case "blacklaid":
      return t("log.blackLaid", { name: name(event.seat) });
    default:
      return describeShared(event, name);
  }
}

export const WORDS: Words<FlorentineEvent> = {
  piece: cardWords,
  rack: (piece, fits) => (piece === BLACK ? t("table.blackCard") : rackLabel(cardWords(piece), fits)),
  lay: layWords,
  fact: factWords,
  action(action) {
    const [word = "", rest = ""] = action.split(" ");
    if (word === "pass") return t("bar.passIt");
    if (word === "aside") return t("pair", { label: t("bar.aside"), value: cardWords(rest) });
    return word.includes("@") ? layWords(word) : action;
  },
  step(action, seat, namer) {
    const name = namer(seat);
    const [word = "", rest = ""] = action.split(" ");
    if (word === "pass") return t("log.passed", { name });
    if (word === "aside") return t("log.aside", { name, what: cardWords(rest) });
    if (parseBlack(word)) return t("log.blackLaid", { name });
    return t("log.laid", { name, what: cardWords(parse(word).triangles) });
  },
  event(event, name, aloud) {
    if (aloud && event.event === "drew" && event.card !== null) return t("log.drewIt", { name: name(event.seat), what: cardWords(event.card) });
    if (event.event === "blacklaid" && aloud) return t("pair", { label: name(event.seat), value: layWords(event.lay) });
    return describe(event, name, aloud ? layWords : (lay) => cardWords(parse(lay).triangles), cardWords);
  },
  line(event, name, { own, after }) {
    const seat = seatOf(event);
    if (event.event === "timeranout" && seat === own) return { seat, text: t(after?.event === "laid" ? "log.timeCard" : "log.timeYou"), piece: null };
    if (event.event === "drew" && seat === own && event.card !== null) {
      return { seat, text: t("log.drewIt", { name: name(event.seat), what: PIECE }), piece: event.card };
    }
    const text = describe(event, name, () => PIECE, () => PIECE);
    return text === null ? null : { seat, text, piece: pieceOf(event) };
  },
};
