/**
 * Showing: what others did, watched from the first thing one has not seen.
 *
 * While it is active the table is that of the step it stands at; what comes meanwhile is added at
 * the end, and cuts nothing off.
 */

import { SvelteMap } from 'svelte/reactivity';

import type { Playback, Step, TableTop } from '../api/schema';
import { duration } from '../counters/moves';
import {
  after,
  type Beat,
  beats,
  HEX,
  hexesOf,
  looking,
  pathsOf,
  type Wish,
  worthWatching,
} from './steps';

/** When all has been seen and others are still to act, one waits so long for more. */
const LINGER = 1200;

const NOBODY: ReadonlyMap<string, string[]> = new SvelteMap();

export interface Showman {
  load: (since: number | null, start: boolean) => Promise<Playback>;
  wish: () => Wish;
  /** Whether others are about to act, so that there may be more at once. */
  expecting: () => boolean;
  onend: () => void;
  onfail: (error: unknown) => void;
}

export class Showing {
  active = $state(false);
  /** Whether it goes on by itself. */
  playing = $state(false);
  steps = $state.raw<readonly Step[]>([]);
  /** The step that is watched; as many as there are when all have been. */
  at = $state(0);
  beat = $state<Beat>('look');
  /** Whether it began where one left the game, rather than where one looked on. */
  since = $state(false);
  /** Whether the counters lie elsewhere without having gone there. */
  jumping = $state(false);
  /** Brings hexes into sight, beside a card if there is one, and says how long that takes. */
  look: (hexes: readonly string[], card: boolean) => number = () => 0;

  private tables = $state.raw<readonly TableTop[]>([]);
  private moved = $state(false);
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Which beat of the step is shown; -1 before the first. */
  private nth = -1;
  /** Whether one asked for it, so that one wants to see it whatever one likes else. */
  private wanted = false;
  private told = 0;
  private upto = 0;
  private loading = false;
  private lingered = false;
  private course = 0;

  readonly step = $derived<Step | null>(this.steps[this.at] ?? null);
  readonly last = $derived<Step | null>(this.step ?? this.steps.at(-1) ?? null);
  readonly table = $derived.by<TableTop | null>(() => {
    if (!this.active) return null;
    const table = this.tables[this.at + (this.moved ? 1 : 0)] ?? this.tables.at(-1) ?? null;
    const headline = this.beat === 'look' ? null : this.step?.headline;
    return table && headline ? { ...table, headline } : table;
  });
  readonly card = $derived(this.active && this.beat === 'card' ? (this.step?.card ?? null) : null);
  readonly gliding = $derived(this.active && this.moved && !this.jumping);
  readonly paths = $derived.by<ReadonlyMap<string, string[]>>(() => {
    const from = this.tables[this.at];
    return this.step && from ? pathsOf(from, this.step) : NOBODY;
  });
  /** How far one has been told by what is on the table. */
  readonly seq = $derived(this.table?.seq ?? 0);

  constructor(private readonly man: Showman) {}

  /** Watch what came after `since`, from a table that is known; it need not be worth watching. */
  begin(table: TableTop, upto: number): void {
    if (this.active) {
      this.extend(upto);
      return;
    }
    this.wanted = false;
    this.open(table, table.seq, upto, false);
    void this.proceed();
  }

  /** Watch what came after `since`, or since one's own last turn; false if there was nothing. */
  async recall(since: number | null, upto: number): Promise<boolean> {
    const course = ++this.course;
    const found = await this.man.load(since, true);
    if (course !== this.course || found.start === null) return false;
    this.wanted = since === null;
    const wish = this.wish();
    if (!found.steps.some((step) => worthWatching(step, wish)) && !found.more) return false;
    this.stop();
    this.open({ ...found.start, seq: found.since }, found.since, upto, true);
    this.add(found);
    this.jump();
    void this.proceed();
    return true;
  }

  /** There is more to be seen. */
  extend(upto: number): void {
    this.upto = Math.max(this.upto, upto);
    if (this.at >= this.steps.length && !this.loading) void this.proceed();
  }

  /** Go on: what is looked at has been seen. */
  next(): void {
    if (!this.active) return;
    this.stop();
    void this.proceed();
  }

  /** Begin the step again, or the one before it, and stay there. */
  back(): void {
    if (!this.active) return;
    this.stop();
    this.playing = false;
    const begun = this.step !== null && (this.moved || this.beat === 'card');
    this.turnTo(Math.max(0, begun ? this.at : this.at - 1));
    this.jump();
    if (this.step) this.look(hexesOf(this.step), false);
  }

  play(on: boolean): void {
    if (!this.active || this.playing === on) return;
    this.playing = on;
    this.stop();
    if (on) void this.proceed();
  }

  /** Play or stay; where something waits for one, go on. */
  press(): void {
    if (this.card || !this.playing) this.go();
    else this.play(false);
  }

  /** Go on, and by oneself if one was not asked at every step. */
  private go(): void {
    this.playing = this.wish().pace !== 'step';
    this.next();
  }

  /** The pace was changed: what is waited for is waited for anew. */
  paced(): void {
    if (!this.active) return;
    const { pace } = this.man.wish();
    if (pace === 'end') this.skip();
    else {
      this.playing = pace !== 'step';
      this.stop();
      if (this.playing && !this.card) void this.proceed();
    }
  }

  /** Straight to the present. */
  skip(): void {
    if (!this.active) return;
    this.jump();
    this.close();
    this.man.onend();
  }

  /** Let go of everything. */
  close(): void {
    this.course++;
    this.stop();
    this.active = this.playing = this.moved = this.since = false;
    this.steps = this.tables = [];
    this.turnTo(0);
  }

  // ---- the course of it

  private wish(): Wish {
    const wish = this.man.wish();
    return this.wanted && wish.pace === 'end' ? { ...wish, pace: 'fast' } : wish;
  }

  /** Stand before a step. */
  private turnTo(at: number): void {
    this.at = at;
    this.nth = -1;
    this.moved = false;
    this.beat = 'look';
  }

  private open(table: TableTop, told: number, upto: number, since: boolean): void {
    this.course++;
    this.active = true;
    this.since = since;
    this.playing = this.wish().pace !== 'step';
    this.steps = [];
    this.tables = [table];
    this.turnTo(0);
    this.lingered = this.loading = false;
    this.told = told;
    this.upto = Math.max(upto, told);
  }

  private add(found: Playback): void {
    const tables = [...this.tables];
    for (const step of found.steps) {
      const before = tables.at(-1);
      if (before) tables.push(after(before, step));
    }
    this.steps = [...this.steps, ...found.steps];
    this.tables = tables;
    this.told = found.seq;
    if (found.more) this.upto = Math.max(this.upto, found.seq + 1);
  }

  /** The next beat, of this step or of the next one; what is not there yet is asked for. */
  private async proceed(): Promise<void> {
    const course = this.course;
    while (this.active && course === this.course) {
      const { step } = this;
      if (step === null) {
        if (!(await this.more())) return;
        continue;
      }
      const beat = beats(step, this.wish())[++this.nth];
      if (beat === undefined) this.turnTo(this.at + 1);
      else if (this.show(step, beat)) return;
    }
  }

  /** Show a beat; true if it takes time, and who is waited for is told to go on then. */
  private show(step: Step, beat: Beat): boolean {
    const wish = this.wish();
    this.jumping = false;
    this.beat = beat;
    let wait = looking(step, beat, wish);
    if (beat === 'look') wait = this.look(hexesOf(step), beats(step, wish).includes('card'));
    if (beat === 'move') {
      this.moved = true;
      const hexes = Math.max(0, ...[...this.paths.values()].map((path) => path.length - 1));
      if (wait !== null && hexes > 0) wait += duration(hexes, HEX[wish.pace]);
    }
    if (wait === 0) return false;
    if (wait !== null && (this.playing || beat === 'look')) this.after(wait);
    return true;
  }

  /** Ask for what has happened meanwhile; false when there is nothing more, or not now. */
  private async more(): Promise<boolean> {
    const course = this.course;
    if (this.told < this.upto) {
      this.loading = true;
      try {
        const found = await this.man.load(this.told, false);
        if (course !== this.course) return false;
        const before = this.told;
        this.add(found);
        this.lingered = false;
        if (found.seq <= before) this.upto = this.told;
        this.leave();
        return this.active;
      } catch (error) {
        if (course !== this.course) return false;
        this.man.onfail(error);
        this.skip();
        return false;
      } finally {
        if (course === this.course) this.loading = false;
      }
    }
    if (this.man.expecting() && !this.lingered && this.steps.length > 0) {
      this.lingered = true;
      this.after(LINGER);
      return false;
    }
    this.close();
    this.man.onend();
    return false;
  }

  /** Nothing in it that one has not seen: be at the present at once, and let that be seen to come. */
  private leave(): void {
    const wish = this.wish();
    if (this.at > 0 || this.since || this.told < this.upto) return;
    if (this.steps.some((step) => worthWatching(step, wish))) return;
    this.close();
    this.man.onend();
  }

  private after(milliseconds: number): void {
    this.stop();
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.proceed();
    }, milliseconds);
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  /** The counters lie elsewhere at once. */
  private jump(): void {
    this.jumping = true;
    setTimeout(() => (this.jumping = false), 50);
  }
}
