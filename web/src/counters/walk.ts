// Walking from stack to stack with the arrow keys.

export type Way = 'up' | 'down' | 'left' | 'right';

export interface Spot {
  key: string;
  x: number;
  y: number;
}

const WAYS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const AHEAD: Readonly<Record<Way, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** The way an arrow key points, or nothing. */
export function wayOf(key: string): Way | undefined {
  return WAYS[key];
}

/** The nearest spot that way: straight ahead counts as near, aside as far; behind never. */
export function nearest<T extends Spot>(spots: readonly T[], from: Spot, way: Way): T | undefined {
  const [dx, dy] = AHEAD[way];
  let best: T | undefined;
  let least = Infinity;
  for (const spot of spots) {
    if (spot.key === from.key) continue;
    const x = spot.x - from.x;
    const y = spot.y - from.y;
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (ahead <= 0 || aside > ahead * 2.2) continue;
    const far = ahead + aside * 1.6;
    if (far < least) {
      least = far;
      best = spot;
    }
  }
  return best;
}
