import { describe, expect, it } from "vitest";
import { tilesOf, unseen } from "../src/games/chromino/set";
import { cardsOf, unseen as unseenCards } from "../src/games/florentine/set";
import type { ChrominoView, FlorentineView } from "../src/wire";

const left = (pieces: readonly { piece: string; seen: boolean }[]): string[] => pieces.filter(({ seen }) => !seen).map(({ piece }) => piece);
const seen = (pieces: readonly { piece: string; seen: boolean }[]): string[] => pieces.filter((each) => each.seen).map(({ piece }) => piece);

describe("the tiles that are still unseen", () => {
  function view(more: Partial<ChrominoView>): ChrominoView {
    const seats = [{ known: [] }, { known: [] }];
    return { seat: 1, options: { "wild-tiles": "yes" }, board: [], seats, hand: [], ...more } as unknown as ChrominoView;
  }

  it("are all 80 at first, or 75 without wild ones", () => {
    expect(tilesOf(true)).toHaveLength(80);
    expect(new Set(tilesOf(true).map((tile) => [tile, [...tile].reverse().join("")].sort().join())).size).toBe(80);
    expect(tilesOf(false)).toHaveLength(75);
    expect(left(unseen(view({}), 1))).toEqual(tilesOf(true));
    expect(unseen(view({ options: { "wild-tiles": "no" } }), 1)).toHaveLength(75);
  });

  it("are not those on the board, either way round, in one's hand, or shown by others", () => {
    const seats = [{ known: [] }, { known: ["BGB", "RRR"] }] as unknown as ChrominoView["seats"];
    const pieces = unseen(view({ board: ["G*B@-1,0>", "BGR@0,1v", "PYB@3,3>"], hand: ["YYY"], seats }), 1);
    expect(seen(pieces).sort()).toEqual(["B*G", "BGB", "BGR", "BYP", "RRR", "YYY"]);
  });

  it("are not told by another one's hand", () => {
    expect(seen(unseen(view({ hand: ["YYY"] }), null))).toEqual([]);
    expect(seen(unseen(view({ hand: ["YYY"] }), 2))).toEqual([]);
  });
});

describe("the cards that are still unseen", () => {
  function view(more: Partial<FlorentineView>): FlorentineView {
    return { seat: 1, options: { deck: "reconstruction" }, board: [], pool: [], hand: [], ...more } as unknown as FlorentineView;
  }

  it("are all 48 at first", () => {
    expect(left(unseenCards(view({}), 1))).toEqual(cardsOf({}));
    expect(cardsOf({})).toHaveLength(48);
  });

  it("are not those on the board, however turned, in one's hand or aside", () => {
    const pieces = unseenCards(view({ board: ["bgRR@0,0"], hand: ["rrbb"], pool: ["ggoo"] }), 1);
    expect(seen(pieces)).toEqual(["RRbg", "rrbb", "ggoo"]);
    expect(left(pieces)).toHaveLength(45);
  });

  it("may be equal: each that was seen counts once", () => {
    const deck = "rrbb rrbb rrbb ggoo";
    const pieces = unseenCards(view({ options: { deck }, board: ["brrb@0,0"], hand: ["rrbb"] }), 1);
    expect(left(pieces)).toEqual(["rrbb", "ggoo"]);
  });
});
