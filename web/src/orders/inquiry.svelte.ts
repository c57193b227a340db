/**
 * Inquiry: a question, and how far one has come with answering it.
 *
 * The answer is put together stroke by stroke: counters are picked up, hexes pointed at, parts left
 * out again. What each stroke means the server says; nothing is given before it is committed.
 */

import { SvelteMap, SvelteSet } from 'svelte/reactivity';

import type {
  ActionCard,
  ActionCards,
  Asked,
  Composition,
  OptionCard,
  PartCard,
} from '../api/schema';
import { type Action, sameAction } from '../table/action';
import { Newest } from '../table/patience';
import { merged, worded } from './choices';

/** For so many milliseconds a new question hears no answer: the last click was for another. */
const SETTLES = 400;

/** What one does to the answer so far. */
export interface Stroke {
  draft?: Action;
  hand?: string[];
  hex?: string;
  sort?: string;
  look?: boolean;
  /** The hexes that were drawn over in one stroke. */
  hexes?: string[];
}

export interface Questioner {
  compose(stroke: Stroke): Promise<Composition>;
  /** Every answer that can be listed. */
  choices(): Promise<ActionCards>;
}

/** Something that is lit on the map while one points at its words. */
export type Shown = Pick<ActionCard, 'hexes' | 'pieces'>;

export class Inquiry {
  /** How the answer stands; null until the server has told. */
  composition = $state.raw<Composition | null>(null);
  /** What the last click could have meant, the one taken among them. */
  options = $state.raw<readonly OptionCard[]>([]);
  /** The hex that was clicked last. */
  clicked = $state<string | null>(null);
  /** The sort of part that one wants to add, where there are several. */
  sort = $state('');
  preview = $state.raw<Shown | null>(null);
  /** What a click on the hex under the pointer would mean. */
  looked = $state.raw<{ hex: string; options: readonly OptionCard[] } | null>(null);
  /** The hexes of a stroke that is being drawn. */
  sweeping = $state.raw<readonly string[]>([]);
  typed = $state('');
  busy = $state(false);
  /** Whether an answer is heard yet. */
  settled = $state(false);
  /** Whether all that is known is listed, and not only the first few. */
  wide = $state(false);
  private chosen = $state.raw<Action | null>(null);
  private known = $state.raw<readonly ActionCard[]>([]);
  private open = $state(false);
  private readonly strokes = new Newest();
  private readonly looks = new Newest();
  private readonly seen = new SvelteMap<string, readonly OptionCard[]>();

  /** The answer as it would be given now. */
  readonly draft = $derived.by<Action | null>(() =>
    this.composition ? this.composition.action : (this.chosen ?? this.asked.default),
  );
  /** Whether it is another than the usual one. */
  readonly begun = $derived.by(
    () => this.draft !== null && !sameAction(this.draft, this.kind ? null : this.asked.default),
  );
  /** Whether hexes are drawn over with the pointer. */
  readonly sweeps = $derived(this.composition?.sweeps ?? false);
  readonly hand = $derived(this.composition?.hand ?? []);
  readonly held = $derived(this.hand.filter((one) => one.held).map((one) => one.id));
  readonly parts = $derived<readonly PartCard[]>(this.composition?.parts ?? []);
  readonly refusals = $derived(this.composition?.refusals ?? []);
  readonly goals = $derived(
    (this.composition?.goals ?? []).filter((one) => !this.sort || one.sort === this.sort),
  );
  /** The hexes where one may click now; where any will do, none is painted but on demand. */
  readonly ends = $derived(
    new SvelteSet(
      (this.sweeps ? [] : this.goals)
        .filter((one) => this.sort || !one.anywhere)
        .flatMap((one) => one.hexes),
    ),
  );
  /** Whether answers are put together on the map, so that no list need name them. */
  readonly pointed = $derived(
    (this.composition?.goals.length ?? 0) > 0 ||
      (Boolean(this.composition?.composed) && this.hand.length > 0),
  );
  /** The answers that are listed: where others are pointed at, only what has a name of its own. */
  readonly shown = $derived.by(() => {
    const all = worded(this.known, this.typed);
    if (this.wide || !this.pointed) return all;
    return all.filter(({ name, hexes, action }) => {
      const usual = sameAction(action, this.asked.default);
      return name !== '' || usual || hexes.length === 0;
    });
  });
  /** Whether there are answers that are not listed. */
  readonly more = $derived(this.open || this.known.length > this.shown.length);
  /** The place of the answer so far among those listed; -1 if it is none of them. */
  readonly marked = $derived(
    this.shown.findIndex((choice) => sameAction(choice.action, this.draft)),
  );
  readonly ready = $derived(
    this.settled && !this.busy && this.draft !== null && this.refusals.length === 0,
  );

  constructor(
    readonly asked: Asked,
    private readonly questioner: Questioner,
    /** The kind of order, where this is no question but something to do in a phase. */
    readonly kind = '',
  ) {
    this.known = kind ? [] : asked.choices;
    this.open = !kind && asked.more;
  }

  /** Hear how the answer stands; from now on it is the player's. */
  async begin(stroke: Stroke = {}): Promise<void> {
    setTimeout(() => (this.settled = true), SETTLES);
    await this.stroke(stroke);
  }

  // ---- putting it together

  /** Take a counter in hand, or lay it down again. */
  async pickUp(...ids: readonly string[]): Promise<void> {
    const all = ids.every((id) => this.held.includes(id));
    const others = this.held.filter((id) => !ids.includes(id));
    const part = this.standing(ids);
    if (part) await this.remove(part);
    else await this.stroke({ ...this.sofar(), hand: all ? others : [...others, ...ids] });
  }

  /** The part of one counter that goes nowhere: picked again, it is left out. */
  private standing(ids: readonly string[]): PartCard | null {
    const found = this.parts.find(
      (part) => part.hexes.length === 0 && part.pieces.length === 1 && part.pieces[0] === ids[0],
    );
    return ids.length === 1 && found?.action && this.composition?.composed ? found : null;
  }

  /** Lay counters where they have a part of a sort. */
  async put(ids: readonly string[], sort: string): Promise<void> {
    await this.stroke({ ...this.sofar(), hand: [...ids], ...(sort ? { sort } : {}) });
  }

  /**
   * Point at a hex, with those in hand or with others; whether that was all there is to say, so
   * that it is given at once.
   */
  async point(hex: string, held: readonly string[] = this.held): Promise<boolean> {
    const hand = held.length ? { hand: [...held] } : {};
    const sort = this.sort ? { sort: this.sort } : {};
    const found = await this.stroke({ ...this.sofar(), ...hand, ...sort, hex });
    if (!found) return false;
    this.clicked = hex;
    return found.at_once;
  }

  /** Draw over hexes in one stroke. */
  async sweep(hexes: readonly string[]): Promise<void> {
    const sort = this.sort ? { sort: this.sort } : {};
    await this.stroke({ ...this.sofar(), ...sort, hexes: [...hexes] });
  }

  /** Draw for another from now on, as for another zone. */
  async turnTo(sort: string): Promise<void> {
    this.sort = this.sort === sort ? '' : sort;
    if (this.sweeps) await this.stroke({ ...this.sofar(), sort: this.sort });
  }

  /** Give another meaning to the last click, or take an answer from the list. */
  async take(choice: Pick<ActionCard, 'action'>): Promise<void> {
    const { options, clicked } = this;
    this.chosen = choice.action;
    await this.stroke({ draft: choice.action });
    if (options.some((one) => one.action === choice.action))
      [this.options, this.clicked] = [options, clicked];
  }

  /** Leave a part out again. */
  async remove(part: PartCard): Promise<void> {
    if (part.action) await this.stroke({ draft: part.action });
    else await this.discard();
  }

  /** Another number in the answer. */
  async amount(key: string, value: number): Promise<void> {
    if (this.draft) await this.stroke({ draft: { ...this.draft, [key]: value } });
  }

  /** Begin again. */
  async discard(): Promise<void> {
    this.chosen = null;
    await this.stroke({});
  }

  private sofar(): Stroke {
    return this.draft ? { draft: this.draft } : {};
  }

  private async stroke(stroke: Stroke): Promise<Composition | null> {
    const newest = this.strokes.begin();
    this.looks.drop();
    this.seen.clear();
    this.preview = this.looked = null;
    this.busy = true;
    try {
      const found = await this.questioner.compose(stroke);
      if (!newest()) return null;
      this.composition = found;
      this.options = found.options;
      this.clicked = null;
      if (!found.goals.some((one) => one.sort === this.sort))
        this.sort = found.sweeps ? '' : (found.goals[0]?.sort ?? '');
      return found;
    } finally {
      if (newest()) this.busy = false;
    }
  }

  // ---- looking

  /** See what a click on a hex would mean. */
  async look(hex: string | null): Promise<void> {
    const newest = this.looks.begin();
    if (hex === null || this.busy || this.sweeps || !this.wanted(hex)) {
      this.looked = null;
      return;
    }
    const name = `${this.sort}/${hex}`;
    let options = this.seen.get(name);
    if (!options) {
      const hand = this.held.length ? { hand: [...this.held] } : {};
      const found = await this.questioner.compose({
        ...this.sofar(),
        ...hand,
        ...(this.sort ? { sort: this.sort } : {}),
        hex,
        look: true,
      });
      options = found.options;
      if (newest()) this.seen.set(name, options);
    }
    if (newest()) this.looked = options.length ? { hex, options } : null;
  }

  private wanted(hex: string): boolean {
    return this.goals.some((one) => one.anywhere || one.hexes.includes(hex));
  }

  /** Whether a counter can have a part in the answer. */
  atHand(id: string): boolean {
    return this.hand.some((one) => one.id === id);
  }

  // ---- the list

  /** List every answer there is. */
  async widen(): Promise<void> {
    this.wide = true;
    if (!this.open) return;
    this.busy = true;
    try {
      const found = await this.questioner.choices();
      this.known = merged(this.known, found.choices);
      this.open = found.more;
    } finally {
      this.busy = false;
    }
  }

  all(): void {
    this.typed = '';
    this.wide = false;
  }
}
