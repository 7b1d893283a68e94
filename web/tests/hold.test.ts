import { describe, expect, it } from "vitest";
import { tileAdapter } from "../src/games/chromino/adapter";
import { Hold } from "../src/table/hold.svelte";

const board = ["G*R@-1,0>"];
const offered = [
  { lay: "GBR@-1,1>", contacts: [[0, -1, 0], [1, 0, 0], [2, 1, 0]] as [number, number, number][], points: 4 },
  { lay: "GBR@-1,-1>", contacts: [[0, -1, 0], [1, 0, 0], [2, 1, 0]] as [number, number, number][], points: 4 },
];

function hold(help: boolean): Hold {
  const adapter = tileAdapter(board, offered);
  const held = new Hold(() => adapter, () => help);
  held.choose("GBR");
  return held;
}

describe("a piece in hand", () => {
  it("snaps to the place that was meant, and is laid by a second tap", () => {
    const held = hold(true);
    held.turn = 1;
    expect(held.tap({ x: -0.4, y: 1.5 })).toBe(false);
    expect(held.fit?.lay).toBe("GBR@-1,1>");
    expect(held.tap({ x: 1.2, y: 1.1 })).toBe(true);
  });

  it("moves when another place is tapped", () => {
    const held = hold(true);
    held.tap({ x: 0.5, y: 1.5 });
    expect(held.tap({ x: 0.5, y: -0.5 })).toBe(false);
    expect(held.fit?.lay).toBe("GBR@-1,-1>");
  });

  it("lights nothing and snaps to nothing without help, and shows a verdict only after an attempt", () => {
    const held = hold(false);
    expect(held.lit).toEqual([]);
    held.tap({ x: -0.4, y: 1.5 });
    expect(held.at).toEqual({ x: -1, y: 1 });
    expect(held.revealed).toBe(false);
    held.attempted = true;
    expect(held.revealed).toBe(true);
    held.step(1, 0);
    expect(held.revealed).toBe(false);
    expect(held.fit?.place?.lay).toBe("GBR@-1,1>");
  });

  it("walks through the places with the keys", () => {
    const held = hold(true);
    held.next(1);
    expect(held.fit?.lay).toBe("GBR@-1,-1>");
    held.next(1);
    expect(held.fit?.lay).toBe("GBR@-1,1>");
    held.next(1);
    expect(held.fit?.lay).toBe("GBR@-1,-1>");
    held.next(-1);
    expect(held.fit?.lay).toBe("GBR@-1,1>");
  });

  it("turns back the way it came, also where only some turns fit", () => {
    const ways = ["RBG@-1,1>", "GBR@0,0v", "RBG@0,0v"].map((lay) => ({ lay, contacts: [] as [number, number, number][], points: 0 }));
    const adapter = tileAdapter([], ways);
    const held = new Hold(() => adapter, () => true);
    held.choose("GBR");
    held.tap({ x: 0.5, y: 1.5 });
    const seen = [held.turn];
    for (const step of [1, 1, -1, -1] as const) {
      held.rotate(step);
      seen.push(held.turn);
    }
    expect(new Set(seen).size).toBeGreaterThan(1);
    expect([seen[3], seen[4]]).toEqual([seen[1], seen[0]]);
  });

  it("turns and steps freely", () => {
    const held = hold(true);
    held.step(0, 0);
    held.step(3, 0);
    held.rotate();
    expect(held.fit?.lay).toBe("GBR@3,-1v");
    expect(held.fit?.why?.key).toBe("why.two");
  });

  it("follows a mouse until it is put down", () => {
    const held = hold(true);
    held.hover({ x: 0.5, y: 1.5 });
    expect(held.fit?.place).not.toBeNull();
    held.hover(null);
    expect(held.at).toBeNull();
    held.tap({ x: 0.5, y: 1.5 });
    held.hover({ x: 9, y: 9 });
    expect(held.fit?.lay).toBe("GBR@-1,1>");
  });

  it("is let go when another is chosen", () => {
    const held = hold(true);
    held.tap({ x: 0.5, y: 1.5 });
    held.choose("YYY");
    expect(held.fit).toBeNull();
    expect(held.places).toEqual([]);
  });
});

describe("keys", () => {
  const rack = ["YYY", "GBR", "PPP"];

  it("take up a piece that fits, if there is none in hand or the one in hand fits nowhere", () => {
    const held = hold(true);
    held.choose(null);
    held.next(1, rack);
    expect(held.fit?.lay).toBe("GBR@-1,-1>");
    held.choose("YYY");
    held.next(1, rack);
    expect(held.fit?.lay).toBe("GBR@-1,-1>");
    held.next(1, rack);
    expect(held.fit?.lay).toBe("GBR@-1,1>");
  });

  it("tell nothing without help", () => {
    const held = hold(false);
    held.choose(null);
    held.next(1, rack);
    expect(held.piece).toBeNull();
    held.take(rack, 1);
    held.take(rack, 1);
    expect(held.piece).toBe("GBR");
    held.take(rack, 1);
    held.take(rack, 1);
    expect(held.piece).toBe("YYY");
    held.take(rack, -1);
    expect(held.piece).toBe("PPP");
  });

  it("go through the pieces that fit, or through all if none does", () => {
    const held = hold(true);
    held.choose(null);
    held.take(rack, -1);
    expect(held.piece).toBe("GBR");
    held.take(["YYY", "PPP"], -1);
    expect(held.piece).toBe("PPP");
    held.take([], 1);
    expect(held.piece).toBeNull();
  });
});
