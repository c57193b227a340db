/**
 * Putting: what it means to pick up counters that lie in boxes beside the map, and to lay them
 * down again in another compartment or on a hex.
 *
 * It composes the orders and answers that are put together everywhere else; which kind of order is
 * begun the server says.
 */

import type { Compartment } from '../api/schema';
import type { Inquiry } from '../orders/inquiry.svelte';
import type { Session } from './session.svelte';
import type { Sight } from './sight.svelte';

export type Errands = Readonly<Record<string, string>>;

export class Putting {
  /** Whoever is in hand. */
  readonly held = $derived.by<readonly string[]>(() =>
    this.session.inquiry ? this.session.inquiry.held : this.session.selection,
  );
  /** Those who have a part in the answer so far that is about no hex: where they would lie. */
  readonly planned = $derived.by<readonly string[]>(() => {
    const { inquiry } = this.session;
    if (!inquiry) return [];
    return inquiry.parts.filter((part) => part.hexes.length === 0).flatMap((part) => part.pieces);
  });
  /** Those who have any part in it. */
  readonly taken = $derived.by<readonly string[]>(() =>
    (this.session.inquiry?.parts ?? []).flatMap((part) => part.pieces),
  );

  constructor(
    private readonly session: Session,
    private readonly sight: Sight,
    /** The window of the map on the screen. */
    private readonly window: () => DOMRect | undefined,
  ) {}

  /** The kinds of order or answer that can be put together now. */
  private get kinds(): readonly string[] {
    const { inquiry, phase, question } = this.session;
    if (inquiry && !inquiry.kind) return inquiry.asked.deeds.map((deed) => deed.do);
    if (question) return [];
    return (phase?.deeds ?? []).filter((deed) => !deed.ends).map((deed) => deed.do);
  }

  /** Whether counters can be put into a compartment now. */
  takes(there: Compartment): boolean {
    return !this.session.watching && there.does.some((kind) => this.kinds.includes(kind));
  }

  /** Whether that would be anything new for those in hand. */
  offers(there: Compartment, ids: readonly string[], errands: Errands): boolean {
    const { inquiry } = this.session;
    if (!this.takes(there)) return false;
    if (inquiry && !inquiry.kind) return true;
    if (inquiry && there.does.includes(inquiry.kind) && !there.sort) return false;
    return ids.every((id) => there.does.includes(errands[id] ?? ''));
  }

  /** Whether the answer so far would bring counters into a compartment. */
  brings(there: Compartment): boolean {
    const kind = this.session.inquiry?.draft?.['do'];
    return typeof kind === 'string' && there.does.includes(kind) && this.takes(there);
  }

  /** Whether a counter could be picked up for something. */
  able(id: string, errands: Errands): boolean {
    if (this.session.watching) return false;
    if (this.session.inquiry?.atHand(id)) return true;
    return errands[id] !== undefined && this.session.question === null;
  }

  /** Pick a counter up, or lay it down. */
  async pick(id: string, errands: Errands): Promise<void> {
    const { session } = this;
    if (session.inquiry?.atHand(id)) await this.tried((inquiry) => inquiry.pickUp(id));
    else if (errands[id] !== undefined && !session.question)
      session.run(errands[id], { hand: [id] });
    else if (!session.inquiry) session.pick(id, 'only');
  }

  /** Lay counters into a compartment. */
  async put(there: Compartment, ids: readonly string[]): Promise<void> {
    const { session } = this;
    const [first] = ids;
    if (first === undefined || session.watching) return;
    const kind = there.does.find((one) => this.kinds.includes(one));
    const back = ids.filter((id) => this.planned.includes(id));
    if (kind === undefined) {
      if (back.length) await this.tried((inquiry) => inquiry.pickUp(...back));
      return;
    }
    const sort = there.sort ? { sort: there.sort } : {};
    const { inquiry } = session;
    if (inquiry && (inquiry.kind === kind || !inquiry.kind)) {
      const others = ids.filter((id) => !back.includes(id));
      if (others.length) await this.tried((one) => one.put(others, there.sort));
    } else session.run(kind, { hand: [...ids], ...sort });
  }

  /** Let counters fall on the screen: onto a hex, if the map is there. */
  async drop(ids: readonly string[], x: number, y: number, errands: Errands): Promise<void> {
    const [first] = ids;
    const hex = this.hexAt(x, y);
    if (first === undefined || hex === null) return;
    const { session } = this;
    if (session.inquiry?.atHand(first)) await this.tried((one) => one.point(hex, ids));
    else if (errands[first] !== undefined && !session.question)
      session.run(errands[first], { hand: [...ids], hex });
  }

  private hexAt(x: number, y: number): string | null {
    const around = this.window();
    if (!around || x < around.left || x > around.right || y < around.top || y > around.bottom)
      return null;
    const [mx, my] = this.sight.camera.toMap(x - around.left, y - around.top);
    const at = this.sight.plan.at(mx, my);
    return at === undefined ? null : this.sight.plan.label(at);
  }

  private async tried(work: (inquiry: Inquiry) => Promise<unknown>): Promise<void> {
    const { inquiry } = this.session;
    if (!inquiry) return;
    try {
      await work(inquiry);
      const barred = inquiry.composition?.barred ?? [];
      const [why] = barred;
      if (why && inquiry.clicked !== null) this.session.refuse(inquiry.clicked, barred);
    } catch (error) {
      this.session.say(error);
    }
  }
}
