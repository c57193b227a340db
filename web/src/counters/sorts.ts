/** Sorts: the counters of a stack that cannot be ordered together, as units, aircraft and ships. */

import type { CounterCard } from '../api/schema';

/** Counters sort by sort, the sort of the topmost first. */
export function bySort(
  ids: readonly string[],
  counters: ReadonlyMap<string, Pick<CounterCard, 'sort'>>,
): [string, string[]][] {
  const sorts = [...new Set(ids.map((id) => counters.get(id)?.sort ?? ''))];
  return sorts.map((sort) => [sort, ids.filter((id) => (counters.get(id)?.sort ?? '') === sort)]);
}
