// Florentine Dominoes: everything that the client shows of it.

import type { FlorentineEvent, FlorentineView } from "../../wire";
import type { GameUi } from "../ui";
import Face from "./Face.svelte";
import Icon from "./Icon.svelte";
import { CELL } from "./notation";
import { area, picture } from "./scene";
import { setup } from "./setup";
import "./palette.css";

const SAMPLE =
  "ObrO@-3,-1 BgrB@-2,-1 GboG@-1,-1 brrb@0,-1 RogR@1,-1 rBBo@2,-1 goBB@3,-1 rOOg@-3,0 RBGO@-2,0 OOgb@-1,0 rroo@0,0 " +
  "GGbr@1,0 bRRg@2,0 BOGR@3,0 oRRg@-3,1 GBOR@-2,1 GROB@-1,1 obRR@0,1 bggb@1,1 roGG@2,1 ggoo@3,1";

const GEMS = {
  name: "colour",
  label: "conundrum.gem",
  values: [
    { value: "red", label: "gem.R" },
    { value: "blue", label: "gem.B" },
    { value: "green", label: "gem.G" },
    { value: "ochre", label: "gem.O" },
  ],
} as const;

export const florentine = {
  name: "florentine" as const,
  sample: SAMPLE.split(" "),
  setup,
  board: {
    metrics: { cell: CELL, margin: 4, largest: 1.8, mark: 11 },
    sizes: {
      rack: { most: 84, least: 54, aspect: "74 / 77" },
      log: "74 / 77",
      conundrum: { width: "4.4rem", height: "4.6rem" },
      paper: { width: "5.4cqw", height: "5.6cqw" },
      solution: { width: "4cqw", height: "4.2cqw" },
      listed: { width: "46px", height: "48px" },
      left: { width: "24px", height: "25px" },
    },
    Face,
    Icon,
    area,
    picture,
  },
  conundrums: [{ name: "places" }, { name: "gems", choice: GEMS }, { name: "pair", choice: GEMS }, { name: "order" }],
  Swatches: null,
  play: () => import("./play").then(({ play }) => play),
  learn: () => import("./learn").then(({ learn }) => learn),
} satisfies GameUi<FlorentineView, FlorentineEvent>;
