// What is written under the picture of a board: the game, the players with their scores, and the day.

import { fullTitle } from "../games";
import { nameOf } from "../games/describe";
import type { Measure } from "../games/ui";
import { t, words } from "../i18n/index.svelte";
import type { Outcome, TableInfo } from "../wire";

export interface Caption {
  title: string;
  players: { text: string; won: boolean }[];
  date: string;
}

/** The caption of a table; with scores once the game is over. */
export function captionOf(table: TableInfo, outcome: Outcome | null, measure: Measure | null): Caption {
  const players = table.seats.map((_, i) => {
    const name = nameOf(table.seats, i + 1);
    const score = outcome?.scores[i];
    if (score === undefined || measure === null) return { text: name, won: false };
    const value = `${score} ${t(measure.label, { n: score })}`;
    return { text: t("pair", { label: name, value }), won: outcome!.winners.includes(i + 1) };
  });
  // As it is written where the reader is, if that is a place of this language.
  const locale = navigator.languages.find((each) => each.split("-")[0] === words.language) ?? words.language;
  const date = table.created > 0 ? new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(table.created * 1000) : "";
  const title = fullTitle(table.game, table.options);
  return { title: outcome && table.taken_back > 0 ? `${title} · ${t("end.takebacks")}` : title, players, date };
}

/** Fonts that every device has something like: a picture cannot bring its own. */
const SERIF = "Georgia, 'Times New Roman', serif";
const SANS = "system-ui, 'Segoe UI', Roboto, sans-serif";
const CROWN = "★ ";
const SPACING = 1.5;

const SVG = "http://www.w3.org/2000/svg";

type Measured = (text: string, font: string) => number;

function ruler(): Measured {
  const context = document.createElement("canvas").getContext("2d")!;
  return (text, font) => {
    context.font = font;
    return context.measureText(text).width;
  };
}

/** Texts in lines no longer than `most`. */
export function wrapped(widths: readonly number[], gap: number, most: number): number[][] {
  const lines: number[][] = [];
  let used = Infinity;
  widths.forEach((width, i) => {
    if (used + gap + width > most) {
      lines.push([i]);
      used = width;
    } else {
      lines.at(-1)!.push(i);
      used += gap + width;
    }
  });
  return lines;
}

/** Draws a caption below a line. */
export function write(
  { title, players, date }: Caption,
  { x, y, w }: { x: number; y: number; w: number },
  { ink, soft }: { ink: string; soft: string },
  width: Measured = ruler(),
): { drawn: SVGGElement; height: number } {
  const size = w / 30;
  const drawn = document.createElementNS(SVG, "g");
  let bottom = y + size * 1.3;

  function line(text: string, at: number, font: { family: string; weight: number; size: number; fill: string }): void {
    const node = document.createElementNS(SVG, "text");
    const { family, weight, size, fill } = font;
    for (const [name, value] of Object.entries({ x: at, y: bottom, "font-family": family, "font-weight": weight, "font-size": size, fill })) {
      node.setAttribute(name, String(value));
    }
    node.textContent = text;
    drawn.append(node);
  }

  const small = size * 0.8;
  line(title, x, { family: SERIF, weight: 700, size: size * 1.2, fill: ink });
  const dated = width(date, `400 ${small}px ${SANS}`);
  const together = width(title, `700 ${size * 1.2}px ${SERIF}`) + size + dated <= w;
  if (!together) bottom += size * SPACING;
  if (date !== "") line(date, together ? x + w - dated : x, { family: SANS, weight: 400, size: small, fill: soft });
  const texts = players.map(({ text, won }) => ({ text: won ? CROWN + text : text, weight: won ? 700 : 400 }));
  const widths = texts.map(({ text, weight }) => width(text, `${weight} ${size}px ${SANS}`));
  for (const row of wrapped(widths, size * 1.4, w)) {
    bottom += size * SPACING;
    let at = x;
    for (const i of row) {
      line(texts[i]!.text, at, { family: SANS, weight: texts[i]!.weight, size, fill: ink });
      at += widths[i]! + size * 1.4;
    }
  }
  return { drawn, height: bottom - y };
}
