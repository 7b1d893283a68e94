// Which part of the board a placement takes, in the board's units.

import type { Box } from "../board/view";
import type { GameName } from "../wire";
import * as chromino from "./chromino";
import * as florentine from "./florentine";

export function cellOf(game: GameName): number {
  return game === "chromino" ? chromino.CELL : florentine.CELL;
}

export function areaOf(game: GameName, lay: string): Box {
  const cell = cellOf(game);
  if (game === "florentine") {
    const { x, y } = florentine.placeOf(lay);
    return { x: x * cell, y: y * cell, w: cell, h: cell };
  }
  const { x, y, down } = chromino.parse(lay);
  return { x: x * cell, y: y * cell, w: (down ? 1 : 3) * cell, h: (down ? 3 : 1) * cell };
}
