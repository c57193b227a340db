/** Ways: the paths that a Reach holds, from `before` links. */

import type { Reach, ReachCell } from '../api/schema';

export class Ways {
  private readonly cells = new Map<string, ReachCell>();

  /** `start` is the hex the counters stand in; a Reach may or may not name it itself. */
  constructor(
    reach: Reach,
    private readonly start: string,
  ) {
    for (const cell of reach.cells) this.cells.set(cell.hex, cell);
  }

  has(hex: string): boolean {
    return hex !== this.start && this.cells.has(hex);
  }

  cost(hex: string): string | null {
    return this.cells.get(hex)?.cost ?? null;
  }

  /** The hexes from the start to `hex`, both included; empty where there is no way. */
  path(hex: string): string[] {
    if (!this.has(hex)) return [];
    const back: string[] = [];
    const seen = new Set<string>();
    for (let at: string | null = hex; at !== null && at !== this.start;) {
      if (seen.has(at)) return []; // links that run in a circle are no way
      seen.add(at);
      back.push(at);
      at = this.cells.get(at)?.before ?? null;
    }
    back.push(this.start);
    return back.reverse();
  }
}
