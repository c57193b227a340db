/**
 * Sitting: one seat at one table, what it sees of the game, and how it keeps up with it.
 *
 * What it holds of the game is what its seat may see; a page that changes seats throws it away and
 * begins another.
 */

import { isTrouble, type Trouble } from '../api/client';
import type { Asked, BoardPlan, DeedCard, GameCard, SeatCard, TableTop } from '../api/schema';
import type { Link, News } from '../api/stream';
import type { Happened } from '../lesson/lesson';
import { Plan } from '../map/plan';
import { Inquiry } from '../orders/inquiry.svelte';
import { Chronicle } from './chronicle.svelte';
import { Glass } from './glass.svelte';
import { inOrder } from './owed';
import { Coalesced, Nap, Newest } from './patience';
import { Ranks } from './selection';
import type { TableServer } from './server';

export type Status = 'loading' | 'ready' | 'failed';

export abstract class Sitting {
  status = $state<Status>('loading');
  trouble = $state.raw<Trouble | null>(null);
  game = $state.raw<GameCard | null>(null);
  board = $state.raw<BoardPlan | null>(null);
  plan = $state.raw<Plan | null>(null);
  /** The table as it is now. */
  present = $state.raw<TableTop | null>(null);
  /** The table as it was, while one looks back. */
  past = $state.raw<TableTop | null>(null);
  /** The question that interrupts, and how far one has come with it. */
  inquiry = $state.raw<Inquiry | null>(null);

  link = $state<Link>('opening');
  /** Whether an order is on its way. */
  busy = $state(false);
  happened = $state.raw<Happened>({});

  readonly chronicle: Chronicle;
  readonly glass: Glass;

  readonly table = $derived(this.past ?? this.present);
  readonly ranks = $derived(new Ranks(this.table ?? { counters: [], sides: [], stacks: [] }));
  readonly asked = $derived(this.past || this.present?.over ? [] : (this.present?.asked ?? []));
  /** The phase that waits for orders, if it is ours. */
  readonly phase = $derived(this.asked.find((one) => one.phase) ?? null);
  /** The question that interrupts. */
  readonly question = $derived(this.asked.find((one) => !one.phase) ?? null);
  readonly commanding = $derived(this.phase !== null && this.question === null && !this.busy);
  readonly owed = $derived(inOrder(this.past ? [] : (this.present?.owed ?? [])));
  readonly ending = $derived<DeedCard | null>(this.phase?.deeds.find((deed) => deed.ends) ?? null);
  readonly seat = $derived<SeatCard | null>(
    this.game?.seats.find((seat) => seat.id === this.seatId) ?? null,
  );
  readonly playing = $derived(this.seat?.role === 'player');

  protected closed = false;
  protected readonly nap = new Nap();
  /** Whether what is heard now follows from something one did oneself. */
  protected acting = false;
  private readonly refreshing = new Coalesced(() => this.reload());
  private readonly looking = new Newest();
  private stream: { close(): void } | null = null;
  /** Whether the line was down and is not back yet. */
  private lost = false;

  constructor(
    protected readonly server: TableServer,
    readonly seatId: string,
    /** Told of what went wrong and has no place on the map. */
    private readonly tell: (trouble: Trouble) => void,
  ) {
    this.chronicle = new Chronicle(server);
    this.glass = new Glass(
      (id) => server.overlay(id),
      (id) => this.happen({ overlay: id }),
      (error) => this.say(error),
    );
  }

  /** The table stands at another moment: what was chosen for the old one is looked at again. */
  protected abstract moved(): void;
  /** One looks at the present again. */
  protected abstract returned(): void;
  /** Choose nobody, weigh nothing, show no refusal. */
  abstract clear(): void;

  // ---- beginning and ending

  /** Load everything and listen. */
  async open(): Promise<void> {
    try {
      const [game, board, table] = await Promise.all([
        this.server.game(),
        this.server.board(),
        this.server.table(),
      ]);
      if (this.closed) return;
      this.game = game;
      this.board = board;
      this.plan = new Plan(board);
      this.take(table);
      this.status = 'ready';
      this.stream = this.server.listen(
        {
          onnews: (news) => this.hear(news),
          onposition: (position) => {
            const now = this.present;
            const same = now && position.moment === now.moment && position.seq === now.seq;
            if (!same || position.over !== now.over) void this.refresh();
          },
          onlink: (link) => {
            const back = link === 'open' && this.lost;
            this.lost = link === 'waiting' || (this.lost && link === 'opening');
            this.link = link;
            if (back) {
              this.nap.wake();
              void this.refresh();
            }
          },
          ontrouble: (trouble, key) => {
            if (key === null) this.say(trouble);
          },
        },
        table.seq,
      );
      await this.chronicle.tell();
    } catch (error) {
      if (this.closed) return;
      if (this.status === 'ready') this.say(error);
      else {
        this.trouble = isTrouble(error) ? error : null;
        this.status = 'failed';
        if (!isTrouble(error)) throw error;
      }
    }
  }

  /** Stop listening and let go of everything that was seen. */
  close(): void {
    this.closed = true;
    this.stream?.close();
    this.looking.drop();
    this.present = this.past = null;
    this.inquiry = null;
    this.chronicle.close();
    this.glass.lift();
    this.happened = {};
  }

  /** The address of the map's picture. */
  map(scheme: string): string {
    return this.server.map(scheme);
  }

  get ask(): TableServer {
    return this.server;
  }

  // ---- keeping up

  /** Look at the table again; asked often, done once. */
  async refresh(): Promise<void> {
    try {
      await this.refreshing.ask();
    } catch (error) {
      if (!isTrouble(error, 'unreachable', 'busy', 'failed')) this.say(error);
    }
  }

  private async reload(): Promise<void> {
    const table = await this.server.table();
    if (this.closed) return;
    const over = table.over !== this.present?.over;
    this.take(table);
    await this.chronicle.tell();
    if (over) this.game = await this.server.game();
  }

  private take(table: TableTop): void {
    const before = this.present;
    this.present = table;
    if (before?.moment !== table.moment) {
      this.moved();
      void this.glass.renew();
    }
    const question = this.question;
    const same = this.inquiry?.asked.id === question?.id && question?.id !== undefined;
    if (!same) {
      this.inquiry = question && this.inquire(question);
      if (question) this.clear();
      void this.inquiry?.prime().catch((error: unknown) => this.say(error));
    }
    if (table.over && !before?.over) this.clear();
    if (!this.acting) this.happen({});
  }

  private inquire(question: Asked): Inquiry {
    return new Inquiry(question, {
      choices: (asking) => this.server.choices(asking),
      why: async (action) => (await this.server.why(action, question.id)).refusals,
    });
  }

  private hear(news: readonly News[]): void {
    this.chronicle.hear(news);
    for (const item of news) if (item.type === 'event') this.happen({ event: { ...item.event } });
    const last = news.at(-1);
    if (last && last.seq > (this.present?.seq ?? 0)) void this.refresh();
  }

  /** What was said before the page was opened. */
  async recall(): Promise<void> {
    await this.chronicle.recall().catch((error: unknown) => this.say(error));
  }

  /** Note that everything so far was looked at. */
  markSeen(): void {
    const seq = this.present?.seq ?? 0;
    if (seq > 0) void this.server.seen(seq).catch(() => undefined);
  }

  // ---- looking back

  /** Look at the table as it was; without a moment, as it is. */
  async lookAt(moment: number | null): Promise<void> {
    const newest = this.looking.begin();
    if (moment === null || moment >= (this.present?.last ?? 0)) {
      this.past = null;
      this.returned();
      return;
    }
    try {
      const table = await this.server.table(moment);
      if (!newest()) return;
      this.clear();
      this.glass.lift(); // an overlay shows the present
      this.past = table;
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  // ---- telling

  /** Something happened, in the phase and before the question that there are now. */
  protected happen(what: Happened): void {
    const phase = this.present?.headline.phase;
    const asked = this.asked[0]?.name;
    this.happened = {
      ...(phase === undefined ? {} : { phase }),
      ...(asked === undefined ? {} : { asked }),
      ...what,
    };
  }

  /** Tell of a trouble at the edge of the screen. */
  say(error: unknown): void {
    if (this.closed) return;
    if (!isTrouble(error)) throw error;
    const rule = error.rule ?? error.refusals[0]?.rule;
    if (rule !== undefined && rule !== null) this.happen({ refused: rule });
    this.tell(error);
  }
}
