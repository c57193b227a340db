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

/** A place where something is owed: who could do it there, and where. */
export interface Stop {
  owed: Owed;
  pieces: readonly string[];
  hexes: readonly string[];
}

/**
 * Where what is owed leads to, place after place: several hexes, and counters that stand in several,
 * are met hex by hex, for they are ordered so. What has a card of its own is one place.
 */
export function stops(
  owed: readonly Owed[],
  hexOf: (piece: string) => string | null | undefined,
): Stop[] {
  return owed.flatMap((one) => {
    const hexes = [...new Set(one.pieces.map((id) => hexOf(id)))].filter((hex) => hex != null);
    if (one.do === '' && one.pieces.length === 0 && one.hexes.length > 1)
      return one.hexes.map((hex) => ({ owed: one, pieces: [], hexes: [hex] }));
    if (one.do !== '' || hexes.length < 2)
      return [{ owed: one, pieces: one.pieces, hexes: one.hexes.length ? one.hexes : hexes }];
    return hexes.map((hex) => ({
      owed: one,
      pieces: one.pieces.filter((id) => hexOf(id) === hex),
      hexes: [hex],
    }));
  });
}

/** The place after (or before) the present one in a ring; -1 where there is nothing. */
export function cycled(length: number, now: number, step: 1 | -1): number {
  if (length === 0) return -1;
  if (now < 0) return step > 0 ? 0 : length - 1;
  return (now + step + length) % length;
}

/** The place of what was shown before among what is owed now, by its rule and hexes; else -1. */
export function placeOf(now: readonly Stop[], shown: Stop | null): number {
  if (shown === null) return -1;
  return now.findIndex(
    ({ owed, hexes }) => owed.rule === shown.owed.rule && hexes.join() === shown.hexes.join(),
  );
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
