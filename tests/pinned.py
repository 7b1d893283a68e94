# ruff: noqa: E501 - records are kept as they were written
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
    "florentine, two players": """\
tessella record 1
game: florentine
edition: classic
players: 2
first: random
colours: red blue
deck: reconstruction
seed: 25

1 rOOg@0,0
2 rGGb@-1,0
1 oBBr@-2,0
2 aside rrgg
1 aside rogo
2 ogBB@0,1
1 rBBo@1,0
2 BgoB@2,0
1 bGGo@0,2
2 gror@0,3
1 aside bbgg
2 brrb@0,-1
1 bobr@0,-2
2 aside rGGo
1 RRgo@-3,0
2 aside rOOb
1 ROBG@0,-3
2 roGG@3,0
1 aside rbrg
2 aside rBBg
1 gbob@-1,1
2 aside RRog
1 BBrg@1,1
2 OBRG@-1,-1
1 aside rbGG
2 ogob@-2,-1
1 aside ggoo
2 gbrb@-3,-1
1 aside rgog
2 gbRR@1,-1
1 aside rbOO
2 aside rgOO
1 OGRB@2,1
2 gbgo@1,-2
1 OrgO@1,-3
2 grrg@3,1
1 oobb@2,-1
2 orob@2,-2
1 brOO@-1,-2
2 goog@-2,-2
1 goro@3,-1
2 rgbg@-1,-3
1 BBgr@3,-2
2 bggb@-2,-3
1 RboR@2,-3
2 OOrb@-1,2
1 rgog@1,2
2 RRog@2,2
1 bGGr@-3,-2
2 rroo@-1,3
1 obRR@1,3
2 RbgR@3,2
1 ORGB@2,3
2 grbr@3,3
1 black@1,4
2 black@-4,-1
result: seat 2 wins (41 of 48 cards laid; gems: 8, 12)
check: ffe65312892de7ad
""",
    "florentine, four players in colours by chance": """\
tessella record 1
game: florentine
edition: classic
players: 4
first: 3
colours: random
deck: reconstruction
seed: amber

3 rOOb@0,0
4 robo@1,0
1 OOrb@0,1
2 aside rOOg
3 roGG@0,2
4 GGor@0,3
1 aside BBgo
2 aside bOOg
3 obog@-1,0
4 OrgO@2,0
1 bgog@-2,0
2 bgbo@-3,0
3 aside rroo
4 aside RRgo
1 aside ggoo
2 oBBr@3,0
3 boRR@0,-1
4 GobG@0,-2
1 grgb@0,-3
2 aside RRgb
3 aside rBBo
4 aside rogo
1 aside rbgb
2 OBRG@-1,1
3 rgBB@-1,2
4 BROG@-1,3
1 aside RRbg
2 ogrg@-2,1
3 brbo@1,1
4 aside rbro
1 rgro@1,-1
2 aside boGG
3 bggb@-3,1
4 grOO@-1,-1
1 ggrr@2,1
2 goog@2,-1
3 gRRo@1,-2
4 rbGG@-2,2
1 rGGb@-1,-2
2 RbgR@2,-2
3 OObg@-2,-1
4 GboG@-2,-2
1 bboo@1,2
2 RgbR@-3,-1
3 rgrb@-3,-2
4 bOOg@3,1
1 oRRg@1,3
2 rbro@-1,-3
3 rrbb@2,2
4 rroo@3,-1
1 rogo@-2,-3
2 obRR@3,2
3 gbrb@3,-2
4 BORG@-3,-3
1 BGOR@2,3
2 BOGR@1,-3
3 BGRO@2,-3
4 rBBg@3,3
1 black@0,4
2 black@-2,-4
3 black@4,3
4 black@-4,-3
result: seat 1 and seat 4 win (45 of 48 cards laid; gems: 14, 13, 5, 14)
check: a281804bc0723bf8
""",
    "florentine with another deck, dealt afresh": """\
tessella record 1
game: florentine
edition: classic
players: 3
first: random
colours: red blue green
deck: rrrr rrrr rrrr rrrr rrrr rrrr BBgo BBgo BBgo BBgo BBgo BBgo BBog BBog BBog BBog BBog bbgg bbgg bbgg bbgg bbgg bGGo bGGo bGGo bGGo bGGo bGGo bgbo bgbo bgbo bgbo bgbo bgOO bgOO bgOO bgOO bgOO bgog bgog bgog bgog bgog ggoo ggoo ggoo ggoo ggoo
seed: 6

3 rrrr@0,0
1 aside bbgg
2 aside bgbo
3 aside BBgo
1 rrrr@0,-1
2 rrrr@-1,0
3 rrrr@1,0
1 aside bgOO
2 aside rrrr
3 aside bGGo
1 aside bbgg
2 aside bbgg
3 aside BBog
1 aside bgog
2 aside bgbo
3 aside bgog
1 aside bGGo
2 aside bgog
3 rrrr@0,1
1 aside BBgo
2 rrrr@-2,0
3 pass
1 pass
2 pass
result: seat 1 and seat 2 and seat 3 win (6 of 48 cards laid; gems: 0, 0, 0)
check: f4480c2edd5a5c3c
""",
}
