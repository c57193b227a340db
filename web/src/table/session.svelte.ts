/**
 * Session: one seat at one table, as the page holds it, and all that it orders and answers.
 *
 * It alone talks to the server: what it sees is its Sitting, whom it has in hand its Choosing.
 */

import { SvelteMap } from 'svelte/reactivity';

import { isTrouble, newKey } from '../api/client';
import type { Asked, ActionCard, OrderCard, Weighing } from '../api/schema';
import type { Happened } from '../lesson/condition';
import type { Reading } from '../panels/sheets';
import type { Action } from './action';
import { Choosing } from './choosing.svelte';
import { Column } from './column.svelte';
import { Passing } from './passing.svelte';
import { Newest, untilHeard } from './patience';
import { Redo } from './redo';
import { arranged } from './rows';
import { hexesOf, type Ranks } from './selection';
import type { TableServer } from './server';

const REMEMBERED = 200;

/** An order that is allowed, and what its player should know before it is carried out. */
export interface Caution {
  hex: string | null;
  proposal: OrderCard;
}

export class Session extends Choosing {
  proposals = $state.raw<readonly OrderCard[]>([]);
  weighing = $state.raw<Weighing | null>(null);
  /** Whether an order waits for the line to come back. */
  waiting = $state(false);
  redoable = $state(false);

  /** What was ordered and waits until its player has read what it would bring. */
  caution = $state.raw<Caution | null>(null);

  /** The column of the system's tables that was weighed last. */
  reading = $state.raw<Reading | null>(null);

  /** Phases that are passed over. */
  readonly passing = new Passing(this);

  /** Many who are in hand at once. */
  readonly column = new Column(this);

  private readonly redoing = new Redo();
  private readonly ordering = new Newest();
  private readonly weighed = new Newest();
  private readonly heard = new SvelteMap<string, OrderCard[]>();

  protected override moved(): void {
    this.heard.clear();
    this.caution = null;
    if (this.weighing) this.unweigh();
    super.moved();
  }

  override close(): void {
    super.close();
    this.ordering.drop();
    this.weighed.drop();
    this.heard.clear();
    this.redoing.forget();
    this.proposals = [];
    this.weighing = this.caution = null;
  }

  override choose(ids: readonly string[], free = false): void {
    this.proposals = [];
    this.caution = null;
    this.column.forget();
    super.choose(ids, free);
  }

  protected get marching(): boolean {
    return this.column.working;
  }

  protected gathered(pieces: readonly string[]): void {
    void this.column.look(pieces);
  }

  override clear(): void {
    if (this.column.working) return;
    super.clear();
    this.column.forget();
    this.proposals = [];
    this.caution = null;
    this.ordering.drop();
    this.unweigh();
  }

  // ---- ordering

  /** Everything the chosen could be told to do to hexes. */
  async propose(
    hexes: readonly string[],
    pieces: readonly string[] = this.selection,
  ): Promise<OrderCard[]> {
    const name = JSON.stringify([pieces, hexes]);
    const known = this.heard.get(name);
    if (known) return known;
    const moment = this.present?.moment;
    const { proposals } = await this.server.orders(pieces, hexes);
    if (moment === this.present?.moment) {
      if (this.heard.size >= REMEMBERED) this.heard.clear();
      this.heard.set(name, proposals);
    }
    return proposals;
  }

  /** Order the chosen to a hex: they go, or the attack is weighed, or one hears why not. */
  async order(hex: string, pieces: readonly string[] = this.selection): Promise<void> {
    if (!this.commanding) return;
    const newest = this.ordering.begin();
    this.refused = null;
    try {
      const proposals = await this.propose([hex], pieces);
      if (!newest()) return;
      this.proposals = proposals;
      const open = proposals.find((one) => one.action !== null);
      if (open && this.begins(open, pieces, hex)) return;
      if (open) await this.follow(open, hex);
      else if (
        several(pieces, this.ranks) &&
        !this.ranks.hostile(hex) &&
        (await this.column.to(hex))
      )
        return;
      else
        this.refuse(
          hex,
          proposals.flatMap((one) => one.refusals),
        );
    } catch (error) {
      if (newest()) this.say(error, hex);
    }
  }

  /** Go about what was proposed on its card, where it is put together on one; whether it is. */
  begins(proposal: OrderCard, hand: readonly string[], hex: string): boolean {
    const deed = this.phase?.deeds.find((one) => one.do === proposal.do);
    if (!deed?.by_card || proposal.action === null) return false;
    this.run(deed.do, hand.length ? { hand: [...hand], hex } : { hex });
    return true;
  }

  /**
   * Do what was proposed, or weigh it first where that is due. What it would bring besides is told
   * first: it is done when it is ordered again.
   */
  async follow(proposal: OrderCard, hex: string | null = null): Promise<void> {
    if (proposal.action === null) return;
    if (proposal.weighed) {
      await this.weigh(proposal.action);
      return;
    }
    if (proposal.warnings.length > 0 && this.caution?.proposal !== proposal) {
      this.caution = { hex: proposal.path.at(-1) ?? hex, proposal };
      return;
    }
    this.caution = null;
    if (!(await this.act(proposal.action))) return;
    const spent = this.selection.every((id) => !this.ranks.counters.get(id)?.movable);
    if (spent) this.choose([]);
  }

  /** Do what was chosen from a list, or weigh it first where that is due. */
  async undertake(choice: ActionCard): Promise<void> {
    if (choice.weighed) await this.weigh(choice.action);
    else await this.act(choice.action);
  }

  /** Lay the stack of the chosen in another order, the top counter first. */
  async arrange(counters: readonly string[]): Promise<void> {
    const ordering = this.deeds.find((row) => row.ordering)?.ordering;
    const action = ordering ? arranged(ordering, counters) : null;
    if (action) await this.act(action);
  }

  /** Say why the chosen cannot go to a hex, without ordering it. */
  async whyNot(hex: string): Promise<void> {
    if (!this.commanding || this.selection.length === 0) return;
    const newest = this.ordering.begin();
    try {
      const proposals = await this.propose([hex]);
      if (!newest() || this.hover !== hex) return;
      if (proposals.every((one) => one.action === null))
        this.hint(
          hex,
          proposals.flatMap((one) => one.refusals),
        );
    } catch {
      // a hint that does not come is no trouble
    }
  }

  /** Weigh an action before it is done. */
  async weigh(action: Action): Promise<void> {
    const newest = this.weighed.begin();
    try {
      const weighing = await this.server.weigh(action);
      if (!newest()) return;
      this.weighing = weighing;
      this.reading = weighing.column ? { column: weighing.column } : null;
      this.happen({ weighed: weighing.action });
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  unweigh(): void {
    this.weighed.drop();
    this.weighing = null;
  }

  /** Do what is being weighed. */
  async commit(): Promise<void> {
    const action = this.weighing?.action;
    if (!action) return;
    if (await this.act(action)) this.clear();
  }

  // ---- doing

  /** Play an action; sent until it is heard, and carried out once. */
  async act(action: Action, asked: Asked | null = this.question ?? this.phase): Promise<boolean> {
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.act(action, asked?.id ?? null, key, this.selection);
    });
    if (!done) return false;
    this.did(done);
    this.redoing.did(action, done.moment);
    this.redoable = false;
    await this.follows({ action });
    return true;
  }

  /** Take back the last thing one did, if nothing was learned from it. */
  async undo(): Promise<boolean> {
    const before = this.present?.moment ?? 0;
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.undo(key);
    });
    if (!done) return false;
    this.passing.hold();
    this.did(done);
    this.redoing.tookBack(before, done.moment);
    this.redoable = this.redoing.next !== null;
    this.clear();
    await this.follows({ undone: true });
    return true;
  }

  /** In a lesson: go back to the table as it was at a moment, dice and answers included. */
  async beginAgain(moment: number): Promise<boolean> {
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.beginAgain(moment, key);
    });
    if (!done) return false;
    this.showing.close();
    this.did(done);
    this.redoing.forget();
    this.redoable = false;
    this.clear();
    await this.follows({ undone: true });
    return true;
  }

  /** Do again what was taken back. */
  async redo(): Promise<boolean> {
    const action = this.redoing.next;
    if (!action) return false;
    const asked = this.question ?? this.phase;
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.act(action, asked?.id ?? null, key);
    });
    if (!done) {
      this.redoing.forget();
      this.redoable = false;
      return false;
    }
    this.did(done);
    this.redoing.didAgain(done.moment);
    this.redoable = this.redoing.next !== null;
    await this.refresh();
    return true;
  }

  /** Let one's staff propose the orders of this phase, or take command again. */
  async deputize(player: string | null): Promise<void> {
    try {
      await (player === null ? this.server.relieve() : this.server.deputize(player));
      this.clear();
      await this.refresh();
    } catch (error) {
      this.say(error);
    }
  }

  /** Leave standing answers, by the name of a question. */
  async instruct(rules: Record<string, string>): Promise<boolean> {
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.instruct(rules, key);
    });
    if (done) {
      this.did(done);
      await this.refresh();
    }
    return done !== null;
  }

  /**
   * Give the answer as it was put together; `always`: and leave it as a standing answer. What has
   * its price or its odds is weighed first.
   */
  async give(always = false): Promise<void> {
    const { inquiry } = this;
    const action = inquiry?.draft;
    if (!inquiry || !action) return;
    if (inquiry.kind !== '' && inquiry.composition?.weighed) {
      await this.weigh(action);
      return;
    }
    const name = inquiry.shown[inquiry.marked]?.name ?? '';
    const done = await this.act(action, inquiry.asked);
    if (done && always && name) await this.instruct({ [inquiry.asked.name]: name });
  }

  /** End the phase. */
  async endPhase(): Promise<void> {
    if (this.ending) await this.act({ do: this.ending.do }, this.phase);
  }

  /** Offers, and what ends a game beside its rules: asked once, told when it failed. */
  async offer<T>(wish: (server: TableServer) => Promise<T>): Promise<T | null> {
    try {
      const answer = await wish(this.server);
      await this.refresh();
      return answer;
    } catch (error) {
      this.say(error);
      return null;
    }
  }

  /** What follows from something one did: the table as it is then, and one happening of it all. */
  private async follows(happened: Happened): Promise<void> {
    this.acting = true;
    try {
      await this.refresh();
    } finally {
      this.acting = false;
    }
    this.happen(happened);
  }

  private async wish<T>(make: () => () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.refused = null;
    try {
      return await untilHeard(make(), {
        alive: () => !this.closed,
        sleep: (milliseconds) => this.nap.sleep(milliseconds),
        onwait: () => (this.waiting = true),
      });
    } catch (error) {
      if (!this.closed) {
        this.say(error);
        if (isTrouble(error, 'stale', 'conflict')) await this.refresh();
        else this.catchUp();
      }
      return null;
    } finally {
      this.busy = false;
      this.waiting = false;
    }
  }
}

/** Whether counters are in more than one hex. */
function several(pieces: readonly string[], ranks: Ranks): boolean {
  return hexesOf(pieces, ranks).length > 1;
}
