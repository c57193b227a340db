// What lies on the ground: painted hexes and lines through them. The forms are plain data, the
// geometry here is without a canvas; overlay.ts draws it.

import type { Plan } from './plan';

export type Hatch = 'plain' | 'dots' | 'lines' | 'cross';

export interface HexPaint {
  hex: string;
  fill?: string;
  hatch?: Hatch;
  stroke?: string;
  text?: string;
  strong?: boolean;
}
export interface MapLine {
  hexes: string[];
  colour: string;
  width?: number;
  dash?: number[];
  arrow?: boolean;
  /** Whether it ends before the middle of its last hex, so that what lies there hides no tip. */
  short?: boolean;
  title?: string;
}
export interface MapLayer {
  id: string;
  paints: HexPaint[];
  lines: MapLine[];
  opacity?: number;
}

export type Point = readonly [number, number];

/** Hexes painted alike, drawn as one region. */
export interface Region {
  readonly fill: string | undefined;
  readonly hatch: Hatch;
  readonly strong: boolean;
  readonly hexes: readonly number[];
}

/** The paints of a layer as regions, in the order in which they first occur. */
export function regions(plan: Plan, paints: readonly HexPaint[]): Region[] {
  const found = new Map<string, { region: Region; hexes: number[] }>();
  for (const { hex, fill, hatch = 'plain', strong = false } of paints) {
    const i = plan.index(hex);
    if (i === undefined || (fill === undefined && hatch === 'plain')) continue;
    const key = `${fill}|${hatch}|${strong}`;
    const known = found.get(key);
    if (known) known.hexes.push(i);
    else {
      const hexes = [i];
      found.set(key, { region: { fill, hatch, strong, hexes }, hexes });
    }
  }
  return Array.from(found.values(), ({ region }) => region);
}

/** The hexsides where a region ends, joined to lines as long as possible. */
export function outline(plan: Plan, hexes: readonly number[]): Point[][] {
  const inside = new Set(hexes);
  const next = new Map<string, Point[]>();
  const name = ([x, y]: Point): string => `${Math.round(x)},${Math.round(y)}`;
  const sides: [Point, Point][] = [];
  for (const i of inside) {
    const corners = plan.corners(i);
    plan.beyond(i).forEach((h, k) => {
      if (h >= 0 && inside.has(h)) return;
      sides.push([corners[k] as Point, corners[(k + 1) % 6] as Point]);
    });
  }
  for (const [a, b] of sides) {
    const from = next.get(name(a));
    if (from) from.push(b);
    else next.set(name(a), [b]);
  }
  const lines: Point[][] = [];
  for (const [start] of sides) {
    let at: Point | undefined = start;
    const line: Point[] = [start];
    while (at) {
      const to: Point | undefined = next.get(name(at))?.pop();
      if (to) line.push(to);
      at = to;
    }
    if (line.length > 1) lines.push(line);
  }
  return lines;
}

/** The middles of the hexes of a line, without repetitions and unknown hexes. */
export function stations(plan: Plan, hexes: readonly string[]): Point[] {
  const points: Point[] = [];
  let last: number | undefined;
  for (const hex of hexes) {
    const i = plan.index(hex);
    if (i === undefined || i === last) continue;
    points.push(plan.spot(i));
    last = i;
  }
  return points;
}

/** A cubic curve: where it leaves, two handles, where it arrives. */
export type Curve = readonly [Point, Point, Point, Point];

/** A smooth line that passes through all points (centripetal, so that it never loops). */
export function smooth(points: readonly Point[]): Curve[] {
  const curves: Curve[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const p1 = points[i] as Point;
    const p2 = points[i + 1] as Point;
    const p0 = points[i - 1] ?? p1;
    const p3 = points[i + 2] ?? p2;
    curves.push([p1, handle(p0, p1, p2), handle(p3, p2, p1), p2]);
  }
  return curves;
}

/** The handle at `at` towards `to`, for a line that comes from `from`. */
function handle(from: Point, at: Point, to: Point): Point {
  const gap = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);
  const ahead = gap(at, to);
  const behind = gap(from, at);
  if (behind === 0) return [at[0] + (to[0] - at[0]) / 3, at[1] + (to[1] - at[1]) / 3];
  const along = (axis: 0 | 1): number => {
    const [a, b] = [Math.sqrt(behind), Math.sqrt(ahead)];
    const slope =
      (at[axis] - from[axis]) / a - (to[axis] - from[axis]) / (a + b) + (to[axis] - at[axis]) / b;
    return at[axis] + (slope * b) / 3;
  };
  return [along(0), along(1)];
}

/** A point of a curve and the direction there. */
export function onCurve([a, b, c, d]: Curve, t: number): { at: Point; turn: number } {
  const s = 1 - t;
  const value = (k: 0 | 1): number =>
    s ** 3 * a[k] + 3 * s * s * t * b[k] + 3 * s * t * t * c[k] + t ** 3 * d[k];
  const slope = (k: 0 | 1): number =>
    3 * s * s * (b[k] - a[k]) + 6 * s * t * (c[k] - b[k]) + 3 * t * t * (d[k] - c[k]);
  return { at: [value(0), value(1)], turn: Math.atan2(slope(1), slope(0)) };
}

/** The part of a curve up to `t`. */
export function upTo([a, b, c, d]: Curve, t: number): Curve {
  const mix = (p: Point, q: Point): Point => [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
  const [ab, bc, cd] = [mix(a, b), mix(b, c), mix(c, d)];
  const [abc, bcd] = [mix(ab, bc), mix(bc, cd)];
  return [a, ab, abc, mix(abc, bcd)];
}

/** A line that ends so far before its end. */
export function shortened(curves: readonly Curve[], gap: number): Curve[] {
  const last = curves[curves.length - 1];
  if (!last) return [];
  return [...curves.slice(0, -1), upTo(last, before(last, gap))];
}

/** Where on a curve it is so far to its end. */
function before(curve: Curve, gap: number): number {
  const tip = curve[3];
  let [near, far] = [1, 0];
  for (let step = 0; step < 20; step++) {
    const middle = (near + far) / 2;
    const { at } = onCurve(curve, middle);
    if (Math.hypot(tip[0] - at[0], tip[1] - at[1]) < gap) near = middle;
    else far = middle;
  }
  return far;
}

/** A line with an arrow: the shaft, and the three corners of its head, tip first. */
export function arrow(curves: readonly Curve[], long: number): { shaft: Curve[]; head: Point[] } {
  const last = curves[curves.length - 1];
  if (!last) return { shaft: [], head: [] };
  const tip = last[3];
  // Where on the last curve the head begins: its length away from the tip.
  const far = before(last, long);
  const { at } = onCurve(last, far);
  const turn = Math.atan2(tip[1] - at[1], tip[0] - at[0]);
  const [back, half] = [long, long * 0.52];
  const corner = (side: 1 | -1): Point => [
    tip[0] - back * Math.cos(turn) - side * half * Math.sin(turn),
    tip[1] - back * Math.sin(turn) + side * half * Math.cos(turn),
  ];
  const inner = upTo(last, Math.min(1, far + (1 - far) * 0.25));
  return { shaft: [...curves.slice(0, -1), inner], head: [tip, corner(1), corner(-1)] };
}
