// Where a card may go, and what to say of a place.

import { drawing } from "../../board/scene";
import { same, type Cell } from "../../board/spots";
import type { Key } from "../../i18n/index.svelte";
import type { FlorentineSpace, FlorentineView } from "../../wire";
import { contacts, type Adapter, type Fit, type Message } from "../adapter";
import Closed from "./Closed.svelte";
import { blackCells, lays } from "./legal";
import { BLACK, blackPlaces, CROSS, letterOf, parse, placesOf, REACH, touches, turnedCard, write, writeBlack, type Touch } from "./notation";
import { closedBy, closedByBlack } from "./spaces";

export interface Offer {
  /** The server's places for cards, and for the black card. */
  lays: readonly string[];
  black?: readonly Cell[];
  /** The black cards that lie already. */
  lying?: readonly Cell[];
  /** The player's colour. */
  own?: string | null;
}

export interface CardFit extends Fit {
  /** The spaces that the card would close. */
  closes: FlorentineSpace[];
}

function colour(letter: string): Key {
  return `colour.f${letter}` as Key;
}

function closing({ colour, gems }: FlorentineSpace): Message {
  if (gems === 0) return { key: "bar.closes" };
  return { key: "bar.closesGems", values: { n: gems }, words: { gem: `gem.${letterOf(colour)}` as Key } };
}

export function cardAdapter(board: readonly string[], { lays, black = [], lying = [], own = null }: Offer): Adapter<CardFit> {
  const cards = board.map(parse);
  const cross = cards.filter((card) => card.x === 0 || card.y === 0).length >= CROSS;

  function places(piece: string) {
    return piece === BLACK ? blackPlaces(black) : placesOf(piece, board, lays);
  }

  function why(at: Cell, touching: readonly Touch[]): Message {
    if (cards.some((card) => same(card, at))) return { key: "why.taken" };
    if (cards.length === 0) return { key: "why.centre" };
    if (Math.max(Math.abs(at.x), Math.abs(at.y)) > REACH) return { key: "why.outside" };
    const clash = touching.find((touch) => !touch.mark.good);
    if (clash) return { key: "why.clash", words: { ours: colour(clash.ours), theirs: colour(clash.theirs) } };
    if (!cross) return { key: "why.cross" };
    if (touching.length < 2) return { key: "why.corner", values: { n: touching.length } };
    return { key: "why.later" };
  }

  /** What the spaces that a card closes bring its player. */
  function effect(closes: FlorentineSpace[]): Pick<CardFit, "closes" | "gain" | "worth" | "over"> {
    const gems = closes.filter((space) => space.colour === own).map((space) => space.gems);
    return {
      closes,
      gain: gems.reduce((sum, each) => sum + each, 0),
      worth: closes.map(closing),
      over: [drawing(Closed, { spaces: closes, own })],
    };
  }

  function blackAt(at: Cell): CardFit {
    const lay = writeBlack(at);
    const place = places(BLACK).find((each) => same(each.at, at)) ?? null;
    return {
      lay,
      action: lay,
      place,
      marks: place?.marks ?? [],
      why: place ? null : { key: "why.black" },
      verdict: { key: "bar.black" },
      ...effect(place ? closedByBlack(board, lying, at) : []),
    };
  }

  return {
    places,
    at(piece, at, turn) {
      if (piece === BLACK) return blackAt(at);
      const lay = { triangles: turnedCard(piece, turn), x: at.x, y: at.y };
      const text = write(lay);
      const place = places(piece).find((each) => each.lay === text) ?? null;
      const touching = touches(board, lay);
      const marks = touching.map((touch) => touch.mark);
      return {
        lay: text,
        action: text,
        place,
        marks,
        why: place ? null : why(at, touching),
        // The first card of all touches nothing.
        verdict: place && marks.length === 0 ? { key: "why.centre" } : contacts(marks),
        ...effect(place ? closedBy(board, lay) : []),
      };
    },
  };
}

export function adapterOf(view: FlorentineView): Adapter {
  const lying = view.seats.flatMap(({ black }) => (black ? [{ x: black[0], y: black[1] }] : []));
  const own = view.seat === null ? null : view.seats[view.seat - 1]!.colour;
  return cardAdapter(view.board, { lays: lays(view), black: blackCells(view), lying, own });
}
