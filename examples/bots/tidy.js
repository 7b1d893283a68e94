#!/usr/bin/env node
// A bot for Tessella's arena in JavaScript: it lays its tile or card as near to the middle as it can.
//
//     tessella arena --bots "node examples/bots/tidy.js" random --games 100
//
// docs/bots.md describes the lines that are read and written here.
"use strict";

/** How far from the middle an action lays something; infinite for other actions. */
function distance(action) {
  const place = /^[^@ ]+@(-?\d+),(-?\d+)/.exec(action);
  return place ? Math.abs(Number(place[1])) + Math.abs(Number(place[2])) : Infinity;
}

/** One of view.legal; null declines, if another seat is on turn. */
function choose(view) {
  if (view.turn !== view.seat) return view.legal[0] ?? null;
  return view.legal.reduce((best, action) => (distance(action) < distance(best) ? action : best));
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ type: "ready", protocol: 1 }));
  } else if (message.type === "choose") {
    console.log(JSON.stringify({ type: "action", id: message.id, action: choose(message.view) }));
  }
});
