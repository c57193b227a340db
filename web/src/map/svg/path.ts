// A path of SVG as flat arrays of absolute lines and curves, cut into pieces with their
// boxes, so that a tile draws only what touches it.
//
// Leaving out is exact. A sub-path whose box does not meet the tile winds round no point of it, so a
// fill (even-odd or not) is the same without it; a stroke is the same without every run of segments
// that lies farther off than its width.

import { type Box, NOWHERE, grown, meets, union } from '../box';

export const MOVE = 0;
export const LINE = 1;
export const QUADRATIC = 2;
export const CUBIC = 3;
const COORDS = [2, 2, 4, 6] as const;

/** Up to so many segments of a sub-path are kept or left out together. */
const RUN = 24;

/** A run of consecutive segments. */
export interface Run {
  readonly verb: number;
  readonly verbEnd: number;
  readonly coord: number;
  /** Where the run begins. */
  readonly x: number;
  readonly y: number;
  readonly box: Box;
}

export interface SubPath {
  readonly box: Box;
  readonly closed: boolean;
  readonly x: number;
  readonly y: number;
  readonly runs: readonly Run[];
}

export interface Geometry {
  readonly verbs: Uint8Array;
  readonly coords: Float32Array;
  readonly subPaths: readonly SubPath[];
  /** Sub-paths without length, x and y in turn: round caps make dots of them. */
  readonly dots: Float32Array;
  readonly box: Box;
}

/** What a path is traced on: a canvas context, a Path2D, or a test. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(a: number, b: number, x: number, y: number): void;
  bezierCurveTo(a: number, b: number, c: number, d: number, x: number, y: number): void;
  closePath(): void;
}

/** Puts a path together, command by command. */
export class Builder {
  verbs = new Uint8Array(64);
  coords = new Float64Array(256);
  verbCount = 0;
  coordCount = 0;
  readonly dots: number[] = [];
  readonly subPaths: SubPath[] = [];
  x = 0;
  y = 0;
  startX = 0;
  startY = 0;
  private verb = 0;
  private coord = 0;

  /** Begin a new sub-path, unless the old one has nothing yet. */
  move(x: number, y: number): void {
    this.finish(false);
    this.x = this.startX = x;
    this.y = this.startY = y;
  }

  line(x: number, y: number): void {
    this.add(LINE);
    this.point(x, y);
  }

  quadratic(ax: number, ay: number, x: number, y: number): void {
    this.add(QUADRATIC);
    this.point(ax, ay);
    this.point(x, y);
  }

  cubic(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.add(CUBIC);
    this.point(ax, ay);
    this.point(bx, by);
    this.point(x, y);
  }

  close(): void {
    if (this.x !== this.startX || this.y !== this.startY) this.line(this.startX, this.startY);
    this.finish(true);
    this.x = this.startX;
    this.y = this.startY;
  }

  private add(verb: number): void {
    if (this.verbCount === this.verbs.length) {
      const more = new Uint8Array(2 * this.verbs.length);
      more.set(this.verbs);
      this.verbs = more;
    }
    if (this.coordCount + 6 > this.coords.length) {
      const more = new Float64Array(2 * this.coords.length);
      more.set(this.coords);
      this.coords = more;
    }
    this.verbs[this.verbCount++] = verb;
  }

  private point(x: number, y: number): void {
    this.coords[this.coordCount++] = this.x = x;
    this.coords[this.coordCount++] = this.y = y;
  }

  private finish(closed: boolean): void {
    if (this.verbCount > this.verb) {
      if (this.hasLength()) this.subPaths.push(this.cut(closed));
      else this.dots.push(this.startX, this.startY);
    }
    this.verb = this.verbCount;
    this.coord = this.coordCount;
  }

  private hasLength(): boolean {
    for (let i = this.coord; i < this.coordCount; i += 2) {
      if (this.coords[i] !== this.startX || this.coords[i + 1] !== this.startY) return true;
    }
    return false;
  }

  /** A sheet has many thousands of these, so nothing is made here that is not kept. */
  private cut(closed: boolean): SubPath {
    const runs: Run[] = [];
    let x = this.startX;
    let y = this.startY;
    let verb = this.verb;
    let coord = this.coord;
    while (verb < this.verbCount) {
      const verbEnd = Math.min(verb + RUN, this.verbCount);
      const first = coord;
      for (let i = verb; i < verbEnd; i++) coord += COORDS[this.verbs[i] as 0 | 1 | 2 | 3];
      runs.push({ verb, verbEnd, coord: first, x, y, box: this.boxOf(x, y, first, coord) });
      x = this.coords[coord - 2] as number;
      y = this.coords[coord - 1] as number;
      verb = verbEnd;
    }
    const [only] = runs;
    const box = runs.length === 1 && only ? only.box : around(runs);
    return { box, closed, x: this.startX, y: this.startY, runs };
  }

  /** The box of a point and some coordinates. */
  private boxOf(x: number, y: number, from: number, to: number): Box {
    const { coords } = this;
    let left = x;
    let top = y;
    let right = x;
    let bottom = y;
    for (let i = from; i < to; i += 2) {
      const at = coords[i] as number;
      const down = coords[i + 1] as number;
      if (at < left) left = at;
      if (at > right) right = at;
      if (down < top) top = down;
      if (down > bottom) bottom = down;
    }
    return [left, top, right, bottom];
  }

  done(): Geometry {
    this.finish(false);
    let box = around(this.subPaths);
    for (let i = 0; i < this.dots.length; i += 2) {
      const [x, y] = [this.dots[i] as number, this.dots[i + 1] as number];
      box = union(box, [x, y, x, y]);
    }
    return {
      verbs: this.verbs.slice(0, this.verbCount),
      coords: Float32Array.from(this.coords.subarray(0, this.coordCount)),
      dots: Float32Array.from(this.dots),
      subPaths: this.subPaths,
      box,
    };
  }
}

/** The box of all that have one. */
function around(all: readonly { readonly box: Box }[]): Box {
  let [left, top, right, bottom] = NOWHERE;
  for (const { box } of all) {
    if (box[0] < left) left = box[0];
    if (box[1] < top) top = box[1];
    if (box[2] > right) right = box[2];
    if (box[3] > bottom) bottom = box[3];
  }
  return [left, top, right, bottom];
}

function traceRun(pen: Pen, { verbs, coords }: Geometry, run: Run): void {
  let c = run.coord;
  for (let i = run.verb; i < run.verbEnd; i++) {
    const x = coords[c] as number;
    const y = coords[c + 1] as number;
    switch (verbs[i]) {
      case LINE:
        pen.lineTo(x, y);
        c += 2;
        break;
      case QUADRATIC:
        pen.quadraticCurveTo(x, y, coords[c + 2] as number, coords[c + 3] as number);
        c += 4;
        break;
      default:
        pen.bezierCurveTo(
          x,
          y,
          coords[c + 2] as number,
          coords[c + 3] as number,
          coords[c + 4] as number,
          coords[c + 5] as number,
        );
        c += 6;
    }
  }
}

function traceWhole(pen: Pen, geometry: Geometry, sub: SubPath): void {
  pen.moveTo(sub.x, sub.y);
  for (const run of sub.runs) traceRun(pen, geometry, run);
  if (sub.closed) pen.closePath();
}

/** Trace for filling all sub-paths that can colour a point of the box; whether there was any. */
export function traceFill(pen: Pen, geometry: Geometry, box: Box): boolean {
  let any = false;
  for (const sub of geometry.subPaths) {
    if (!meets(sub.box, box)) continue;
    traceWhole(pen, geometry, sub);
    any = true;
  }
  return any;
}

/**
 * Trace for stroking what comes nearer to the box than `reach`. A dashed line is drawn whole or not
 * at all, for its dashes are counted from its beginning.
 */
export function traceStroke(
  pen: Pen,
  geometry: Geometry,
  box: Box,
  reach: number,
  dashed: boolean,
): boolean {
  const near = grown(box, reach);
  let any = false;
  for (const sub of geometry.subPaths) {
    if (!meets(sub.box, near)) continue;
    any = true;
    const shown = sub.runs.map((run) => meets(run.box, near));
    const hidden = shown.indexOf(false);
    if (dashed || hidden < 0) {
      traceWhole(pen, geometry, sub);
      continue;
    }
    // Begin after a hidden run, so that a closed line is joined where it begins and ends.
    let drawing = false;
    const first = sub.closed ? hidden + 1 : 0;
    for (let i = 0; i < sub.runs.length; i++) {
      const at = (first + i) % sub.runs.length;
      const run = sub.runs[at] as Run;
      if (shown[at]) {
        if (!drawing) pen.moveTo(run.x, run.y);
        traceRun(pen, geometry, run);
      }
      drawing = shown[at] ?? false;
    }
  }
  return any;
}

/** A line through the geometry as points close enough to measure along it. */
export function flattened(geometry: Geometry): [number, number][] {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  const steps = 16;
  const curve = (...hull: [number, number][]): void => {
    for (let i = 1; i <= steps; i++) points.push(onCurve([[x, y], ...hull], i / steps));
    [x, y] = hull[hull.length - 1] as [number, number];
  };
  const pen: Pen = {
    moveTo: (u, v) => void points.push(([x, y] = [u, v])),
    lineTo: (u, v) => void points.push(([x, y] = [u, v])),
    quadraticCurveTo: (a, b, u, v) => curve([a, b], [u, v]),
    bezierCurveTo: (a, b, c, d, u, v) => curve([a, b], [c, d], [u, v]),
    closePath: () => undefined,
  };
  for (const sub of geometry.subPaths) traceWhole(pen, geometry, sub);
  return points;
}

function onCurve(hull: [number, number][], t: number): [number, number] {
  if (hull.length === 1) return hull[0] as [number, number];
  const next = hull.slice(1).map(([x, y], i): [number, number] => {
    const [u, v] = hull[i] as [number, number];
    return [u + (x - u) * t, v + (y - v) * t];
  });
  return onCurve(next, t);
}
