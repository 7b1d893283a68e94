// SVG paths around 0,0 that signs and gems are made of.

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function polygon(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("") + "z";
}

export function circle(radius: number): string {
  return `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}
