// Where marks lie: works around the hex, other marks as small round tokens in a row.

import type { Mark } from '../api/schema';

export interface Token {
  key: string;
  mark: Mark;
  x: number;
  y: number;
  /** Half its width. */
  radius: number;
}

const FORTS: ReadonlySet<string> = new Set(['fort', 'fortification', 'fortress']);
const TRENCHES: ReadonlySet<string> = new Set([
  'entrench',
  'entrenchment',
  'trench',
  'works',
  'hedgehog',
]);
const BROKEN: ReadonlySet<string> = new Set(['blown', 'bridge-down', 'bridge-blown']);
const UNFINISHED: ReadonlySet<string> = new Set(['bridge-work', 'building']);

/** Whether it is drawn around its hex, like the works it stands for. */
export function isWorks(kind: string): boolean {
  return FORTS.has(kind) || TRENCHES.has(kind);
}

export function isFort(kind: string): boolean {
  return FORTS.has(kind);
}

/** Whether a crossing of that kind cannot be crossed. */
export function isBroken(kind: string): boolean {
  return BROKEN.has(kind);
}

/** Whether it is still being built. */
export function isUnfinished(kind: string): boolean {
  return UNFINISHED.has(kind);
}

/** The tokens of every hex, in a row: above its counters, or in the middle when it is empty. */
export function tokens(
  marks: readonly Mark[],
  centre: (hex: string) => [number, number],
  occupied: ReadonlySet<string>,
  hexRadius: number,
): Token[] {
  const rows = new Map<string, Mark[]>();
  for (const mark of marks) {
    if (isWorks(mark.kind)) continue;
    const row = rows.get(mark.hex);
    if (row) row.push(mark);
    else rows.set(mark.hex, [mark]);
  }
  return [...rows].flatMap(([hex, row]) => {
    const [x, y] = centre(hex);
    const crowded = occupied.has(hex);
    const radius = hexRadius * (crowded ? 0.23 : 0.3);
    return row.map((mark, n) => ({
      key: `${hex}/${n}/${mark.kind}`,
      mark,
      x: x + (n - (row.length - 1) / 2) * radius * 2.15,
      y: crowded ? y - hexRadius * 0.78 : y,
      radius,
    }));
  });
}
