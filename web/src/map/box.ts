// Rectangles and affine maps: the plainest geometry, shared by all that draws the map.

/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number];
/** a, b, c, d, e, f as in SVG: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
export const NOWHERE: Box = [Infinity, Infinity, -Infinity, -Infinity];

export function meets(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

export function grown(box: Box, by: number): Box {
  return [box[0] - by, box[1] - by, box[2] + by, box[3] + by];
}

export function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

export function overlap(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

/** First `inner`, then `outer`. */
export function times(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

export function inverse(m: Matrix): Matrix {
  const [a, b, c, d, e, f] = m;
  const det = a * d - b * c;
  if (det === 0) throw new Error('a transform that flattens everything has no inverse');
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

export function apply(m: Matrix, x: number, y: number): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** The rectangle round a transformed rectangle. */
export function transformed(m: Matrix, box: Box): Box {
  if (box[0] > box[2]) return box;
  // What either coordinate adds at the least, and at the most: nothing is made but the answer.
  const left =
    m[4] + Math.min(m[0] * box[0], m[0] * box[2]) + Math.min(m[2] * box[1], m[2] * box[3]);
  const top =
    m[5] + Math.min(m[1] * box[0], m[1] * box[2]) + Math.min(m[3] * box[1], m[3] * box[3]);
  const right =
    m[4] + Math.max(m[0] * box[0], m[0] * box[2]) + Math.max(m[2] * box[1], m[2] * box[3]);
  const bottom =
    m[5] + Math.max(m[1] * box[0], m[1] * box[2]) + Math.max(m[3] * box[1], m[3] * box[3]);
  return [left, top, right, bottom];
}

/** How much a transform enlarges lengths, at most. */
export function stretch(m: Matrix): number {
  return Math.max(Math.hypot(m[0], m[1]), Math.hypot(m[2], m[3]));
}
