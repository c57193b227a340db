/** Rows: what the chosen can do where they stand, kind by kind, each kind in its place. */

import type { DeedRow, Ordering } from '../api/schema';
import type { Action } from './action';
import { figure } from './figures';

/** A row, and whether it is kept only so that the others stay where they are. */
export interface Placed {
  row: DeedRow;
  gone: boolean;
}

/**
 * The rows of the same counters after something has changed: what is gone keeps its place, and what
 * is new comes last, so that nothing moves under the pointer.
 */
export function placed(before: readonly Placed[], now: readonly DeedRow[]): Placed[] {
  const found = new Map(now.map((row) => [row.do, row]));
  const kept = before.map(({ row }) => {
    const still = found.get(row.do);
    found.delete(row.do);
    return still ? { row: still, gone: false } : { row, gone: true };
  });
  return [...kept, ...[...found.values()].map((row) => ({ row, gone: false }))];
}

/** What a row costs, in a word or two; empty where it costs nothing. */
export function price(row: DeedRow): string {
  const paid = row.sums.filter((sum) => sum.total !== '0');
  return paid.map((sum) => `${sum.title}: ${figure(sum.total)}`).join(', ');
}

/** Counters of a stack with one of them moved to another place, the top one first. */
export function moved(counters: readonly string[], id: string, to: number): string[] {
  const others = counters.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/** The order that lays a stack so; null if it lies so already, or may not. */
export function arranged(ordering: Ordering, counters: readonly string[]): Action | null {
  const same = counters.every((id, i) => ordering.counters[i] === id);
  const top = counters[0];
  if (same || top === undefined) return null;
  if (ordering.whole) return { ...ordering.action, [ordering.key]: [...counters].reverse() };
  return top === ordering.counters[0] ? null : { ...ordering.action, [ordering.key]: top };
}
