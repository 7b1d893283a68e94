// The gems as SVG paths around 0,0. They are about equal in area, so that none stands out.

import { circle, polygon } from "../../board/paths";

function octagon(radius: number): string {
  return polygon(
    Array.from({ length: 8 }, (_, i): [number, number] => {
      const turn = (i + 0.5) * (Math.PI / 4);
      return [radius * Math.cos(turn), radius * Math.sin(turn)];
    }),
  );
}

function drop(size: number): string {
  const s = size / 7;
  return `M0 ${-9.5 * s}C${2.5 * s} ${-5 * s} ${6.6 * s} ${-2 * s} ${6.6 * s} ${2 * s}A${6.6 * s} ${6.6 * s} 0 0 1 ${-6.6 * s} ${2 * s}C${-6.6 * s} ${-2 * s} ${-2.5 * s} ${-5 * s} 0 ${-9.5 * s}z`;
}

/** Jade is round, amber a drop, ruby an octagon, lapis a lozenge; as a stone or an empty setting. */
export function gem(letter: string, size: number): string {
  switch (letter) {
    case "R":
      return circle(size);
    case "B":
      return drop(size);
    case "G":
      return octagon(size * 1.08);
    default:
      return polygon([[0, -1.3 * size], [1.1 * size, 0], [0, 1.3 * size], [-1.1 * size, 0]]);
  }
}

/** How a gem is cut, so that a round one and an eight-sided one can be told apart at any size: the ruby has a table, the
 * lapis a ridge. The others are smooth. */
export function cut(letter: string, size: number): string {
  const s = size * 0.42;
  if (letter === "G") return polygon([[-s, -s], [s, -s], [s, s], [-s, s]]);
  return letter === "O" ? polygon([[0, -1.3 * size], [1.1 * size, 0], [-1.1 * size, 0]]) : "";
}
