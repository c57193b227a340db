/** Inquiry: a question that interrupts, and how far one has come with answering it. */

import type { Asked, ActionCard, ActionCards, Refusal } from '../api/schema';
import type { Action } from '../table/action';
import {
  clickedHex,
  defaultPlace,
  empty,
  type Filter,
  merged,
  narrowed,
  NO_FILTER,
  endsOf,
  withPiece as filteredBy,
  worded,
} from './choices';
import {
  composable,
  goals,
  likelyWay,
  ways,
  withAll,
  withoutPiece,
  withoutThing,
  withPiece,
} from './compose';

/** So many answers are shown at a time. */
export const SHOWN = 12;

export interface Questioner {
  choices(asking: { hex?: string | undefined; piece?: string | undefined }): Promise<ActionCards>;
  /** Every reason against an answer. */
  why(action: Action): Promise<Refusal[]>;
}

export class Inquiry {
  filter = $state.raw<Filter>(NO_FILTER);
  typed = $state('');
  preview = $state.raw<ActionCard | null>(null);
  /** Whether all that is known is shown, and not only the first few. */
  wide = $state(false);
  busy = $state(false);
  /** An answer that is being put together. */
  draft = $state.raw<Action | null>(null);
  refusals = $state.raw<readonly Refusal[]>([]);
  private known = $state.raw<readonly ActionCard[]>([]);
  private open = $state(false);
  private checks = 0;

  readonly composable = $derived.by(() => composable(this.known));
  /** Whether any counter may be part of the answer, though the list cannot name them all. */
  readonly manned = $derived.by(
    () => this.composable && this.open && this.known.some((choice) => choice.pieces.length > 0),
  );
  readonly left = $derived.by(() => worded(this.touching(), this.typed));
  /** Of answers without number only those about nothing on the map; the rest are found there. */
  readonly shown = $derived.by(() => {
    if (this.wide) return this.left;
    const general = this.left.filter(({ pieces, hexes }) => !pieces.length && !hexes.length);
    const endless = this.open && !this.filtered && general.length > 0;
    return (endless ? general : this.left).slice(0, SHOWN);
  });
  /** Whether there are answers that are not shown. */
  readonly more = $derived(this.open || this.left.length > this.shown.length);
  readonly filtered = $derived(!empty(this.filter) || this.typed !== '');
  readonly standard = $derived.by<Action | null>(() => this.asked.default);
  readonly usual = $derived(defaultPlace(this.shown, this.standard));
  /** The ways in the answer that is being put together. */
  readonly drafted = $derived(ways(this.draft ?? {}));
  /** The hexes where one may click now. */
  readonly ends = $derived.by(() => {
    if (this.composable && this.filter.pieces.length)
      return goals(this.known, this.open ? [] : this.filter.pieces);
    return endsOf(this.left);
  });

  constructor(
    readonly asked: Asked,
    private readonly questioner: Questioner,
  ) {
    this.known = asked.choices;
    this.open = asked.more;
  }

  /** Learn every answer there is, if they are not too many; then all of them show on the map. */
  async prime(): Promise<void> {
    if (this.open) await this.fetch(NO_FILTER);
  }

  /** Whether a click on a hex would mean something. */
  touches(hex: string): boolean {
    return this.open || this.left.some((choice) => choice.hexes.includes(hex));
  }

  /** A hex was clicked: the answer, if it names one. */
  async clickHex(hex: string): Promise<ActionCard | null> {
    if (this.composable && this.filter.pieces.length && (await this.send(hex))) return null;
    const clicked = clickedHex(this.known, this.filter, hex, this.open);
    if (clicked.kind === 'answer') return clicked.choice;
    if (clicked.kind === 'narrow') await this.narrow(clicked.filter);
    return null;
  }

  /** A counter was clicked: only answers with it are shown, or again all. */
  async clickPiece(piece: string): Promise<void> {
    const touched = this.known.some((choice) => choice.pieces.includes(piece));
    if (touched || this.open) await this.narrow(filteredBy(this.filter, piece));
  }

  /** Show everything there is. */
  async widen(): Promise<void> {
    this.wide = true;
    if (this.open) await this.fetch(this.filter);
  }

  all(): void {
    this.filter = NO_FILTER;
    this.typed = '';
  }

  // ---- putting an answer together

  /** Send the counters that were clicked to a hex, as part of the answer. */
  private async send(hex: string): Promise<boolean> {
    let draft = this.begun();
    let sent = false;
    for (const piece of this.filter.pieces) {
      const way = likelyWay(this.known, piece, hex);
      if (!way || (way.piece !== piece && !this.open)) continue;
      draft = withPiece(draft, way.action, piece, way.piece);
      sent = true;
    }
    if (!sent) return false;
    this.filter = NO_FILTER;
    await this.compose(draft);
    return true;
  }

  /** Take a whole choice into the answer. */
  async add(choice: ActionCard): Promise<void> {
    await this.compose(withAll(this.begun(), choice.action));
  }

  /** Leave a counter out of it again. */
  async remove(piece: string): Promise<void> {
    if (this.draft) await this.compose(withoutPiece(this.draft, piece));
  }

  /** Leave one of the things out of it again. */
  async removeThing(key: string, at: number): Promise<void> {
    if (this.draft) await this.compose(withoutThing(this.draft, key, at));
  }

  discard(): void {
    this.checks++;
    this.draft = null;
    this.refusals = [];
  }

  private begun(): Action {
    if (this.draft) return this.draft;
    const standard = this.asked.default;
    return standard ? { ...standard } : { do: this.known[0]?.action['do'] };
  }

  private async compose(draft: Action): Promise<void> {
    const check = ++this.checks;
    this.draft = draft;
    this.preview = null;
    const refusals = await this.questioner.why(draft);
    if (check === this.checks) this.refusals = refusals;
  }

  // ---- knowing more

  /** In a question that is composed, counters are chosen together: any of them counts. */
  private touching(): ActionCard[] {
    if (!this.composable || this.filter.pieces.length < 2) return narrowed(this.known, this.filter);
    const { hexes, pieces } = this.filter;
    const near = narrowed(this.known, { hexes, pieces: [] });
    return near.filter((choice) => pieces.some((piece) => choice.pieces.includes(piece)));
  }

  private async narrow(filter: Filter): Promise<void> {
    this.filter = filter;
    this.preview = null;
    if (this.open && !empty(filter)) await this.fetch(filter);
  }

  private async fetch(filter: Filter): Promise<void> {
    this.busy = true;
    try {
      const found = await this.questioner.choices({
        hex: filter.hexes.at(-1),
        piece: filter.pieces.at(-1),
      });
      this.known = merged(this.known, found.choices);
      if (empty(filter)) this.open = found.more;
    } finally {
      this.busy = false;
    }
  }
}
