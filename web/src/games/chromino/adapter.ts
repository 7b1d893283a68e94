// Where a tile may go, and what to say of a place.

import type { Key } from "../../i18n/index.svelte";
import type { ChrominoPlace, ChrominoView } from "../../wire";
import { contacts, type Adapter, type Message } from "../adapter";
import { CLAIM } from "./legal";
import { around, cells, Grid, parse, placesOf, touches, WILD, write, type Lay, type Touch } from "./notation";

function colour(letter: string): Key {
  return `colour.${letter}` as Key;
}

interface Rules {
  /** One contact rather than two. */
  junior?: boolean;
  /** What stands before a placement to make it an action. */
  command?: string;
  /** Why a tile may not be laid anywhere now, though it fits. */
  barred?: (tile: string) => Message | null;
}

/** `offered` are the server's places for a turn, or for a claim. */
export function tileAdapter(board: readonly string[], offered: readonly ChrominoPlace[], { junior = false, command = "", barred = () => null }: Rules = {}): Adapter {
  const grid = new Grid(board);

  function why(tile: string, lay: Lay, touching: readonly Touch[]): Message {
    if (cells(lay).some((cell) => grid.at(cell) !== undefined)) return { key: "why.taken" };
    const clash = touching.find((touch) => !touch.mark.good);
    if (clash) return { key: "why.clash", words: { ours: colour(clash.ours), theirs: colour(clash.theirs) } };
    const n = touching.length;
    if (junior) return n === 1 ? { key: "why.junior" } : { key: "why.one", values: { n } };
    if (n < 2) return { key: "why.two", values: { n } };
    // Its squares fit: another rule forbids it.
    return barred(tile) ?? { key: "why.later" };
  }

  return {
    places: (tile) => placesOf(tile, offered),
    at(tile, at, turn) {
      const lay = around(tile, at, turn);
      const text = write(lay);
      const place = placesOf(tile, offered).find((each) => each.lay === text) ?? null;
      const touching = touches(grid, lay);
      const marks = place?.marks ?? touching.map((touch) => touch.mark);
      const gain = place?.points ?? 0;
      return {
        lay: text,
        action: command + text,
        place,
        marks,
        touching: [...new Set(touching.map((touch) => colour(touch.theirs)))],
        why: place ? null : why(tile, lay, touching),
        verdict: contacts(marks),
        gain,
        worth: gain > 0 ? [{ key: "bar.points", values: { n: gain } }] : [],
        over: [],
      };
    },
  };
}

/** The places of a conundrum, with the contacts that the board shows. */
export function conundrumAdapter(board: readonly string[], places: readonly string[]): Adapter {
  const grid = new Grid(board);
  const offered = places.map((lay) => ({ lay, points: 0, contacts: touches(grid, parse(lay)).map((touch) => touch.contact) }));
  return tileAdapter(board, offered);
}

/** Why a tile may not be laid at all, though it fits. */
function barred(view: ChrominoView, tile: string): Message | null {
  if (view.drawn_tile !== null && view.drawn_tile !== tile) return { key: "why.drawn" };
  if (view.hand.length === 1 && tile.includes(WILD)) return { key: "bar.wildLast" };
  return null;
}

export function adapterOf(view: ChrominoView, claiming: boolean): Adapter {
  const junior = (view.options["junior"] ?? "no") !== "no";
  if (claiming) return tileAdapter(view.board, view.claims, { junior, command: CLAIM });
  return tileAdapter(view.board, view.places, { junior, barred: (tile) => barred(view, tile) });
}
