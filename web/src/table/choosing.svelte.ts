/** Choosing: which counters are in hand, where they can go, and why not where they cannot. */

import { isTrouble } from '../api/client';
import type { DeedRow, Owed, Reach, Refusal } from '../api/schema';
import { bySort } from '../counters/sorts';
import { cycled, nextAble, placeOf, type Stop, stops } from './owed';
import { Newest } from './patience';
import { hexesOf, type How, pick, pickHex, surviving } from './selection';
import { Sitting } from './sitting.svelte';
import { Ways } from './ways';

/** Why nothing came of an order, where it was given. */
export interface Refused {
  hex: string;
  reasons: readonly Refusal[];
}

/** So many counters are chosen at once at most, as the server hears them. */
const MOST = 60;

export abstract class Choosing extends Sitting {
  selection = $state.raw<readonly string[]>([]);
  reach = $state.raw<Reach | null>(null);
  hover = $state<string | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** What bars a hex that is only pointed at: it is told quietly. */
  barred = $state.raw<Refused | null>(null);
  /** What the chosen counters could do besides going somewhere, kind by kind. */
  deeds = $state.raw<readonly DeedRow[]>([]);

  readonly ways = $derived(this.waysNow());
  readonly path = $derived(this.hover !== null && this.ways ? this.ways.path(this.hover) : []);

  private readonly reaching = new Newest();
  private settling: Promise<void> = Promise.resolve();
  /** Where what is owed leads to, place after place. */
  readonly stops = $derived(stops(this.owed, (id) => this.ranks.counters.get(id)?.hex));
  private stopShown: Stop | null = null;
  private lastHex: string | null = null;

  protected override moved(): void {
    this.refused = this.barred = null;
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
    this.refused = this.barred = null;
    this.lastHex = hexesOf(ids, this.ranks)[0] ?? this.lastHex;
    if (ids.length) this.happen({ selected: [...ids] });
    const looking = this.look(free);
    if (free) this.settling = looking;
  }

  /** Wait until it is known who of a stack can go: whoever clicks on quickly means those. */
  settled(): Promise<void> {
    return this.settling;
  }

  override clear(): void {
    this.selection = [];
    this.reach = null;
    this.deeds = [];
    this.refused = this.barred = null;
    this.reaching.drop();
  }

  /** Ask where the chosen can go, and what else they can do. */
  private async look(free = false): Promise<void> {
    const newest = this.reaching.begin();
    const pieces = this.selection;
    if (this.marching) return;
    this.reach = null;
    this.deeds = [];
    const own = pieces.length > 0 && pieces.every((id) => this.ranks.own(id));
    if (!own || !this.phase || this.past || this.question) return;
    const here = hexesOf(pieces, this.ranks);
    const about = here.find((hex) => this.owing(hex));
    if (here.length > 1) this.gathered(pieces);
    try {
      const [reach, menu] = await Promise.all([
        this.server.reach(pieces),
        this.server.menu({ pieces, hexes: here, about }),
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
      this.deeds = menu.rows;
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  /** Whether many are under way, so that nothing is asked about each step. */
  protected abstract readonly marching: boolean;

  /** Counters in several hexes are chosen. */
  protected abstract gathered(pieces: readonly string[]): void;

  /** Ask what could be done about a hex with nobody in hand. */
  async about(hex: string): Promise<void> {
    const newest = this.reaching.begin();
    try {
      const { rows } = await this.server.menu({ pieces: [], hexes: [], about: hex });
      if (newest()) this.deeds = rows;
    } catch (error) {
      if (newest()) this.say(error);
    }
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
    this.refused = { hex, reasons: once(reasons) };
    this.barred = null;
    const rule = reasons[0]?.rule;
    if (rule !== undefined) this.happen({ refused: rule, refusedAt: hex });
  }

  /** Whoever clicks has read what was said. */
  hush(): void {
    this.refused = this.barred = null;
  }

  /** Say quietly what bars a hex that is pointed at; where there is no reason nothing is said. */
  hint(hex: string, reasons: readonly Refusal[]): void {
    if (this.refused?.hex !== hex && reasons.length) this.barred = { hex, reasons: once(reasons) };
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

  /** The next place where something is owed; null where nothing is. */
  nextOwed(step: 1 | -1 = 1): Stop | null {
    const place = cycled(this.stops.length, placeOf(this.stops, this.stopShown), step);
    return (this.stopShown = this.stops[place] ?? null);
  }

  /** The first place where just this is owed; the next one follows it. */
  firstOf(owed: Owed): Stop | null {
    return (this.stopShown = this.stops.find((stop) => stop.owed === owed) ?? null);
  }

  /** Take up what is owed somewhere: its card, or the counters that could do it. */
  takeUp(stop: Stop): void {
    if (this.goAbout(stop.owed)) return;
    const pieces = stop.pieces.filter((id) => this.ranks.own(id));
    if (pieces.length && !this.inquiry) this.choose(pieces.slice(0, MOST));
    this.lastHex = stop.hexes[0] ?? this.lastHex;
  }

  /** Go about something that is owed, if that has a card of its own. */
  goAbout(owed: Owed): boolean {
    if (!owed.do || !this.commanding) return false;
    const [hex, ...others] = owed.hexes;
    this.run(owed.do, hex !== undefined && !others.length ? { hex } : {});
    return true;
  }

  /** The next counters that can still act; their hex, for the camera. */
  nextAble(step: 1 | -1 = 1): string | null {
    const table = this.table;
    if (!table) return null;
    const found = nextAble(table.counters, this.ranks.mine, this.lastHex, step);
    if (!found) return null;
    this.choose(bySort(found.pieces, this.ranks.counters)[0]?.[1] ?? [], true);
    this.lastHex = found.hex;
    return found.hex;
  }
}

/** Each reason once. */
function once(reasons: readonly Refusal[]): Refusal[] {
  return reasons.filter((one, i) => reasons.findIndex((other) => other.text === one.text) === i);
}
