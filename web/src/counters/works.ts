// Field works and forts as maps draw them: a line along the inside of the hex, with teeth outward.

type Point = readonly [number, number];

/** Points at equal steps along the sides of a polygon around nought, with the way outward at each. */
function along(corners: readonly Point[], scale: number, steps: number): [Point, Point][] {
  const made: [Point, Point][] = [];
  corners.forEach(([ax, ay], n) => {
    const [bx, by] = corners[(n + 1) % corners.length] ?? [ax, ay];
    const length = Math.hypot(ax + bx, ay + by) || 1;
    const out: Point = [(ax + bx) / length, (ay + by) / length];
    for (let step = 0; step < steps; step++) {
      const share = (step + 0.5) / steps;
      made.push([[(ax + (bx - ax) * share) * scale, (ay + (by - ay) * share) * scale], out]);
    }
  });
  return made;
}

const text = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The line of the works: the hex drawn smaller. */
export function rampart(corners: readonly Point[], scale: number): string {
  return `M${corners.map(([x, y]) => text([x * scale, y * scale])).join('L')}Z`;
}

/** Teeth on that line, so many a side, pointing outward. */
export function teeth(
  corners: readonly Point[],
  scale: number,
  steps: number,
  length: number,
): string {
  return along(corners, scale, steps)
    .map(([at, out]) => `M${text(at)}L${text([at[0] + out[0] * length, at[1] + out[1] * length])}`)
    .join('');
}

/** Bastions: a small diamond on every corner of the line. */
export function bastions(corners: readonly Point[], scale: number, size: number): string {
  return corners
    .map(([x, y]) => {
      const length = Math.hypot(x, y) || 1;
      const out: Point = [(x / length) * size, (y / length) * size];
      const aside: Point = [-out[1], out[0]];
      const [cx, cy] = [x * scale, y * scale];
      const points: Point[] = [
        [cx + out[0], cy + out[1]],
        [cx + aside[0], cy + aside[1]],
        [cx - out[0], cy - out[1]],
        [cx - aside[0], cy - aside[1]],
      ];
      return `M${points.map(text).join('L')}Z`;
    })
    .join('');
}
