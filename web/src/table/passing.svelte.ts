/**
 * Passing: phases of one's own that are passed over.
 *
 * A phase in which nothing can be decided passes by itself. Who wants to go on to the next phase
 * where something of his is at stake says so once; what is passed over is told.
 */

import type { Asked, DeedCard, Owed } from '../api/schema';
import { toasts } from '../common/toasts.svelte';
import { t } from '../i18n';

/** What one who passes needs to know of the table, and does to it. */
export interface Passer {
  readonly phase: Asked | null;
  readonly question: Asked | null;
  readonly owed: readonly Owed[];
  readonly ending: DeedCard | null;
  readonly busy: boolean;
  readonly watching: boolean;
  readonly inquiry: unknown;
  /** Who gives orders for one; what he does is not hurried. */
  readonly deputy: string;
  endPhase(): Promise<void>;
}

export class Passing {
  /** The phases that were passed over since one wanted to go on; null while nobody does. */
  passed = $state.raw<readonly string[] | null>(null);
  /** Whether something was taken back: then nothing passes by itself until something is done. */
  private held = false;
  /** The phase that was ended last, so that none is ended twice. */
  private last = '';
  private told: string[] = [];

  constructor(private readonly table: Passer) {}

  /** Go on: end this phase, and all after it where nothing of one's own is at stake. */
  async on(): Promise<void> {
    this.passed = [];
    this.held = false;
    await this.end();
  }

  /** Stay where one is. */
  stop(): void {
    this.passed = null;
  }

  /** Something was taken back: one wants to look at it. */
  hold(): void {
    this.held = true;
    this.passed = null;
    this.last = '';
  }

  /** The table stands at another moment: pass over what need not be stopped at. */
  async step(): Promise<void> {
    const { phase, question, owed, busy, watching, inquiry, deputy } = this.table;
    if (!phase || question || busy || watching || inquiry || deputy || phase.id === this.last)
      return;
    if (phase.idle && !this.held) {
      this.told.push(phase.name);
      await this.end();
    } else if (this.passed && owed.length === 0) await this.end();
    else this.arrive();
  }

  /** One stops here: what was passed over on the way is told. */
  private arrive(): void {
    const all = [...(this.passed ?? []), ...this.told];
    const names = all.filter((name, i) => all.indexOf(name) === i);
    this.passed = null;
    this.told = [];
    if (names.length) toasts.say(t('table.passed', { phases: names.join(', ') }));
  }

  private async end(): Promise<void> {
    const { phase } = this.table;
    if (!phase || !this.table.ending) return;
    this.last = phase.id;
    if (this.passed) this.passed = [...this.passed, phase.name];
    await this.table.endPhase();
  }
}
