// The `d` of an SVG path as flat arrays of absolute lines and curves, cut into pieces with their
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

export class PathError extends Error {
  constructor(d: string, at: number) {
    super(`path data cannot be read from “${d.slice(at, at + 24)}” (character ${at})`);
    this.name = 'PathError';
  }
}

class Builder {
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

/** Numbers out of path data, one after another. */
class Scanner {
  at = 0;
  constructor(readonly d: string) {}

  skip(): void {
    for (;;) {
      const c = this.d.charCodeAt(this.at);
      if (c === 32 || c === 44 || (c >= 9 && c <= 13)) this.at++;
      else return;
    }
  }

  /** The next letter, as its code, or 0. */
  letter(): number {
    this.skip();
    const c = this.d.charCodeAt(this.at);
    const small = c | 32;
    if (small < 97 || small > 122) return 0;
    this.at++;
    return c;
  }

  more(): boolean {
    this.skip();
    const c = this.d.charCodeAt(this.at);
    return (c >= 48 && c <= 57) || c === 45 || c === 43 || c === 46;
  }

  number(): number {
    this.skip();
    const { d } = this;
    const from = this.at;
    let at = from;
    let c = d.charCodeAt(at);
    const negative = c === 45;
    if (negative || c === 43) c = d.charCodeAt(++at);
    let digits = 0;
    let value = 0;
    for (; c >= 48 && c <= 57; c = d.charCodeAt(++at), digits++) value = value * 10 + c - 48;
    if (c === 46) {
      let unit = 1;
      c = d.charCodeAt(++at);
      for (; c >= 48 && c <= 57; c = d.charCodeAt(++at), digits++) {
        value = value * 10 + c - 48;
        unit *= 10;
      }
      value /= unit;
    }
    if (digits === 0) throw new PathError(d, from);
    if (c === 101 || c === 69) {
      const exponent = /[eE]([+-]?\d+)/y;
      exponent.lastIndex = at;
      const found = exponent.exec(d);
      if (found) {
        value *= 10 ** Number(found[1]);
        at = exponent.lastIndex;
      }
    }
    this.at = at;
    return negative ? -value : value;
  }

  /** 0 or 1, which may stand without a space before what follows. */
  flag(): boolean {
    this.skip();
    const c = this.d.charCodeAt(this.at);
    if (c !== 48 && c !== 49) throw new PathError(this.d, this.at);
    this.at++;
    return c === 49;
  }
}

/** The letters of commands, small, as codes. */
const [A, C, H, L, M, Q, S, T, V, Z] = Array.from('achlmqstvz', (letter) => letter.charCodeAt(0));

/** Read the data of a path. */
export function readPath(d: string): Geometry {
  const scan = new Scanner(d);
  const to = new Builder();
  let last = 0;
  let own = false; // whether the coordinates begin where the last command ended
  let cx = 0; // the control point which S and T mirror
  let cy = 0;
  for (;;) {
    const given = scan.letter();
    if (given === 0 && (last === 0 || last === Z || !scan.more())) break;
    if (given !== 0) own = given >= 97;
    // Further pairs after a move are lines.
    const small = given !== 0 ? given | 32 : last === M ? L : last;
    if (last === 0 && small !== M) throw new PathError(d, 0);
    const ox = own ? to.x : 0;
    const oy = own ? to.y : 0;
    switch (small) {
      case M:
        to.move(scan.number() + ox, scan.number() + oy);
        break;
      case L:
        to.line(scan.number() + ox, scan.number() + oy);
        break;
      case H:
        to.line(scan.number() + ox, to.y);
        break;
      case V:
        to.line(to.x, scan.number() + oy);
        break;
      case Q:
      case T: {
        const before = last === Q || last === T;
        cx = small === Q ? scan.number() + ox : before ? 2 * to.x - cx : to.x;
        cy = small === Q ? scan.number() + oy : before ? 2 * to.y - cy : to.y;
        to.quadratic(cx, cy, scan.number() + ox, scan.number() + oy);
        break;
      }
      case C:
      case S: {
        const before = last === C || last === S;
        const ax = small === C ? scan.number() + ox : before ? 2 * to.x - cx : to.x;
        const ay = small === C ? scan.number() + oy : before ? 2 * to.y - cy : to.y;
        cx = scan.number() + ox;
        cy = scan.number() + oy;
        to.cubic(ax, ay, cx, cy, scan.number() + ox, scan.number() + oy);
        break;
      }
      case A: {
        const [rx, ry, turn] = [scan.number(), scan.number(), scan.number()];
        const [large, sweep] = [scan.flag(), scan.flag()];
        addArc(to, rx, ry, turn, large, sweep, scan.number() + ox, scan.number() + oy);
        break;
      }
      case Z:
        to.close();
        break;
      default:
        throw new PathError(d, scan.at - 1);
    }
    last = small as number;
  }
  scan.skip();
  if (scan.at < d.length) throw new PathError(d, scan.at);
  return to.done();
}

/** An elliptical arc as curves of at most a quarter turn. */
function addArc(
  to: Builder,
  rx: number,
  ry: number,
  turn: number,
  large: boolean,
  sweep: boolean,
  x: number,
  y: number,
): void {
  if (rx === 0 || ry === 0) {
    to.line(x, y);
    return;
  }
  if (x === to.x && y === to.y) return;
  let [a, b] = [Math.abs(rx), Math.abs(ry)];
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [dx, dy] = [(to.x - x) / 2, (to.y - y) / 2];
  const [u, v] = [cos * dx + sin * dy, -sin * dx + cos * dy];
  const excess = Math.sqrt((u / a) ** 2 + (v / b) ** 2);
  if (excess > 1) [a, b] = [a * excess, b * excess];
  const off = Math.max(0, 1 / ((u / a) ** 2 + (v / b) ** 2) - 1);
  const shift = (large === sweep ? -1 : 1) * Math.sqrt(off);
  const [p, q] = [(shift * a * v) / b, (-shift * b * u) / a];
  const [mx, my] = [cos * p - sin * q + (to.x + x) / 2, sin * p + cos * q + (to.y + y) / 2];
  const begin = Math.atan2((v - q) / b, (u - p) / a);
  let sweepBy = Math.atan2((-v - q) / b, (-u - p) / a) - begin;
  if (sweep && sweepBy < 0) sweepBy += 2 * Math.PI;
  if (!sweep && sweepBy > 0) sweepBy -= 2 * Math.PI;
  const steps = Math.max(1, Math.ceil(Math.abs(sweepBy) / (Math.PI / 2) - 1e-9));
  const step = sweepBy / steps;
  const k = (4 / 3) * Math.tan(step / 4);
  const spot = (s: number, t: number): [number, number] => [
    mx + cos * a * s - sin * b * t,
    my + sin * a * s + cos * b * t,
  ];
  for (let i = 0; i < steps; i++) {
    const [f, g] = [begin + i * step, begin + (i + 1) * step];
    const [c1, c2, end] = [
      spot(Math.cos(f) - k * Math.sin(f), Math.sin(f) + k * Math.cos(f)),
      spot(Math.cos(g) + k * Math.sin(g), Math.sin(g) - k * Math.cos(g)),
      i === steps - 1 ? ([x, y] as const) : spot(Math.cos(g), Math.sin(g)),
    ];
    to.cubic(...c1, ...c2, ...end);
  }
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
