// What a seat may do now, read from the actions that its view lists.

import type { Cell } from "../../board/spots";
import type { FlorentineView } from "../../wire";
import { isLay, parseBlack } from "./notation";

type Legal = Pick<FlorentineView, "legal">;

/** The placements of cards. */
export function lays({ legal }: Legal): string[] {
  return legal.filter(isLay);
}

/** The cells for the black card (F14). */
export function blackCells({ legal }: Legal): Cell[] {
  return legal.map(parseBlack).filter((cell) => cell !== null);
}

/** Put a card aside (F8). */
export function puttingAside(card: string): string {
  return `aside ${card}`;
}

export function canPutAside({ legal }: Legal, card: string): boolean {
  return legal.includes(puttingAside(card));
}

export function canPass({ legal }: Legal): boolean {
  return legal.includes("pass");
}
