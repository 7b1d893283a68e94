// Chromino: everything that the client shows of it.

import type { ChrominoEvent, ChrominoView } from "../../wire";
import type { GameUi } from "../ui";
import Face from "./Face.svelte";
import Icon from "./Icon.svelte";
import { CELL } from "./notation";
import { area, picture } from "./scene";
import { setup } from "./setup";
import "./palette.css";
import Swatches from "./Swatches.svelte";

const SAMPLE =
  "G*R@-1,0> GBR@-1,-1> BRR@0,1> R*P@2,0> GGY@-2,-1v Y*P@3,-1> RPY@3,1> RRR@1,2> PYY@6,-1v G*B@-3,0v YGR@-4,-1v " +
  "B*Y@0,-2> YRP@3,-2> GRG@-5,0v YBP@-1,-3> RGR@-6,-1v YBG@-4,-2> PYP@6,-2> BPP@0,-4> YRY@-7,-2> YYB@7,0v GBB@-5,3>";

export const chromino = {
  name: "chromino" as const,
  sample: SAMPLE.split(" "),
  setup,
  board: {
    metrics: { cell: CELL, margin: 2, largest: 1.6, mark: 8.5 },
    sizes: {
      rack: { most: 44, least: 30, aspect: "42 / 125" },
      log: "122 / 45",
      conundrum: { width: "7.2rem", height: "2.65rem" },
      paper: { width: "9cqw", height: "3.3cqw" },
      solution: { width: "7cqw", height: "2.6cqw" },
      listed: { width: "60px", height: "22px" },
      left: { width: "9px", height: "27px" },
    },
    Face,
    Icon,
    area,
    picture,
  },
  conundrums: [{ name: "places" }, { name: "order" }, { name: "block", theirs: true }, { name: "win", theirs: true }],
  Swatches,
  play: () => import("./play").then(({ play }) => play),
  learn: () => import("./learn").then(({ learn }) => learn),
} satisfies GameUi<ChrominoView, ChrominoEvent>;
