import { beforeAll, describe, expect, it } from "vitest";
import { play as chromino } from "../src/games/chromino/play";
import { play as florentine } from "../src/games/florentine/play";
import type { TurnContext } from "../src/games/ui";
import { words } from "../src/i18n/index.svelte";
import type { ChrominoView, FlorentineView } from "../src/wire";

beforeAll(() => words.load("en"));

type Situation = Partial<Omit<TurnContext, "view">>;

const USUAL = { seat: 1, myTurn: true, claiming: false, help: true, piece: null, fitsSomewhere: false };

function tiles(view: Partial<ChrominoView>, situation: Situation = {}) {
  const whole = { options: {}, hand: ["BGR", "YYY"], legal: [], places: [], claims: [], stop: null, claim: null, ...view } as unknown as ChrominoView;
  return chromino.turn({ ...USUAL, ...situation, view: whole });
}

function cards(view: Partial<FlorentineView>, situation: Situation = {}) {
  const whole = { options: {}, stage: "hands", hand: ["RRbg"], legal: [], ...view } as unknown as FlorentineView;
  return florentine.turn({ ...USUAL, ...situation, view: whole });
}

const labels = ({ actions }: ReturnType<typeof tiles>): string[] => actions.map(({ label, secondary }) => label + (secondary ? " (secondary)" : ""));
const place = { lay: "BGR@0,1>", contacts: [], points: 0 };

describe("the turn bar of Chromino", () => {
  it("offers to draw where nothing fits, and less so where something does", () => {
    const stuck = tiles({ legal: ["draw"] });
    expect([stuck.prompt, ...labels(stuck)]).toEqual(["Nothing fits: draw a tile", "Draw"]);
    const able = tiles({ legal: ["draw", "BGR@0,1>"], places: [place] });
    expect([able.prompt, ...labels(able)]).toEqual(["Your turn: choose a tile", "Draw (secondary)"]);
  });

  it("offers both to draw on and to pass after a draw in vain", () => {
    const choice = tiles({ legal: ["draw", "pass"] });
    expect([choice.prompt, ...labels(choice)]).toEqual(["It does not fit: draw another one, or pass", "Draw", "Pass (secondary)"]);
  });

  it("says of a wild last tile why it has to draw", () => {
    expect(tiles({ legal: ["draw"], hand: ["B*R"] }).prompt).toBe("A chameleon cannot be your last tile: draw");
    expect(tiles({ legal: ["draw"], hand: ["B*R", "GGG"] }).prompt).toBe("Nothing fits: draw a tile");
  });

  it("says of a piece in hand whether it fits, unless the table gives no help", () => {
    const view = { legal: ["BGR@0,1>"], places: [place] };
    expect(tiles(view, { piece: "YYY" }).prompt).toBe("This one fits nowhere");
    expect(tiles(view, { piece: "YYY", help: false }).prompt).toBe("Choose where it goes");
    expect(tiles(view, { piece: "BGR", fitsSomewhere: true }).prompt).toBe("Choose where it goes");
  });

  it("offers a call at any time, and draws and passes only on turn", () => {
    const off = tiles({ legal: ["call", "draw", "pass"] }, { myTurn: false });
    expect(labels(off)).toEqual(["Chromino!"]);
    expect(off.actions[0]!.always).toBe(true);
    expect(labels(tiles({ legal: ["draw"] }, { claiming: true }))).toEqual([]);
    expect(labels(tiles({ legal: ["pass"] }))).toEqual(["Pass"]);
  });

  it("announces the last round to the seat on turn", () => {
    expect(tiles({ stop: 2 }).note).toBe("the last round");
    expect(tiles({ stop: 2 }, { myTurn: false }).note).toBe("");
  });

  it("lets a seat claim what another one missed, and spot and call by the actions that are legal", () => {
    const view = { options: {}, legal: ["call", "spot 2"], claim: { seat: 2, tile: "YYY" }, seats: [{ shown: [], count: 3 }, { shown: [], count: 1 }] } as unknown as ChrominoView;
    expect([chromino.claimable(view, 1), chromino.claimable(view, 2), chromino.claimable(view, null)]).toEqual([2, null, null]);
    expect(chromino.chip(view, 2, false).action).toEqual({ label: "Forgot “Chromino”!", action: "spot 2" });
    expect(chromino.chip(view, 1, true).action).toBeNull();
    expect(chromino.outOfTurn(view, "Anna")).toEqual([{ label: "Anna: “Chromino!”", action: "call" }]);
  });
});

describe("the turn bar of Florentine Dominoes", () => {
  it("asks for a card to put aside where nothing fits", () => {
    const stuck = cards({ legal: ["aside RRbg"] }, { piece: "RRbg" });
    expect([stuck.prompt, ...labels(stuck)]).toEqual(["Nothing fits: choose a card to put aside", "Put it aside"]);
    expect(labels(cards({ legal: ["aside RRbg"] }))).toEqual([]);
  });

  it("mentions the other choice until a card is taken up", () => {
    const view = { legal: ["RRbg@1,0", "aside RRbg"] };
    expect(cards(view)).toMatchObject({ prompt: "Your turn: choose a card", note: "or put a card aside" });
    const held = cards(view, { piece: "RRbg", fitsSomewhere: true });
    expect([held.prompt, held.note, ...labels(held)]).toEqual(["Choose where it goes", "", "Put it aside (secondary)"]);
  });

  it("offers to keep a black card", () => {
    const able = cards({ stage: "black", legal: ["black@4,-1", "pass"] });
    expect([able.prompt, ...labels(able)]).toEqual(["Lay your black card at the rim, or keep it", "Keep it (secondary)"]);
    const stuck = cards({ stage: "black", legal: ["pass"] });
    expect([stuck.prompt, ...labels(stuck)]).toEqual(["Your black card fits nowhere: keep it", "Keep it"]);
  });

  it("takes cards from the pool", () => {
    expect(cards({ stage: "pool", legal: ["RRbg@1,0"] })).toMatchObject({ prompt: "Your turn: take any card of the pool", note: "" });
  });
});
