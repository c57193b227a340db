// The text of an SVG path, read command by command into its geometry.

import { Builder, type Geometry } from './path';

export class PathError extends Error {
  constructor(d: string, at: number) {
    super(`path data cannot be read from “${d.slice(at, at + 24)}” (character ${at})`);
    this.name = 'PathError';
  }
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
