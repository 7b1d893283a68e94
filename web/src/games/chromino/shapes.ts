// The signs of the colours as SVG paths around 0,0. They are about equal in area, so that none stands out.

import { circle, polygon, round } from "../../board/paths";
import { CELL } from "./notation";

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

/** A circle on blue, triangle on green, diamond on red, star on yellow, cross on purple. */
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
