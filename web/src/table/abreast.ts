/**
 * Abreast: how a page keeps up with its table by what has changed in it.
 *
 * The answer to an order brings all that the page would ask for next: what lies otherwise now, how
 * the story goes on, what the counters in hand can do. It is kept here until the page does ask. What
 * does not fit the table that the page has is dropped, and asked for.
 */

import { amended } from '../api/amend';
import type {
  CarriedOut,
  DeedRows,
  Fresh,
  HexNote,
  InHand,
  PieceNote,
  Reach,
  Story,
  TableTop,
} from '../api/schema';
import type { Listener } from '../api/stream';
import type { Hand } from './server';

/** What a page says it has. */
export interface Holding {
  mark: string;
  told: number;
  chosen: readonly string[];
}

/** How the server is really asked. */
export interface Asking {
  table(): Promise<TableTop>;
  fresh(has: Holding): Promise<Fresh>;
  story(since: number): Promise<Story>;
  reach(pieces: readonly string[]): Promise<Reach>;
  menu(hand: Hand): Promise<DeedRows>;
  piece(piece: string): Promise<PieceNote>;
  hex(hex: string): Promise<HexNote>;
}

export class Abreast {
  private present: TableTop | null = null;
  /** Whether the table before the page is newer than what it has asked for last. */
  private awaited = false;
  private coming: Story | null = null;
  private inHand: InHand | null = null;
  private told = 0;

  constructor(private readonly ask: Asking) {}

  /** The table as it is now. */
  async table(): Promise<TableTop> {
    for (;;) {
      const before = this.present;
      if (!before?.mark) return this.lay(await this.ask.table());
      if (this.awaited) {
        this.awaited = false;
        return before;
      }
      const fits = this.take(await this.ask.fresh(this.has([])));
      if (!fits && this.present === before) this.present = null;
    }
  }

  /** Hand an order in, with what the page has; what it brings is kept until it is asked for. */
  async carry<T extends CarriedOut>(
    order: (has: Holding) => Promise<T>,
    chosen: readonly string[],
  ): Promise<T> {
    const done = await order(this.has(chosen));
    if (done.fresh) this.take(done.fresh);
    return done;
  }

  async story(since: number): Promise<Story> {
    const { coming } = this;
    this.coming = null;
    const story = coming?.since === since ? coming : await this.ask.story(since);
    this.told = story.seq;
    return story;
  }

  async reach(pieces: readonly string[]): Promise<Reach> {
    return this.of(pieces)?.reach ?? this.ask.reach(pieces);
  }

  /** What those in hand can do; about a hex besides, or each by itself, it is always asked. */
  async menu(hand: Hand): Promise<DeedRows> {
    const plain = hand.about === undefined && !hand.each;
    return (plain ? this.of(hand.pieces)?.menu : null) ?? this.ask.menu(hand);
  }

  async piece(piece: string): Promise<PieceNote> {
    return this.of([piece])?.piece ?? this.ask.piece(piece);
  }

  async hex(hex: string): Promise<HexNote> {
    const known = this.inHand?.hexes.find((note) => note.hex === hex);
    return known ?? this.ask.hex(hex);
  }

  /** Listen as well: what is kept is of no use once there is something newer. */
  hearing(listener: Listener): Listener {
    const heard = (seq: number, moment: number) => {
      const now = this.present;
      if (now && (seq > now.seq || moment > now.moment)) this.awaited = false;
    };
    return {
      ...listener,
      onnews: (news, seq, moment) => {
        heard(seq, moment);
        listener.onnews?.(news, seq, moment);
      },
      onposition: (position) => {
        heard(position.seq, position.moment);
        listener.onposition?.(position);
      },
    };
  }

  private has(chosen: readonly string[]): Holding {
    return { mark: this.present?.mark ?? '', told: this.told, chosen };
  }

  private of(pieces: readonly string[]): InHand | null {
    const same = this.inHand?.pieces.join(' ') === pieces.join(' ');
    return same ? this.inHand : null;
  }

  /** Take over what is new; false if it does not fit the table that the page has. */
  private take({ since, change, table, story, in_hand }: Fresh): boolean {
    const now = this.present;
    if (table) this.lay(table);
    else if (change && now && since === now.mark) this.lay(amended(now, change));
    else return false;
    this.awaited = true;
    this.coming = story;
    this.inHand = in_hand;
    return true;
  }

  private lay(table: TableTop): TableTop {
    this.present = table;
    this.coming = this.inHand = null;
    return table;
  }
}
