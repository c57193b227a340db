/**
 * Keeper: what a player keeps for the dice of one game, on his own machine.
 *
 * He pledges two chains of secrets when he sits down against somebody else. With each order goes the
 * next link of the one; the server has the secret of the other, for orders that come without. What
 * the server adds is checked as soon as it tells it, and its receipts are kept.
 */

import type { PactCard, Proof, Receipt, Receipts } from '../api/schema';
import { Chain, drawn, fallen, hashed } from './chain';

/** How the server is asked. */
export interface Asking {
  pact(): Promise<PactCard>;
  pledge(live: string, escrow: string): Promise<PactCard>;
  receipts(): Promise<Receipts>;
}

/** What was found wrong: that must not be, whatever happens on the way. */
export type Wrong = 'promise' | 'server' | 'dice' | 'unused' | 'receipts';

/** What lies in the browser, for one seat of one game. */
interface Kept {
  live: string;
  escrow: string;
  shown: number;
  /** The hash of what the server adds next. */
  promise: string;
  /** What the others have shown for it. */
  frame: string;
  commitment: string;
  /** How many dice were worked out again here, and were true. */
  checked: number;
  wrong: Wrong | null;
  receipts: Receipt[];
}

/** What is told of the dice at the table. */
export interface DiceReport {
  card: PactCard;
  checked: number;
  wrong: Wrong | null;
  receipts: readonly Receipt[];
  /** Whether one's own secret goes with one's orders from this machine. */
  here: boolean;
}

const MOST_WISHES = 50;

export class Keeper {
  private card: PactCard | null = null;
  private chain: Chain | null = null;
  private sitting: Promise<void> | null = null;
  private turn: number | null = null;
  /** The link that goes with a wish, however often it is sent; empty where none does. */
  private readonly sent = new Map<string, string>();

  constructor(
    private readonly ask: Asking,
    private readonly place: string,
    private readonly alarm: (wrong: Wrong) => void = () => undefined,
  ) {}

  /** Look whose secrets the dice come from, and pledge one's own if that is wanted. */
  sit(): Promise<void> {
    this.sitting ??= this.seated().catch(() => {
      this.sitting = null; // the dice go on in escrow, or as they did
    });
    return this.sitting;
  }

  private async seated(): Promise<void> {
    const before = this.read();
    const card = await this.ask.pact();
    this.learn(card);
    const back = before !== null && card.mine !== null && card.mine.shown < before.shown;
    if (back && this.mine(card) && this.read()?.live === before.live) this.found('promise');
    if (card.wanted && card.mine === null) await this.pledge(card);
  }

  /** The link that goes with a wish; none where one has pledged none. */
  async link(wish: string): Promise<string | null> {
    const known = this.sent.get(wish);
    if (known !== undefined) return known || null;
    const found = await this.next();
    this.sent.set(wish, found ?? '');
    for (const old of this.sent.keys()) {
      if (this.sent.size <= MOST_WISHES) break;
      this.sent.delete(old);
    }
    return found;
  }

  private async next(): Promise<string | null> {
    await this.sit();
    try {
      if (this.card?.wanted && !this.mine(this.card)) await this.pledge(this.card);
    } catch {
      return null;
    }
    const kept = this.read();
    const card = this.card;
    if (!kept || !card?.mine || !this.mine(card)) return null;
    const link = this.chained(kept, card.length).link(kept.shown + 1);
    if (link === null) await this.pledge(card); // all links were shown: the next is of another
    return link;
  }

  /** Whether another link goes with a wish that was refused: another page may have been faster. */
  async again(wish: string): Promise<boolean> {
    const before = this.sent.get(wish);
    this.sent.delete(wish);
    this.learn(await this.ask.pact());
    return before !== undefined && (await this.link(wish)) !== before;
  }

  /** What came of a wish that a link went with. */
  heard(wish: string, proof: Proof | null | undefined): void {
    const link = this.sent.get(wish);
    const kept = this.read();
    const { card } = this;
    if (!link || !kept || !card || proof?.step === kept.shown) return;
    this.sent.delete(wish);
    const wrong = proof ? judged(proof, link, kept, card.commitment) : 'unused';
    const fresh = proof ? { shown: proof.step, promise: proof.promise, frame: proof.frame } : {};
    const checked = kept.checked + (proof?.server && !wrong ? proof.dice.length : 0);
    this.write({ ...kept, ...fresh, checked, wrong: kept.wrong ?? wrong });
    if (wrong) this.alarm(wrong);
  }

  /** Another turn may have begun: keep what the server signs of the one that has ended. */
  async turned(turn: number): Promise<void> {
    if (turn === this.turn) return;
    await this.sit();
    const kept = this.read();
    if (!this.card?.mine || !kept) return;
    this.turn = turn;
    try {
      const { receipts } = await this.ask.receipts();
      this.file(receipts);
    } catch {
      this.turn = null;
    }
  }

  /** Keep receipts; those one has must be among those that are given now. */
  private file(receipts: readonly Receipt[]): void {
    const kept = this.read();
    if (!kept) return;
    const given = new Set(receipts.map((one) => one.seal));
    const lost = kept.receipts.some((one) => !given.has(one.seal));
    if (lost && !kept.wrong) this.alarm('receipts');
    const known = new Set(kept.receipts.map((one) => one.seal));
    const all = [...kept.receipts, ...receipts.filter((one) => !known.has(one.seal))];
    this.write({ ...kept, receipts: all, wrong: kept.wrong ?? (lost ? 'receipts' : null) });
  }

  async report(): Promise<DiceReport> {
    await this.sit();
    const card = await this.ask.pact();
    this.learn(card);
    if (card.mine && this.read()) {
      await this.ask.receipts().then(
        ({ receipts }) => this.file(receipts),
        () => undefined,
      );
    }
    const kept = this.read();
    return {
      card,
      checked: kept?.checked ?? 0,
      wrong: kept?.wrong ?? null,
      receipts: kept?.receipts ?? [],
      here: this.mine(card),
    };
  }

  /** Pledge; what is pledged lies here before it is sent, so that it is the same if sent again. */
  private async pledge(card: PactCard): Promise<void> {
    const old = this.read();
    const used = card.pledges.some((one) => this.headed(old, card.length) === one.live);
    const secrets = old && !used ? old : { live: drawn(), escrow: drawn() };
    const begun = { shown: 0, promise: '', frame: '', commitment: card.commitment };
    const rest = { checked: 0, wrong: null, receipts: [], ...old };
    if (!this.write({ ...rest, ...begun, live: secrets.live, escrow: secrets.escrow })) return;
    const head = new Chain(secrets.live, card.length).head;
    this.learn(await this.ask.pledge(head, secrets.escrow));
  }

  private learn(card: PactCard): void {
    this.card = card;
    const kept = this.read();
    if (!kept || !card.mine || !this.mine(card)) return;
    const told = card.mine;
    const same =
      kept.promise === '' ||
      told.shown !== kept.shown ||
      (told.promise === kept.promise && told.frame === kept.frame);
    const wrong: Wrong | null = same && kept.commitment === card.commitment ? null : 'promise';
    this.write({
      ...kept,
      shown: told.shown,
      promise: told.promise,
      frame: told.frame,
      wrong: kept.wrong ?? wrong,
    });
    if (wrong && !kept.wrong) this.alarm(wrong);
  }

  /** Something is wrong: that is said once, and kept. */
  private found(wrong: Wrong): void {
    const kept = this.read();
    if (!kept || kept.wrong) return;
    this.write({ ...kept, wrong });
    this.alarm(wrong);
  }

  /** Whether the pledge in force is the one whose secret lies here. */
  private mine(card: PactCard): boolean {
    const pledged = card.pledges.find((one) => one.pledge === card.mine?.pledge);
    return pledged !== undefined && pledged.live === this.headed(this.read(), card.length);
  }

  private headed(kept: Kept | null, length: number): string | null {
    return kept && this.chained(kept, length).head;
  }

  private chained(kept: Kept, length: number): Chain {
    if (this.chain?.secret !== kept.live || this.chain.length !== length)
      this.chain = new Chain(kept.live, length);
    return this.chain;
  }

  private read(): Kept | null {
    try {
      return JSON.parse(localStorage.getItem(this.place) ?? 'null') as Kept | null;
    } catch {
      return null;
    }
  }

  /** Keep it; false in a browser that keeps nothing, where nothing can be pledged. */
  private write(kept: Kept): boolean {
    try {
      localStorage.setItem(this.place, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  }
}

/** What is wrong with what the server says a step was made of. */
function judged(proof: Proof, link: string, kept: Kept, commitment: string): Wrong | null {
  if (proof.server === null) return null; // told when the game is over
  if (hashed(proof.server) !== kept.promise) return 'server';
  const { pledge, step, server } = proof;
  const dice = fallen({ commitment, pledge, step, server, link, frame: kept.frame }, proof.sides);
  const same = dice.length === proof.dice.length && dice.every((one, i) => one === proof.dice[i]);
  return same ? null : 'dice';
}
