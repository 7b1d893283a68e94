import { describe, expect, it } from "vitest";
import { playUi } from "../src/games/play";
import { words as catalogue } from "../src/i18n/index.svelte";
import { clockText, secondsLeft } from "../src/table/clock";
import { laidSince, lastDrawn, lastTurn, linesOf } from "../src/table/lines";
import type { GameEvent } from "../src/wire";

await catalogue.load("en");
const ui = playUi("chromino");
const words = ui.words({ edition: "classic" });
const name = (seat: number): string => (seat === 1 ? "You" : `Bot ${seat}`);
const turn = (seat: number): GameEvent => ({ event: "turn", seat });
const laid = (seat: number, lay: string): GameEvent => ({ event: "laid", seat, lay, points: 0 });
const drew = (seat: number, tile: string | null = null): GameEvent => ({ event: "drew", seat, tile });
const texts = (log: GameEvent[], own: number | null = 1, said = words): string[] => linesOf(log, said, name, own).map(({ text, piece }) => text.replace("\uFFFC", `[${piece}]`));

describe("the lines of a log", () => {
  it("show the piece that was laid, and who did what", () => {
    expect(texts([laid(2, "BGR@0,0>"), turn(3), drew(3), turn(1)])).toEqual(["Bot 2: laid [BGR]", "Bot 3: drew a tile"]);
  });

  it("show a drawn tile to its owner alone, and say that it does not fit", () => {
    const log = [drew(1, "BGR"), turn(2), drew(2, "YYY"), turn(1)];
    expect(texts(log)).toEqual(["You: drew [BGR], which does not fit", "Bot 2: drew a tile"]);
    expect(texts(log, null)).toEqual(["You: drew a tile", "Bot 2: drew a tile"]);
    expect(texts([drew(1, "BGR"), laid(1, "BGR@0,0>"), turn(2)])[0]).toBe("You: drew [BGR]");
  });

  it("say of a drawn tile of the Meccano edition that it waits", () => {
    expect(texts([drew(1, "BGR"), turn(2)], 1, ui.words({ edition: "meccano" }))).toEqual(["You: drew [BGR], which waits until the next turn"]);
  });

  it("say what a penalty was for, but only where there was one", () => {
    const spotted: GameEvent = { event: "spotted", seat: 1, by: 2 };
    expect(texts([spotted, drew(1, "BGR")])).toEqual(["You forgot “Chromino”: one tile more", "You: drew [BGR]"]);
    expect(texts([spotted, turn(2)])).toEqual(["Bot 2: noticed that “Chromino” was not said (You)"]);
    expect(texts([{ event: "claimed", seat: 1, by: 2, lay: "BGR@0,0>" }, drew(1, "BGR"), drew(1, "GGG")])[0]).toBe("Your last tile could have gone somewhere: two tiles more");
  });

  it("say for whom the time ran out", () => {
    expect(texts([{ event: "timeranout", seat: 1 }, laid(1, "BGR@0,0>")])[0]).toBe("Time ran out: a tile was laid for you");
    expect(texts([{ event: "timeranout", seat: 1 }, drew(1, "BGR")])[0]).toBe("Time ran out: a tile was drawn for you");
    expect(texts([{ event: "timeranout", seat: 2 }, drew(2)])).toEqual(["Bot 2: time ran out, a bot moved", "Bot 2: drew a tile"]);
  });

  it("say that a move was taken back", () => {
    expect(texts([{ event: "tookback", seat: 2 }])).toEqual(["Bot 2: took a move back"]);
  });
});

describe("what happened since one's last turn", () => {
  const log = [laid(1, "BGR@0,0>"), turn(2), laid(2, "BGR@0,1>"), turn(3), laid(3, "BGR@0,2>"), turn(1)];
  const board = log.flatMap((event) => ui.laidBy(event) ?? []);
  const since = (events: GameEvent[], seat: number): string[] => laidSince(events, lastTurn(events, seat), ui, board).map(({ lay }) => lay);

  it("is all of it before the first turn is over", () => {
    expect(since(log, 1)).toEqual(["BGR@0,0>", "BGR@0,1>", "BGR@0,2>"]);
  });

  it("begins with one's own move, on turn and afterwards", () => {
    const later = [...log, laid(1, "YYY@5,0>"), turn(2), laid(2, "YYY@6,0>")];
    board.push({ lay: "YYY@5,0>", seat: 1 }, { lay: "YYY@6,0>", seat: 2 });
    expect(since(later, 1)).toEqual(["YYY@5,0>", "YYY@6,0>"]);
    expect(since([...later, turn(1)], 1)).toEqual(["YYY@5,0>", "YYY@6,0>"]);
    expect(since(later, 2)).toEqual(["BGR@0,1>", "BGR@0,2>", "YYY@5,0>", "YYY@6,0>"]);
  });

  it("has nothing that was taken back", () => {
    expect(laidSince(log, 0, ui, [{ lay: "BGR@0,1>", seat: 2 }])).toEqual([{ lay: "BGR@0,1>", seat: 2 }]);
  });

  it("marks the tile that was drawn until its owner does something", () => {
    expect(lastDrawn([drew(1, "BGR"), turn(2), laid(2, "BGR@0,1>"), turn(1)], 1, ui)).toBe("BGR");
    expect(lastDrawn([drew(1, "BGR"), laid(1, "BGR@0,1>"), turn(2)], 1, ui)).toBeNull();
    expect(lastDrawn([drew(2), turn(1)], 1, ui)).toBeNull();
  });
});

describe("a clock", () => {
  it("never shows more than it has", () => {
    expect(secondsLeft(30_000, 0)).toBe(30);
    expect(secondsLeft(30_000, 1)).toBe(29);
    // A browser whose clock was set back, or that slept.
    expect(secondsLeft(95_000, 0, 30)).toBe(30);
    expect(secondsLeft(0, 5_000)).toBe(0);
    expect([0, 9, 59, 60, 61, 3599].map(clockText)).toEqual(["0:00", "0:09", "0:59", "1:00", "1:01", "59:59"]);
    expect([3600, 5399, 86_399, 86_400, 3 * 86_400 - 1].map(clockText)).toEqual(["1 hour", "1 hour 29 minutes", "23 hours 59 minutes", "1 day", "2 days 23 hours"]);
  });
});
