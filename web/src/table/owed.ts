/** Owed: what is still to be done before the phase may end, and who can still act. */

import type { CounterCard, Owed } from '../api/schema';

/** What must be done first, then what could be; each group in the order it was told. */
export function inOrder(owed: readonly Owed[]): Owed[] {
  return [...owed.filter((one) => one.must), ...owed.filter((one) => !one.must)];
}

/** How many things must and how many could still be done. */
export function counted(owed: readonly Owed[]): { must: number; may: number } {
  const must = owed.filter((one) => one.must).length;
  return { must, may: owed.length - must };
}

/** The place after (or before) the present one in a ring; -1 where there is nothing. */
export function cycled(length: number, now: number, step: 1 | -1): number {
  if (length === 0) return -1;
  if (now < 0) return step > 0 ? 0 : length - 1;
  return (now + step + length) % length;
}

/** The place of what was shown before among what is owed now, by its words and hexes; else -1. */
export function placeOf(owed: readonly Owed[], shown: Owed | null): number {
  if (shown === null) return -1;
  const same = (one: Owed) => one.text === shown.text && one.hexes.join() === shown.hexes.join();
  return owed.findIndex(same);
}

/**
 * The hex of the next counters that can still act, after the one given.
 *
 * Hexes are walked in the order of the table, so that the whole front is met once.
 */
export function nextAble(
  counters: readonly CounterCard[],
  mine: ReadonlySet<string>,
  after: string | null,
  step: 1 | -1,
): { hex: string; pieces: string[] } | null {
  const byHex = new Map<string, string[]>();
  for (const counter of counters) {
    if (!counter.hex || !counter.movable || counter.done || !mine.has(counter.side)) continue;
    const here = byHex.get(counter.hex);
    if (here) here.push(counter.id);
    else byHex.set(counter.hex, [counter.id]);
  }
  const hexes = [...byHex.keys()];
  const hex = hexes[cycled(hexes.length, after === null ? -1 : hexes.indexOf(after), step)];
  return hex === undefined ? null : { hex, pieces: byHex.get(hex) ?? [] };
}
