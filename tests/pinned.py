"""Records written by version 1, word for word. They must replay for ever: never change one, only add."""

PINNED = {
    "classic, scored": """\
tessella record 1
game: chromino
edition: classic
players: 2
wild-tiles: yes
first: random
draw-limit: 3
draw-when-able: no
hands: hidden
scoring: expert
junior: no
seed: 25

2 YYG@0,-1>
1 YGR@1,-2>
2 RRY@-2,-2>
1 R*G@-2,-1v
2 RYB@0,1>
1 BGG@-3,0v
2 GGY@-4,1v
1 GPP@-2,2v
2 draw
2 GYR@-5,2v
1 GRG@-7,1>
2 PGR@-8,0>
1 PPB@-1,3v
2 PBR@0,4v
1 YBY@1,2>
2 BYY@2,3>
1 RPG@-9,-1>
result: seat 1 wins (last tile laid; points: 47, 41)
check: 95b26674c554aea3
""",
    "meccano, with a spot, a call and a claim": """\
tessella record 1
game: chromino
edition: meccano
players: 2
wild-tiles: no
first: drawn
draw-limit: 1
draw-when-able: last-tile-shown
hands: hidden
scoring: none
junior: no
seed: 4988

2 GYP@0,1>
1 RRG@-2,-1>
2 YBR@-4,0>
1 RGG@-1,-2>
2 BRR@-2,-4v
1 draw
2 YPP@1,2>
1 PPP@2,3>
2 RPP@3,-1v
1 GRP@2,-2>
2 GPP@1,4>
1 RPB@3,-3>
2 PPB@4,4>
1 spot 2
1 draw
2 YYP@5,1v
2 call
1 draw
2 draw
1 claim PBG@5,5>
1 PRP@2,-4>
2 PBG@5,5>
1 BPG@1,-5v
2 PRY@4,5v
1 BGB@6,6>
2 RYR@3,6v
1 draw
2 GBG@7,7>
result: seat 2 wins (last tile laid; tiles left: 4, 0)
check: 48915e78520399f7
""",
    "joker junior, alone": """\
tessella record 1
game: chromino
edition: joker
players: 1
wild-tiles: yes
first: random
draw-limit: 1
draw-when-able: no
hands: hidden
scoring: none
junior: squares
seed: 0

1 YRY@-2,0v
1 YBY@-3,-2v
1 RBB@0,-3v
1 B*Y@-3,3>
1 RPB@0,-4>
1 PBY@-3,-5v
1 GRP@-4,-7v
1 GGG@-7,-7>
result: seat 1 wins (last tile laid; tiles drawn: 0)
check: 354c1c01458c511a
""",
}
