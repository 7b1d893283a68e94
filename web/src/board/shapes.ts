// The signs of the colours and gems as SVG paths around 0,0. They are about equal in area, so that none shouts.

import { CELL } from "../games/chromino";

function polygon(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("") + "z";
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function circle(radius: number): string {
  return `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

function star(outer: number, inner: number): string {
  const points = Array.from({ length: 10 }, (_, i): [number, number] => {
    const radius = i % 2 === 0 ? outer : inner;
    const turn = (i * Math.PI) / 5;
    return [radius * Math.sin(turn), 0.8 - radius * Math.cos(turn)];
  });
  return polygon(points);
}

function cross(arm: number, end: number): string {
  return `M${-arm} ${-end}H${arm}V${-arm}H${end}V${arm}H${arm}V${end}H${-arm}V${arm}H${-end}V${-arm}H${-arm}z`;
}

/** Chromino: circle on blue, triangle on green, diamond on red, star on yellow, cross on purple. */
export const SIGNS: Readonly<Record<string, string>> = {
  B: circle(8.3),
  G: polygon([[0, -9.2], [9.6, 7.2], [-9.6, 7.2]]),
  R: polygon([[0, -10.4], [10.4, 0], [0, 10.4], [-10.4, 0]]),
  Y: star(11.2, 5),
  P: cross(3.4, 9.4),
};

const WHEEL = "RYGBP";
const WHEEL_RADIUS = 14;
export const HUB = 4;
export const MIDDLE = CELL / 2;

/** The five sectors of the wild square, each with the letter of its colour. */
export const SECTORS: readonly { letter: string; path: string }[] = [...WHEEL].map((letter, i) => {
  const rim = (step: number): string => {
    const turn = (step * 2 * Math.PI) / 5;
    return `${round(WHEEL_RADIUS * Math.sin(turn))} ${round(-WHEEL_RADIUS * Math.cos(turn))}`;
  };
  return { letter, path: `M0 0L${rim(i)}A${WHEEL_RADIUS} ${WHEEL_RADIUS} 0 0 1 ${rim(i + 1)}z` };
});

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

/** Florentine Dominoes: jade round, amber a drop, ruby an octagon, lapis a lozenge; as a stone or an empty setting. */
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
