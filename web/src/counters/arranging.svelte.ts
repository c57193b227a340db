/** Arranging: the counters of a stack while somebody lays them in another order, by hand or keys. */

import { moved } from '../table/rows';

export class Arranging {
  /** The counter that is moved. */
  held = $state<string | null>(null);
  /** How they would lie, the top one first; null while they lie as they do. */
  draft = $state.raw<readonly string[] | null>(null);

  constructor(
    /** How they lie, the top one first. */
    private readonly lying: () => readonly string[],
    /** Whether they may lie in any order, or else any of them on top. */
    private readonly whole: () => boolean,
  ) {}

  /** Move a counter to a place. */
  to(id: string, place: number): void {
    const now = this.draft ?? this.lying();
    const wanted = Math.max(0, Math.min(place, now.length - 1));
    this.held = id;
    if (this.whole()) this.draft = moved(now, id, wanted);
    else this.draft = wanted < this.lying().indexOf(id) ? moved(this.lying(), id, 0) : null;
  }

  /** Move a counter up or down by keys. */
  by(id: string, step: number): void {
    this.to(id, (this.draft ?? this.lying()).indexOf(id) + step);
  }

  /** The order that was made, if any; it is over then. */
  done(): readonly string[] | null {
    const { draft } = this;
    this.leave();
    return draft;
  }

  leave(): void {
    this.held = this.draft = null;
  }

  /** All counters of a stack as they would lie; those that are not ordered keep their places. */
  shown(stack: readonly string[]): readonly string[] {
    const { draft } = this;
    if (!draft) return stack;
    const next = [...draft];
    return stack.map((id) => (draft.includes(id) ? (next.shift() ?? id) : id));
  }
}
