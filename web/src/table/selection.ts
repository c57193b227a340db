/** Selection: which counters are chosen together, and how clicks change that. */

import type { CounterCard, StackCard, TableTop } from '../api/schema';
import { bySort } from '../counters/sorts';

/** The sort of counters that lie in boxes and in no hex. */
export const BOXED = 'aircraft';

export type How = 'only' | 'toggle' | 'add';

/** How a click chooses, by the keys held with it. */
export function how(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): How {
  return event.shiftKey || event.ctrlKey || event.metaKey ? 'toggle' : 'only';
}

/** The table's counters by id, and which sides are one's own. */
export class Ranks {
  readonly counters = new Map<string, CounterCard>();
  readonly mine = new Set<string>();
  readonly stacks = new Map<string, StackCard[]>();

  constructor(table: Pick<TableTop, 'counters' | 'sides' | 'stacks'>) {
    for (const counter of table.counters) this.counters.set(counter.id, counter);
    for (const side of table.sides) if (side.mine) this.mine.add(side.id);
    for (const stack of table.stacks) {
      const here = this.stacks.get(stack.hex);
      if (here) here.push(stack);
      else this.stacks.set(stack.hex, [stack]);
    }
  }

  own(id: string): boolean {
    const counter = this.counters.get(id);
    return counter !== undefined && this.mine.has(counter.side);
  }

  /** The own counters in a hex, the top one first. */
  ownAt(hex: string): string[] {
    return (this.stacks.get(hex) ?? []).flatMap((stack) =>
      stack.counters.filter((id) => this.own(id)),
    );
  }

  /** Whether somebody else's counters, seen or not, are in a hex. */
  hostile(hex: string): boolean {
    return (this.stacks.get(hex) ?? []).some((stack) => !this.mine.has(stack.side));
  }

  /** Of an own stack those that can still do something, sort by sort; all of them if none can. */
  sortsAt(hex: string): string[][] {
    const own = this.ownAt(hex);
    const able = own.filter((id) => this.counters.get(id)?.movable);
    return bySort(able.length ? able : own, this.counters).map(([, ids]) => ids);
  }

  /** Those of them that a click chooses: of several sorts the first. */
  ableAt(hex: string): string[] {
    return this.sortsAt(hex)[0] ?? [];
  }

  /** Those that the next click chooses, while some of them are chosen; null after the last sort. */
  nextAt(hex: string, chosen: readonly string[]): string[] | null {
    const sorts = this.sortsAt(hex);
    const now = sorts.findLastIndex((ids) => ids.some((id) => chosen.includes(id)));
    return sorts[now + 1] ?? null;
  }

  /** All on the map who obey the same formation as a counter; nobody where formations are not
   *  handled at once. */
  formationOf(id: string): string[] {
    const group = this.own(id) ? this.counters.get(id)?.group : '';
    if (!group) return [];
    const all = [...this.counters.values()];
    return all
      .filter((one) => one.group === group && one.hex !== null && this.mine.has(one.side))
      .map((one) => one.id);
  }

  /** Everybody in an own stack who is of the same sort as those chosen, or of the first. */
  alikeAt(hex: string, chosen: readonly string[]): string[] {
    const sorts = bySort(this.ownAt(hex), this.counters).map(([, ids]) => ids);
    const same = sorts.find((ids) => ids.some((id) => chosen.includes(id)));
    return same ?? sorts[0] ?? [];
  }
}

/** The selection after one counter was picked; counters of two owners are never chosen together. */
export function pick(chosen: readonly string[], id: string, way: How, ranks: Ranks): string[] {
  if (!ranks.counters.has(id)) return [...chosen];
  if (way === 'only' || !ranks.own(id)) return [id];
  const kept = chosen.filter((other) => ranks.own(other));
  if (!kept.includes(id)) return [...kept, id];
  return way === 'toggle' ? kept.filter((other) => other !== id) : kept;
}

/** The selection after a whole hex was picked: everybody there who can act, or everybody. */
export function pickHex(chosen: readonly string[], hex: string, way: How, ranks: Ranks): string[] {
  const here = ranks.ableAt(hex);
  if (way === 'only') return here;
  const kept = chosen.filter((id) => ranks.own(id));
  const all = here.every((id) => kept.includes(id));
  if (way === 'toggle' && all) return kept.filter((id) => !here.includes(id));
  return [...kept, ...here.filter((id) => !kept.includes(id))];
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A box between two corners, whichever way it was drawn. */
export function boxed(x1: number, y1: number, x2: number, y2: number): Box {
  return {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    right: Math.max(x1, x2),
    bottom: Math.max(y1, y2),
  };
}

/** The own counters whose hexes' centres lie in a box, those who can act if there are any. */
export function pickBox(
  box: Box,
  centre: (hex: string) => readonly [number, number] | undefined,
  ranks: Ranks,
): string[] {
  const inside = [...ranks.counters.values()].filter((counter) => {
    if (!counter.hex || !ranks.mine.has(counter.side)) return false;
    const at = centre(counter.hex);
    return (
      at !== undefined &&
      at[0] >= box.left &&
      at[0] <= box.right &&
      at[1] >= box.top &&
      at[1] <= box.bottom
    );
  });
  const able = inside.filter((counter) => counter.movable);
  return (able.length ? able : inside).map((counter) => counter.id);
}

/** What is left of a selection after the table has changed: those who are still there. */
export function surviving(chosen: readonly string[], ranks: Ranks): string[] {
  return chosen.filter((id) => ranks.counters.has(id) && ranks.counters.get(id)?.hex);
}

/** The hexes of the chosen, each once, in the order of choosing. */
export function hexesOf(chosen: readonly string[], ranks: Ranks): string[] {
  const hexes = chosen.map((id) => ranks.counters.get(id)?.hex).filter((hex) => hex != null);
  return [...new Set(hexes)];
}
