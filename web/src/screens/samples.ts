// Positions from real games, as pictures of the two games.

import type { GameName, Piece } from "../wire";

function board(texts: string): Piece[] {
  return texts.split(" ").map((lay) => ({ lay, seat: null }));
}

export const SAMPLES: Record<GameName, Piece[]> = {
  chromino: board(
    "G*R@-1,0> GBR@-1,-1> BRR@0,1> R*P@2,0> GGY@-2,-1v Y*P@3,-1> RPY@3,1> RRR@1,2> PYY@6,-1v G*B@-3,0v YGR@-4,-1v " +
      "B*Y@0,-2> YRP@3,-2> GRG@-5,0v YBP@-1,-3> RGR@-6,-1v YBG@-4,-2> PYP@6,-2> BPP@0,-4> YRY@-7,-2> YYB@7,0v GBB@-5,3>",
  ),
  florentine: board(
    "ObrO@-3,-1 BgrB@-2,-1 GboG@-1,-1 brrb@0,-1 RogR@1,-1 rBBo@2,-1 goBB@3,-1 rOOg@-3,0 RBGO@-2,0 OOgb@-1,0 rroo@0,0 " +
      "GGbr@1,0 bRRg@2,0 BOGR@3,0 oRRg@-3,1 GBOR@-2,1 GROB@-1,1 obRR@0,1 bggb@1,1 roGG@2,1 ggoo@3,1",
  ),
};
