// What moved between two tables, and how it travels on the screen.

import type { CounterCard } from '../api/schema';

/** Counters that go the same way together. */
export interface Journey {
  key: string;
  side: string;
  counters: CounterCard[];
  path: string[];
}

/** More journeys than this are a jump in time, not moves to watch. */
export const MOST = 48;

/** The counters that lie in another hex than before, those with the same way together. */
export function journeys(
  before: ReadonlyMap<string, CounterCard>,
  after: ReadonlyMap<string, CounterCard>,
  paths: ReadonlyMap<string, readonly string[]>,
): Journey[] {
  const found = new Map<string, Journey>();
  for (const counter of after.values()) {
    const from = before.get(counter.id)?.hex;
    if (!from || !counter.hex || from === counter.hex) continue;
    const path = wayBetween(from, counter.hex, paths.get(counter.id));
    const key = `${counter.side}/${path.join('>')}`;
    const journey = found.get(key);
    if (journey) journey.counters.push(counter);
    else found.set(key, { key, side: counter.side, counters: [counter], path });
  }
  return found.size > MOST ? [] : [...found.values()];
}

/** The path that was given if it leads from one to the other; else straight. */
function wayBetween(from: string, to: string, given: readonly string[] | undefined): string[] {
  if (!given) return [from, to];
  const whole = given[0] === from ? [...given] : [from, ...given];
  return whole.at(-1) === to ? whole : [from, to];
}

/** Stations of a way with the share of its length at each, for keyframes. */
export function stations(points: readonly (readonly [number, number])[]): {
  x: number;
  y: number;
  offset: number;
}[] {
  const gone: number[] = [0];
  for (let n = 1; n < points.length; n++) {
    const [ax, ay] = points[n - 1] ?? [0, 0];
    const [bx, by] = points[n] ?? [0, 0];
    gone.push((gone[n - 1] ?? 0) + Math.hypot(bx - ax, by - ay));
  }
  const length = gone.at(-1) || 1;
  return points.map(([x, y], n) => ({ x, y, offset: (gone[n] ?? 0) / length }));
}

/** How long a journey of so many hexes takes, in milliseconds, at so many a hex. */
export function duration(hexes: number, pace: number): number {
  return Math.min(180 + hexes * pace, 180 + 12 * pace);
}

/** A journey that begins when another is over. */
export interface Leg extends Journey {
  after: Leg | null;
}

/**
 * What travels when more sets out: nobody who is on his way is stopped, and who goes on from where
 * he is going does so when he is there. Whoever has come to lie elsewhere is let go.
 */
export function onward(
  flying: readonly Leg[],
  fresh: readonly Journey[],
  now: ReadonlyMap<string, CounterCard>,
): Leg[] {
  const begun = new Map(fresh.flatMap((one) => one.counters.map(({ id }) => [id, one] as const)));
  const goal = (one: Journey) => one.path.at(-1);
  const kept = flying.filter((leg) =>
    leg.counters.every(({ id }) => {
      const next = begun.get(id);
      return next ? next.path[0] === goal(leg) : now.get(id)?.hex === goal(leg) || follows(leg, id);
    }),
  );
  function follows(leg: Leg, id: string): boolean {
    return flying.some((one) => one.after === leg && one.counters.some((other) => other.id === id));
  }
  const legs = fresh.map((one) => ({
    ...one,
    after: kept.findLast((leg) => leg.counters.some(({ id }) => begun.get(id) === one)) ?? null,
  }));
  return [...kept, ...legs];
}
