/**
 * Sitting: one seat at one table, what it sees of the game, and how it keeps up with it.
 *
 * What it holds of the game is what its seat may see; a page that changes seats throws it away and
 * begins another.
 */

import { isTrouble, type Trouble } from '../api/client';
import type {
  Asked,
  BoardPlan,
  DeedCard,
  Done,
  GameCard,
  SeatCard,
  TableTop,
  Thought,
} from '../api/schema';
import type { Link, News } from '../api/stream';
import { settings } from '../common/settings.svelte';
import type { Happened } from '../lesson/condition';
import type { Back } from '../lesson/lesson';
import { expectSheet, expectSheets } from '../map/ground';
import { Plan } from '../map/plan';
import { Inquiry, type Stroke } from '../orders/inquiry.svelte';
import { Showing } from '../playback/showing.svelte';
import { Chronicle } from './chronicle.svelte';
import { Glass } from './glass.svelte';
import { inOrder } from './owed';
import { Coalesced, Nap, Newest } from './patience';
import { Ranks } from './selection';
import type { TableServer } from './server';

export type Status = 'loading' | 'ready' | 'failed';

/** How far a game has come: what was done, and what was told. */
type Standing = Pick<TableTop, 'moment' | 'seq'>;

function stands(one: Standing, other: Standing): boolean {
  return one.moment === other.moment && one.seq === other.seq;
}

export abstract class Sitting {
  status = $state<Status>('loading');
  trouble = $state.raw<Trouble | null>(null);
  game = $state.raw<GameCard | null>(null);
  board = $state.raw<BoardPlan | null>(null);
  plan = $state.raw<Plan | null>(null);
  /** The edition of the scenario that the board is of; with another, one sits down anew. */
  edition = $state.raw<string | null>(null);
  /** The table as it is now. */
  present = $state.raw<TableTop | null>(null);
  /** The table as it was, while one looks back. */
  past = $state.raw<TableTop | null>(null);
  /** The question that interrupts, and how far one has come with it, whatever one looks at. */
  private inquiring = $state.raw<Inquiry | null>(null);

  /** How far the program has come that thinks now, as far as one may know. */
  thought = $state.raw<Thought | null>(null);

  link = $state<Link>('opening');
  /** Whether an order is on its way. */
  busy = $state(false);
  happened = $state.raw<Happened>({});
  /** What was taken back while one sat here. */
  backs = $state.raw<readonly Back[]>([]);

  readonly chronicle: Chronicle;
  readonly glass: Glass;
  /** What others did, while it is being watched. */
  readonly showing = new Showing({
    load: (since, start) => this.server.playback(since, start),
    wish: () => ({
      pace: settings.wanted.pace,
      dice: settings.wanted.dice,
      side: this.seat?.side ?? null,
    }),
    expecting: () => this.pending.length === 0 && this.present?.over === false,
    onend: () => {
      this.markSeen();
      this.happen({});
    },
    onfail: (error) => this.say(error),
  });

  readonly table = $derived(this.past ?? this.showing.table ?? this.present);
  /** Whether one looks at something else than the present. */
  readonly watching = $derived(this.past !== null || this.showing.active);
  /** The question that interrupts, when one can answer it. */
  readonly inquiry = $derived(this.watching ? null : this.inquiring);
  readonly ranks = $derived(new Ranks(this.table ?? { counters: [], sides: [], stacks: [] }));
  private readonly pending = $derived(this.present?.over ? [] : (this.present?.asked ?? []));
  readonly asked = $derived(this.watching ? [] : this.pending);
  /** The phase that waits for orders, if it is ours. */
  readonly phase = $derived(this.asked.find((one) => one.phase) ?? null);
  /** The question that interrupts. */
  readonly question = $derived(this.asked.find((one) => !one.phase) ?? null);
  readonly commanding = $derived(this.phase !== null && this.question === null && !this.busy);
  readonly owed = $derived(inOrder(this.watching ? [] : (this.present?.owed ?? [])));
  readonly ending = $derived<DeedCard | null>(this.phase?.deeds.find((deed) => deed.ends) ?? null);
  readonly seat = $derived<SeatCard | null>(
    this.game?.seats.find((seat) => seat.id === this.seatId) ?? null,
  );
  readonly playing = $derived(this.seat?.role === 'player');
  /** Who gives orders for this seat. */
  readonly deputy = $derived(this.present?.deputy ?? '');

  protected closed = false;
  protected readonly nap = new Nap();
  /** Whether what is heard now follows from something one did oneself. */
  protected acting = false;
  private readonly refreshing = new Coalesced(() => this.reload());
  private readonly looking = new Newest();
  private stream: { close(): void } | null = null;
  /** Whether the line was down and is not back yet. */
  private lost = false;
  /** How much was told by what one did oneself last, and whether dice fell by it: that is looked at
   * anyhow. */
  private own = { seq: 0, moment: 0, dice: false };
  /** Whether there was news while an order was on its way. */
  private behind = false;
  /** How the game stood when that was told last. */
  private latest: Standing | null = null;

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

  /** Load everything and listen; `told`: what happened since one was here is watched first. Whoever
   * has looked at the game already brings its `card`. */
  async open(told = true, card: GameCard | null = null): Promise<void> {
    expectSheets();
    try {
      const [game, board, table] = await Promise.all([
        card ?? this.server.game(),
        this.server.board(),
        this.laid(),
      ]);
      if (this.closed) return;
      this.game = game;
      this.board = board;
      this.plan = new Plan(board);
      this.edition = table.edition;
      this.take(table);
      if (told && table.seen > 0 && table.seen < table.seq && settings.wanted.pace !== 'end') {
        await this.showing.recall(table.seen, table.seq).catch(() => false);
        if (this.closed) return;
      }
      this.status = 'ready';
      this.stream = this.server.listen(
        {
          onnews: (news) => this.hear(news),
          onposition: (position) => {
            const now = this.present;
            const same = now && stands(now, position);
            const own = stands(this.own, position);
            this.latest = { moment: position.moment, seq: position.seq };
            if (!(same || own) || position.over !== now?.over) this.fallBehind();
          },
          onthought: (thought) => (this.thought = thought),
          onlink: (link) => {
            if (link === 'opening') this.thought = null; // a new line tells it anew
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

  /** The table; its map is fetched and read while the rest comes and is laid out. */
  private async laid(): Promise<TableTop> {
    const table = await this.server.table();
    if (!this.closed) expectSheet(this.server.map(settings.scheme, table.edition));
    return table;
  }

  /** Stop listening and let go of everything that was seen. */
  close(): void {
    this.markSeen(); // what was on the screen is news no more
    this.closed = true;
    this.stream?.close();
    this.looking.drop();
    this.present = this.past = null;
    this.inquiring = null;
    this.showing.close();
    this.chronicle.close();
    this.glass.lift();
    this.happened = {};
  }

  /** The address of the map's picture. */
  map(scheme: string): string {
    return this.server.map(scheme, this.edition ?? undefined);
  }

  get ask(): TableServer {
    return this.server;
  }

  // ---- keeping up

  /** Have the program that thinks now move with the best that it has found. */
  async moveNow(): Promise<void> {
    try {
      await this.server.moveNow();
    } catch (error) {
      // it has moved by itself meanwhile
      if (!isTrouble(error, 'conflict')) this.say(error);
    }
  }

  /** Look at the table again; asked often, done once. */
  async refresh(): Promise<void> {
    try {
      await this.refreshing.ask();
    } catch (error) {
      if (!isTrouble(error, 'unreachable', 'busy', 'failed')) this.say(error);
    }
  }

  private async reload(): Promise<void> {
    const { behind } = this;
    this.behind = false;
    const table = await this.server.table();
    if (this.closed) return;
    const over = table.over !== this.present?.over;
    this.take(table);
    // What came with one's own order may be older than what was heard while it was on its way.
    if (behind && this.latest && !stands(table, this.latest)) void this.refresh();
    await this.chronicle.tell();
    if (over) this.game = await this.server.game();
  }

  private take(table: TableTop): void {
    const before = this.present;
    if (before && this.foreign(before, table)) this.showing.begin(before, table.seq);
    this.present = table;
    if (before?.moment !== table.moment) {
      this.moved();
      void this.glass.renew();
    }
    this.turnTo(before?.moment === table.moment);
    if (table.over && !before?.over) this.clear();
    if (!this.acting) this.happen({});
  }

  /** Whether there is more in a new table than one did oneself, or dice: then it is to be seen. */
  private foreign(before: TableTop, table: TableTop): boolean {
    const { pace, dice } = settings.wanted;
    if (table.seq <= before.seq || this.past || (pace === 'end' && dice === 'none')) return false;
    return table.seq > this.own.seq || this.own.dice;
  }

  /** What one did oneself is seen as it is done. */
  protected did({ seq, moment, events }: Done): void {
    const dice = events.some((item) => item.type === 'event' && item.event.dice.length > 0);
    this.own = { seq, moment, dice };
    this.noteBacks(events);
  }

  private noteBacks(news: readonly News[]): void {
    const known = (seq: number) => this.backs.some((one) => one.seq === seq);
    const found = news.flatMap((one) =>
      one.type === 'taken-back' && !known(one.seq) ? [one] : [],
    );
    if (found.length) this.backs = [...this.backs, ...found];
  }

  /** Turn to the question that is open now, or go on with what one was about in the phase. */
  private turnTo(still: boolean): void {
    const question = this.pending.find((one) => !one.phase);
    const errand = this.inquiring?.kind ?? '';
    if (question) {
      if (this.inquiring?.asked.id === question.id && !errand) return;
      this.clear();
      this.inquire(question);
    } else if (!errand) this.inquiring = null;
    else if (!still) {
      const owing = this.present?.owed.some((one) => one.do === errand);
      this.setAbout(owing ? errand : '');
    }
  }

  /** Put an answer together, or one kind of order of the phase under way. */
  protected inquire(asked: Asked, kind = '', stroke: Stroke = {}): void {
    const inquiry = new Inquiry(
      asked,
      {
        compose: (next) => this.server.compose(asked.id, next, kind),
        choices: () => this.server.choices({}),
      },
      kind,
    );
    this.inquiring = inquiry;
    void inquiry.begin(stroke).catch((error: unknown) => this.say(error));
  }

  /** Go about something that is owed in the phase, on a card of its own; nothing: leave it. */
  run(kind: string, stroke: Stroke = {}): void {
    if (!this.question) this.setAbout(kind, stroke);
  }

  private setAbout(kind: string, stroke: Stroke = {}): void {
    const phase = this.pending.find((one) => one.phase);
    if (phase?.deeds.some((deed) => deed.do === kind)) {
      this.clear();
      this.inquire(phase, kind, stroke);
    } else this.inquiring = null;
  }

  private hear(news: readonly News[]): void {
    this.chronicle.hear(news);
    this.noteBacks(news);
    for (const item of news) if (item.type === 'event') this.happen({ event: { ...item.event } });
    const last = news.at(-1);
    if (last && last.seq > Math.max(this.present?.seq ?? 0, this.own.seq)) this.fallBehind();
  }

  /** There is news: it is looked at now, or with what one's own order brings. */
  private fallBehind(): void {
    this.behind = true;
    if (!this.busy) this.catchUp();
  }

  protected catchUp(): void {
    if (this.behind && !this.closed) void this.refresh();
  }

  /** What was said before the page was opened. */
  async recall(): Promise<void> {
    await this.chronicle.recall().catch((error: unknown) => this.say(error));
  }

  /** Note that everything so far was looked at. */
  markSeen(): void {
    const seq = this.showing.active ? this.showing.seq : (this.present?.seq ?? 0);
    if (seq > 0) void this.server.seen(seq).catch(() => undefined);
  }

  // ---- looking back

  /** Watch what happened since one's own last turn; false if nothing did. */
  async lastTurn(): Promise<boolean> {
    try {
      if (this.past) await this.lookAt(null);
      this.clear();
      return await this.showing.recall(null, this.present?.seq ?? 0);
    } catch (error) {
      this.say(error);
      return true;
    }
  }

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
      this.showing.close();
      this.past = table;
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  // ---- telling

  /** Something happened, in the phase and before the question that one sees now. */
  protected happen(what: Happened): void {
    const phase = (this.showing.table ?? this.present)?.headline.phase;
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
