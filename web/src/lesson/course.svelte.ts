/** Course: a lesson as it is taken at a table, step by step, by what lies on it. */

import { untrack } from 'svelte';

import type { Lesson, LessonStep } from '../api/schema';
import type { Session } from '../table/session.svelte';
import { type Happened, type Lying, missing } from './condition';
import {
  advanced,
  type Begun,
  done,
  first,
  missed,
  passed,
  type Place,
  returnable,
  spoilt,
  takenBack,
  turned,
} from './lesson';
import { keep, kept } from './progress';

/** Why a step cannot be done from here. */
export interface Barred {
  text: string | null;
  rule: string | null;
}

export class Course {
  place = $state.raw<Place>(first({ moment: 0, seq: 0 }));
  /** Whether the pupil has had enough of it. */
  left = $state(false);
  /** What the rules say against what is still to be done. */
  private refused = $state.raw<Barred | null>(null);
  private seen = 0;
  private asked = 0;

  readonly step = $derived.by<LessonStep | null>(() =>
    this.left ? null : (this.lesson.steps[this.place.at] ?? null),
  );
  readonly lying = $derived(this.look());
  /** Whether the step waits for something that has not been done. */
  readonly waiting = $derived(this.step !== null && this.step.until !== null && !this.place.held);
  /** Why the step cannot be done any more. */
  readonly barred = $derived.by<Barred | null>(() => {
    const { step, lying } = this;
    if (!step || !lying || this.place.held) return null;
    const text = spoilt(step, lying);
    if (text !== null) return { text, rule: null };
    if (this.waiting && missed(step, lying)) return { text: null, rule: null };
    return this.waiting ? this.refused : null;
  });
  /** The step that can be begun again, if something has been done since it was. */
  readonly again = $derived.by(() => {
    const { present } = this.session;
    if (!present || this.session.past) return null;
    const found = returnable(this.place, present.moment);
    return found === this.place.at || this.barred ? found : null;
  });
  /** The counters that are still to come, with where to. */
  readonly missing = $derived(
    this.waiting && this.lying ? missing(this.step?.until ?? {}, this.lying) : [],
  );

  constructor(
    readonly lesson: Lesson,
    private readonly session: Session,
  ) {
    const place = kept(this.game);
    if (place === 'skipped') this.left = true;
    else this.place = place ?? first(this.now());
  }

  private get game(): string {
    return this.session.game?.id ?? '';
  }

  private now(): Begun {
    const { present } = this.session;
    return { moment: present?.moment ?? 0, seq: present?.seq ?? 0 };
  }

  /** The table as one sees it; null while one looks at the past. */
  private look(): Lying | null {
    const { session } = this;
    const { table } = session;
    if (!table || session.past) return null;
    return {
      counters: table.counters,
      headline: table.headline,
      marks: table.marks,
      stacks: table.stacks,
      free: session.phase !== null && session.question === null,
      selected: session.selection,
      weighed: session.weighing?.action ?? null,
      overlay: session.glass.id,
    };
  }

  private take(place: Place): void {
    if (place === this.place) return;
    this.place = place;
    this.refused = null;
    keep(this.game, place);
  }

  /** Look at the table again: what is on it was done, and what is not was taken back. */
  consider(happened: Happened = {}): void {
    const { lying, session, lesson } = this;
    const seq = session.table?.seq ?? 0;
    if (!lying || this.left || seq < this.seen) return; // what was is no news
    this.seen = seq;
    untrack(() => {
      const backs = session.backs.filter((back) => back.seq <= seq);
      const place = backs.reduce(takenBack, this.place);
      this.take(advanced(place, lesson.steps, lying, happened, this.now()));
    });
  }

  // ---- what the pupil wants

  next(): void {
    const { lying } = this;
    const place = turned(this.place, this.place.at + 1, this.now());
    this.take(lying ? passed(place, this.lesson.steps, lying, this.now()) : place);
  }

  back(): void {
    const at = Math.max(this.place.at - 1, 0);
    const { lying } = this;
    const place = turned(this.place, at, this.now());
    this.take({ ...place, held: lying !== null && done(this.lesson.steps[at], lying) });
  }

  leave(): void {
    this.left = true;
    keep(this.game, 'skipped');
  }

  /** Begin a step again, from the table as it lay when it began. */
  async beginAgain(at: number): Promise<void> {
    const begun = this.place.begun[at];
    if (!begun || !(await this.session.beginAgain(begun.moment))) return;
    const now = this.now();
    this.seen = now.seq;
    this.take({ at, begun: [...this.place.begun.slice(0, at), now], held: false, early: [] });
  }

  /** Do the step as the lesson would: as much of it as can be done now. False if nothing can. */
  async show(): Promise<boolean> {
    let shown = false;
    const { step, session } = this;
    for (const action of step?.play ?? []) {
      const asked = session.question ?? session.phase;
      if (!asked || this.step !== step) break;
      const { refusals } = await session.ask.why(action, asked.id);
      if (!refusals.length) shown = (await session.act(action)) || shown;
    }
    return shown;
  }

  /** Ask whether those who are still to come can come; if not, say why. */
  async inquire(): Promise<void> {
    const asked = ++this.asked;
    const { missing, lying, session } = this;
    const found = lying?.free && session.commanding ? await this.refusal(missing) : null;
    if (asked === this.asked) this.refused = found;
  }

  private async refusal(wanted: readonly (readonly [string, string[]])[]): Promise<Barred | null> {
    for (const [piece, hexes] of wanted) {
      const orders = await Promise.all(
        hexes.map((hex) => this.session.propose([hex], [piece]).catch(() => [])),
      );
      const offered = orders.flat();
      const against = offered.flatMap((order) => order.refusals)[0];
      if (against && offered.every((order) => order.action === null)) {
        const name = this.session.ranks.counters.get(piece)?.name ?? piece;
        return { text: `${name}: ${against.text}`, rule: against.rule };
      }
    }
    return null;
  }
}
