/**
 * Column: many counters in hand that are in several hexes, as those of a division.
 *
 * What they could do each by itself is told in rows. Pointed at a hex they march there, or as near
 * as each can get: one after another, for those in front make room for those behind. Nothing goes
 * before it is ordered, and all of it can be taken back at once.
 */

import type { Company, JointRow, Share } from '../api/schema';
import type { Action } from './action';
import { Newest } from './patience';

/** What a column needs of the table, and does to it. */
export interface Leader {
  readonly selection: readonly string[];
  readonly question: unknown;
  readonly ask: { company(pieces: readonly string[], to?: string): Promise<Company> };
  act(action: Action): Promise<boolean>;
  undo(): Promise<boolean>;
  say(error: unknown): void;
}

/** A march that is planned: where to, and how each would go. */
export interface March {
  hex: string;
  row: JointRow;
}

export class Column {
  /** What they could do where they stand. */
  rows = $state.raw<readonly JointRow[]>([]);
  march = $state.raw<March | null>(null);
  /** How many orders were given at the last, and who of them stayed, with the reason. */
  done = $state.raw<{ count: number; stayed: readonly Share[] } | null>(null);
  working = $state(false);

  private readonly looks = new Newest();

  constructor(private readonly leader: Leader) {}

  /** Ask what they could do where they stand. */
  async look(pieces: readonly string[]): Promise<void> {
    const newest = this.looks.begin();
    try {
      const { rows } = await this.leader.ask.company(pieces);
      if (newest()) this.rows = rows;
    } catch (error) {
      if (newest()) this.leader.say(error);
    }
  }

  forget(): void {
    this.looks.drop();
    this.rows = [];
    this.march = this.done = null;
  }

  /** Plan a march to a hex; false if nobody can go. */
  async to(hex: string): Promise<boolean> {
    const newest = this.looks.begin();
    const { rows } = await this.leader.ask.company(this.leader.selection, hex);
    const [row] = rows;
    if (!newest() || !row?.shares.some((one) => one.action)) return false;
    this.done = null;
    this.march = { hex, row };
    return true;
  }

  leave(): void {
    this.march = null;
  }

  /** Let all march who can, those in front first. */
  async go(): Promise<void> {
    const { march } = this;
    if (!march) return;
    const [able, stuck] = parted(march.row);
    await this.work(async () => {
      let count = 0;
      const stayed = [...stuck];
      for (const [i, share] of able.entries()) {
        const now = i ? await this.again(share, march.hex) : share;
        if (!now.action) stayed.push(now);
        else if (await this.leader.act(now.action)) count++;
        else break;
        if (this.leader.question) break;
      }
      this.march = null;
      this.done = { count, stayed };
    });
  }

  /** One's way as it is after the others have gone. */
  private async again(share: Share, hex: string): Promise<Share> {
    const { rows } = await this.leader.ask.company([share.piece], hex);
    return rows[0]?.shares[0] ?? { ...share, action: null };
  }

  /** Let all who can do something where they stand, by one order. */
  async carryOut({ whole, ...row }: JointRow): Promise<void> {
    if (!whole) return;
    await this.work(async () => {
      const done = await this.leader.act(whole);
      this.done = done ? { count: 1, stayed: parted({ whole, ...row })[1] } : null;
    });
  }

  /** Take back all that was ordered at the last. */
  async takeBack(): Promise<void> {
    let left = this.done?.count ?? 0;
    await this.work(async () => {
      while (left > 0 && (await this.leader.undo())) left--;
    });
    this.done = null;
  }

  private async work(deed: () => Promise<void>): Promise<void> {
    if (this.working) return;
    this.working = true;
    this.looks.drop();
    try {
      await deed();
    } catch (error) {
      this.leader.say(error);
    } finally {
      this.working = false;
    }
    await this.look(this.leader.selection);
  }
}

/** Those who can, and those who cannot. */
export function parted(row: JointRow): [Share[], Share[]] {
  const able = row.shares.filter((one) => one.action && one.why.length === 0);
  return [able, row.shares.filter((one) => !able.includes(one))];
}
