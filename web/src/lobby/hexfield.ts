// A small invented map for a scenario without a picture; the same seed draws the same map.

export interface HexField {
  width: number;
  height: number;
  hexes: { path: string; kind: 'open' | 'wood' | 'town' }[];
  river: string;
  front: string;
}

/** A stream of numbers from 0 to 1 out of a word (mulberry32). */
export function stream(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SIZE = 22;
const COLUMNS = 17;
const ROWS = 12;

export function hexField(seed: string): HexField {
  const next = stream(seed);
  const wide = SIZE * Math.sqrt(3);
  const hexes: HexField['hexes'] = [];
  const woods = Array.from({ length: 5 }, () => [next() * COLUMNS, next() * ROWS] as const);
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const x = wide * (column + (row % 2) / 2);
      const y = 1.5 * SIZE * row;
      const wooded = woods.some(
        ([at, down]) => Math.hypot(column - at, row - down) < 1.4 + next() * 1.4,
      );
      const kind = wooded ? 'wood' : next() < 0.03 ? 'town' : 'open';
      hexes.push({ path: outline(x, y), kind });
    }
  }
  const width = wide * (COLUMNS - 0.5);
  const height = 1.5 * SIZE * (ROWS - 1);
  return {
    width,
    height,
    hexes,
    river: wandering(next, 0, height * (0.2 + 0.2 * next()), width, 40),
    front: wandering(next, 0, height * (0.5 + 0.3 * next()), width, 26),
  };
}

function outline(x: number, y: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 180) * (60 * corner - 30);
    return `${(x + SIZE * Math.cos(angle)).toFixed(1)} ${(y + SIZE * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

function wandering(
  next: () => number,
  from: number,
  level: number,
  to: number,
  swing: number,
): string {
  const steps = 9;
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const x = from + ((to - from) * step) / steps;
    return `${x.toFixed(1)} ${(level + (next() - 0.5) * 2 * swing).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
