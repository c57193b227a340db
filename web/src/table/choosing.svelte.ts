/** Choosing: which counters are in hand, where they can go, and why not where they cannot. */

import { isTrouble } from '../api/client';
import type { ActionCard, ActionCards, Reach, Refusal } from '../api/schema';
import { cycled, nextAble, placeOf } from './owed';
import { Newest } from './patience';
import { hexesOf, type How, pick, pickHex, surviving } from './selection';
import { Sitting } from './sitting.svelte';
import { Ways } from './ways';

/** Why nothing came of an order, where it was given. */
export interface Refused {
  hex: string;
  reasons: readonly Refusal[];
}

export abstract class Choosing extends Sitting {
  selection = $state.raw<readonly string[]>([]);
  reach = $state.raw<Reach | null>(null);
  hover = $state<string | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** What the chosen counters could do besides going somewhere. */
  deeds = $state.raw<readonly ActionCard[]>([]);

  readonly ways = $derived(this.waysNow());
  readonly path = $derived(this.hover !== null && this.ways ? this.ways.path(this.hover) : []);

  private readonly reaching = new Newest();
  private owedShown = -1;
  private lastHex: string | null = null;

  protected override moved(): void {
    this.refused = null;
    this.selection = surviving(this.selection, this.ranks);
    void this.look();
  }

  protected override returned(): void {
    void this.look();
  }

  override close(): void {
    super.close();
    this.reaching.drop();
    this.selection = this.deeds = [];
    this.reach = this.refused = null;
  }

  // ---- choosing

  /** Choose a counter. */
  pick(id: string, way: How): void {
    this.choose(pick(this.selection, id, way, this.ranks));
  }

  /** Choose everybody in a hex who can act; of several, those who can go somewhere. */
  pickHex(hex: string, way: How): void {
    this.choose(pickHex(this.selection, hex, way, this.ranks), way === 'only');
  }

  /** Choose exactly these; or with `free`, those of them who can go somewhere, if not all can. */
  choose(ids: readonly string[], free = false): void {
    this.selection = [...ids];
    this.refused = null;
    this.lastHex = hexesOf(ids, this.ranks)[0] ?? this.lastHex;
    if (ids.length) this.happen({ selected: [...ids] });
    void this.look(free);
  }

  override clear(): void {
    this.selection = [];
    this.reach = null;
    this.deeds = [];
    this.refused = null;
    this.reaching.drop();
  }

  /** Ask where the chosen can go, and what else they can do. */
  private async look(free = false): Promise<void> {
    const newest = this.reaching.begin();
    const pieces = this.selection;
    this.reach = null;
    this.deeds = [];
    const own = pieces.length > 0 && pieces.every((id) => this.ranks.own(id));
    if (!own || !this.phase || this.past || this.question) return;
    try {
      const [reach, choices] = await Promise.all([
        this.server.reach(pieces),
        pieces.length > 1 ? this.together(pieces) : this.server.choices({ piece: pieces[0] }),
      ]);
      if (!newest()) return;
      if (free && reach.cells.length === 0 && pieces.length > 1) {
        const mobile = await this.mobile(pieces);
        if (!newest()) return;
        if (mobile.length) {
          this.choose(mobile);
          return;
        }
      }
      this.reach = reach;
      const here = hexesOf(pieces, this.ranks);
      const deeds = choices.choices.filter((choice) => onTheSpot(choice, pieces, here));
      const owing = here.find((hex) => this.owing(hex));
      const besides = owing === undefined ? [] : await this.inHex(owing);
      if (newest()) this.deeds = [...besides, ...deeds];
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  /** What several can do together where they are. */
  private async together(pieces: readonly string[]): Promise<Pick<ActionCards, 'choices'>> {
    const { proposals } = await this.server.orders(pieces, []);
    const choices = proposals.flatMap(({ action, title, weighed }) =>
      action === null
        ? []
        : [{ action, text: title, name: '', hexes: [], pieces: [...pieces], weighed }],
    );
    return { choices };
  }

  /** Ask what could be done about a hex with nobody in hand. */
  async about(hex: string): Promise<void> {
    const newest = this.reaching.begin();
    try {
      const deeds = await this.inHex(hex);
      if (newest()) this.deeds = deeds;
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  /** What can be done in a hex that is about no counter. */
  private async inHex(hex: string): Promise<ActionCard[]> {
    const { choices } = await this.server.choices({ hex });
    return choices.filter((choice) => choice.pieces.length === 0);
  }

  /** Whether something could still be done about a hex by itself, as placing what has come. */
  owing(hex: string): boolean {
    return this.owed.some((one) => one.pieces.length === 0 && one.hexes.includes(hex));
  }

  /** Those who can go somewhere by themselves. */
  private async mobile(pieces: readonly string[]): Promise<string[]> {
    const reaches = await Promise.all(pieces.map((id) => this.server.reach([id])));
    return pieces.filter((_, i) => (reaches[i]?.cells.length ?? 0) > 0);
  }

  private waysNow(): Ways | null {
    const hexes = hexesOf(this.selection, this.ranks);
    const start = hexes[0];
    return this.reach && hexes.length === 1 && start !== undefined
      ? new Ways(this.reach, start)
      : null;
  }

  // ---- refusing

  /** Say why nothing comes of an order, where it was given. */
  refuse(hex: string, reasons: readonly Refusal[]): void {
    const once = reasons.filter(
      (one, i) => reasons.findIndex((other) => other.text === one.text) === i,
    );
    this.refused = { hex, reasons: once };
    const rule = once[0]?.rule;
    if (rule !== undefined) this.happen({ refused: rule });
  }

  /** Tell of a trouble: at the hex where the order was given, or at the edge of the screen. */
  override say(error: unknown, hex: string | null = null): void {
    if (hex !== null && !this.closed && isTrouble(error) && error.refusals.length) {
      this.refuse(hex, error.refusals);
      return;
    }
    super.say(error);
  }

  // ---- going round

  /** The next thing that is owed; its hexes, for the camera. */
  nextOwed(step: 1 | -1 = 1): readonly string[] {
    const before = this.owed[this.owedShown] ?? null;
    this.owedShown = cycled(this.owed.length, placeOf(this.owed, before), step);
    const owed = this.owed[this.owedShown];
    if (!owed) return [];
    const pieces = owed.pieces.filter((id) => this.ranks.own(id));
    if (pieces.length) this.choose(pieces);
    const hexes = owed.hexes.length ? owed.hexes : hexesOf(owed.pieces, this.ranks);
    this.lastHex = hexes[0] ?? this.lastHex;
    return hexes;
  }

  /** The next counters that can still act; their hex, for the camera. */
  nextAble(step: 1 | -1 = 1): string | null {
    const table = this.table;
    if (!table) return null;
    const found = nextAble(table.counters, this.ranks.mine, this.lastHex, step);
    if (!found) return null;
    this.choose(found.pieces, true);
    this.lastHex = found.hex;
    return found.hex;
  }
}

/** Whether a choice is for just these counters where they stand; the others are made on the map. */
export function onTheSpot(
  choice: ActionCard,
  pieces: readonly string[],
  hexes: readonly string[],
): boolean {
  return (
    pieces.every((id) => choice.pieces.includes(id)) &&
    choice.hexes.every((hex) => hexes.includes(hex))
  );
}
