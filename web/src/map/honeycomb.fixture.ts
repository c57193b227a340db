// A small board for tests: rows of hexes, numbered by row and column.

import type { BoardPlan } from '../api/schema';

const R3 = Math.sqrt(3);

/** Pointy: odd rows are shifted right. Flat: odd columns are shifted down. Directions clockwise. */
export function honeycomb(
  columns: number,
  rows: number,
  orientation: 'pointy' | 'flat',
  size = 40,
): BoardPlan {
  const [labels, x, y]: [string[], number[], number[]] = [[], [], []];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      labels.push(`${String(r).padStart(2, '0')}${String(c).padStart(2, '0')}`);
      const at =
        orientation === 'pointy'
          ? [size * R3 * (c + (r % 2) / 2), size * 1.5 * r]
          : [size * 1.5 * c, size * R3 * (r + (c % 2) / 2)];
      x.push(Math.round((at[0] as number) * 100) / 100);
      y.push(Math.round((at[1] as number) * 100) / 100);
    }
  }
  const first = orientation === 'pointy' ? -60 : -90;
  const neighbours = labels.flatMap((_, i) =>
    Array.from({ length: 6 }, (_, d) => {
      const turn = ((first + 60 * d) * Math.PI) / 180;
      const [u, v] = [
        (x[i] as number) + size * R3 * Math.cos(turn),
        (y[i] as number) + size * R3 * Math.sin(turn),
      ];
      return labels.findIndex((_, h) => Math.hypot((x[h] as number) - u, (y[h] as number) - v) < 1);
    }),
  );
  return {
    name: 'honeycomb',
    orientation,
    size,
    labels,
    x,
    y,
    neighbours,
    box: [
      Math.min(...x) - size,
      Math.min(...y) - size,
      Math.max(...x) + size,
      Math.max(...y) + size,
    ],
    terrain: labels.map(() => 0),
    grounds: [{ id: 'clear', title: 'clear', colour: '#d6cfa3' }],
    places: [],
    boxes: [],
    credits: [],
  };
}
