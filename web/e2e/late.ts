// A table late in a real game: thirty tiles, 18 squares wide and 17 high. Of 79 games that bots played to thirty tiles,
// half were no more than 17 squares either way.

import { Grid, parse, touches } from "../src/games/chromino/notation";
import type { ChrominoView, Snapshot } from "../src/wire";
import { SEAT, snapshot } from "./fixtures";

const BOARD =
  "G*R@-1,0> BGB@-2,1> RGR@-2,-1> RBP@1,-1> BPB@2,-2> RPB@-3,-1v GBP@1,-3> PGB@0,-4> PPG@-1,-5> YRR@-4,-2> " +
  "YYP@-3,-4> YPP@-2,-6> PBB@-4,0v YRP@-5,-2v RPY@-6,-1v BBR@-3,2v GYB@-6,3> BRY@-2,3v PPR@-1,-7> RGY@-7,4> " +
  "RRG@-8,5> PRG@0,-8> YBR@-10,4> YYY@-6,-3> YGY@-4,-6v RYG@-1,4v BPY@-3,-8v PGP@-1,-10v YYB@-11,3> YBY@-13,4>";

export const HAND = ["BRB", "BPG", "GGG", "B*G", "RYB", "P*R", "YPG"];
/** Every place of every tile in that hand, as `tessella placements` lists them. */
const PLACES =
  "BPG@-2,-11v B*G@-2,-11v B*G@-4,-9> B*G@-5,-7v G*B@-1,2> G*B@-14,5> BYR@0,2v RYB@-14,5> R*P@1,-9> R*P@-7,-2v " +
  "P*R@-7,0v P*R@-9,6> R*P@-7,6> YPG@-2,-11v";

const NAMES = ["Anna", "Ben", "Carlota", "Dídac", "Elisabet", "Ferran", "Georgina", "Hyacinthe"];

/** So many players at that table; Anna's turn. Some have a last tile that lies open, and all have scores. */
export function late(players: number, view: Partial<ChrominoView> = {}): Snapshot {
  const lays = BOARD.split(" ");
  const grid = new Grid(lays);
  const places = PLACES.split(" ").map((lay) => ({ lay, points: 0, contacts: touches(grid, parse(lay)).map((touch) => touch.contact) }));
  const pieces = lays.map((lay, i) => ({ lay, seat: i === 0 ? null : ((i - 1) % players) + 1 }));
  const seats = Array.from({ length: players }, (_, i) => ({
    ...SEAT, count: i === 0 ? HAND.length : i % 3 === 1 ? 1 : 4 + i, shown: i % 3 === 1 ? ["BRB"] : [], score: 7 * i + 3,
  }));
  const shown = snapshot({ seats, hand: HAND, places, legal: places.map(({ lay }) => lay), ...view }, {}, pieces);
  const options = { edition: "classic", players: String(players), hands: "hidden", scoring: "expert", junior: "no" };
  const names = NAMES.slice(0, players);
  return {
    ...shown,
    table: { ...shown.table, options, seats: names.map((name) => ({ ...shown.table.seats[0]!, name })) },
    views: shown.views.map((each) => ({ ...each, options })),
  };
}
