// Writes a picture with 256 colours instead of millions: a third of the size, and hardly a difference to the eye.

import { writeFileSync } from "node:fs";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

interface Chunk {
  kind: string;
  data: Buffer;
}

function chunks(png: Buffer): Chunk[] {
  const found: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push({ kind: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

function packed({ kind, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** The pixels of a picture of eight bits a channel, its lines no longer written as differences. */
function pixels(raw: Buffer, width: number, height: number, channels: number): Buffer {
  const row = width * channels;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (row + 1)]!;
    for (let x = 0; x < row; x++) {
      const left = x >= channels ? out[y * row + x - channels]! : 0;
      const up = y > 0 ? out[(y - 1) * row + x]! : 0;
      const corner = x >= channels && y > 0 ? out[(y - 1) * row + x - channels]! : 0;
      const add = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      out[y * row + x] = raw[y * (row + 1) + 1 + x]! + add;
    }
  }
  return out;
}

interface Colour {
  rgb: [number, number, number];
  count: number;
}

const spread = (box: Colour[], channel: 0 | 1 | 2): number => {
  let [least, most] = [255, 0];
  for (const { rgb } of box) [least, most] = [Math.min(least, rgb[channel]), Math.max(most, rgb[channel])];
  return most - least;
};

/** Median cut: a box of colours is halved, until there are 256; first those that are wide and that much is painted with. */
function boxes(colours: Colour[]): Colour[][] {
  const all = [colours];
  const width = (box: Colour[]): number =>
    box.length < 2 ? 0 : Math.max(spread(box, 0), spread(box, 1), spread(box, 2)) * Math.sqrt(box.reduce((sum, each) => sum + each.count, 0));
  const widths = [width(colours)];
  while (all.length < 256) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest] === 0) break;
    const box = all[widest]!;
    const channel = ([0, 1, 2] as const).reduce((best, each) => (spread(box, each) > spread(box, best) ? each : best));
    box.sort((a, b) => a.rgb[channel] - b.rgb[channel]);
    const total = box.reduce((sum, each) => sum + each.count, 0);
    let [cut, seen] = [0, 0];
    while (cut < box.length - 1 && seen < total / 2) seen += box[cut++]!.count;
    const halves = [box.slice(0, Math.max(1, cut)), box.slice(Math.max(1, cut))];
    all.splice(widest, 1, ...halves);
    widths.splice(widest, 1, ...halves.map(width));
  }
  return all;
}

export function shrunk(png: Buffer, path: string): void {
  const parts = chunks(png);
  const head = parts.find((part) => part.kind === "IHDR")!.data;
  const [width, height, channels] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3];
  const raw = inflateSync(Buffer.concat(parts.filter((part) => part.kind === "IDAT").map((part) => part.data)));
  const plain = pixels(raw, width, height, channels);
  const counts = new Map<number, number>();
  for (let at = 0; at < plain.length; at += channels) {
    const colour = (plain[at]! << 16) | (plain[at + 1]! << 8) | plain[at + 2]!;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const colours = [...counts].map(([key, count]): Colour => ({ rgb: [key >> 16, (key >> 8) & 255, key & 255], count }));
  const index = new Map<number, number>();
  const palette = Buffer.concat(
    boxes(colours).map((box, i) => {
      const total = box.reduce((sum, each) => sum + each.count, 0);
      for (const { rgb } of box) index.set((rgb[0] << 16) | (rgb[1] << 8) | rgb[2], i);
      return Buffer.from(([0, 1, 2] as const).map((channel) => Math.round(box.reduce((sum, each) => sum + each.rgb[channel] * each.count, 0) / total)));
    }),
  );
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      lines[y * (width + 1) + 1 + x] = index.get((plain[at]! << 16) | (plain[at + 1]! << 8) | plain[at + 2]!)!;
    }
  }
  const header = Buffer.from(head);
  header[8] = 8;
  header[9] = 3;
  const written = [
    { kind: "IHDR", data: header },
    { kind: "PLTE", data: palette },
    { kind: "IDAT", data: deflateSync(lines, { level: 9 }) },
    { kind: "IEND", data: Buffer.alloc(0) },
  ];
  writeFileSync(path, Buffer.concat([SIGNATURE, ...written.map(packed)]));
}
