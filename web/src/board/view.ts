// How the board is looked at: which part of the world is on the screen, and how large. Pure functions, tested as such.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Size {
  w: number;
  h: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A point of the world p is at p * scale + (x, y) on the screen. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export const SMALLEST = 0.15;
export const LARGEST = 4;

export function limited(scale: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, scale));
}

/** The view that shows the whole box in the middle, with a margin, and no larger than `most`. */
export function fit(box: Box, size: Size, margin: number, most: number): View {
  const width = Math.max(1, size.w - 2 * margin);
  const height = Math.max(1, size.h - 2 * margin);
  const scale = limited(Math.min(width / Math.max(1, box.w), height / Math.max(1, box.h), most));
  return {
    scale,
    x: size.w / 2 - (box.x + box.w / 2) * scale,
    y: size.h / 2 - (box.y + box.h / 2) * scale,
  };
}

export function toWorld(view: View, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

export function toScreen(view: View, point: Point): Point {
  return { x: point.x * view.scale + view.x, y: point.y * view.scale + view.y };
}

export function panned(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** Larger or smaller, while what is under the point stays where it is. */
export function zoomed(view: View, at: Point, factor: number): View {
  const scale = limited(view.scale * factor);
  const still = toWorld(view, at);
  return { scale, x: at.x - still.x * scale, y: at.y - still.y * scale };
}

/** Two fingers: what was under each stays under it, as far as a shift and a zoom can do that. */
export function pinched(view: View, before: [Point, Point], after: [Point, Point]): View {
  const middle = (pair: [Point, Point]): Point => ({ x: (pair[0].x + pair[1].x) / 2, y: (pair[0].y + pair[1].y) / 2 });
  const apart = (pair: [Point, Point]): number => Math.hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y);
  const from = middle(before);
  const to = middle(after);
  const factor = apart(before) > 0 ? apart(after) / apart(before) : 1;
  return zoomed(panned(view, to.x - from.x, to.y - from.y), to, factor);
}

/** On the way from one view to another; `t` goes from 0 to 1. The scale changes evenly to the eye. */
export function between(from: View, to: View, t: number): View {
  const mix = (a: number, b: number): number => a + (b - a) * t;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) };
}

export function union(boxes: Iterable<Box>): Box | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.w);
    bottom = Math.max(bottom, box.y + box.h);
  }
  return left > right ? null : { x: left, y: top, w: right - left, h: bottom - top };
}

export function equal(a: Box, b: Box): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}

/** With so much more on each side. */
export function grown({ x, y, w, h }: Box, by: number): Box {
  return { x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by };
}

/** What two boxes share: one box, or none. */
export function overlap(a: Box, b: Box): Box[] {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const w = Math.min(a.x + a.w, b.x + b.w) - x;
  const h = Math.min(a.y + a.h, b.y + b.h) - y;
  return w > 0 && h > 0 ? [{ x, y, w, h }] : [];
}

export function holds(view: View, size: Size, box: Box): boolean {
  const a = toScreen(view, box);
  const b = toScreen(view, { x: box.x + box.w, y: box.y + box.h });
  return a.x >= 0 && a.y >= 0 && b.x <= size.w && b.y <= size.h;
}

/** How far the plane has to be shifted for an area to be in sight; if it is too large for that, its middle is. */
export function towards(view: View, size: Size, area: Box): { dx: number; dy: number } {
  const from = toScreen(view, { x: area.x, y: area.y });
  const to = toScreen(view, { x: area.x + area.w, y: area.y + area.h });
  return { dx: inwards(from.x, to.x, size.w), dy: inwards(from.y, to.y, size.h) };
}

function inwards(from: number, to: number, size: number): number {
  if (to - from > size) return size / 2 - (from + to) / 2;
  return from < 0 ? -from : to > size ? size - to : 0;
}
