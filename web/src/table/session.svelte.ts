/**
 * Session: one seat at one table, as the page holds it.
 *
 * It alone talks to the server. What it holds of the game is what its seat may see; a page that
 * changes seats throws the session away and begins another.
 */

import { SvelteMap } from 'svelte/reactivity';

import { isTrouble, newKey, type Trouble } from '../api/client';
import type {
  Asked,
  BoardPlan,
  Choice,
  Deed,
  GameCard,
  Proposal,
  Reach,
  Reason,
  SeatCard,
  TableTop,
  Weighing,
} from '../api/schema';
import type { Link, News } from '../api/stream';
import type { Happened } from '../lesson/lesson';
import { Plan } from '../map/plan';
import { Inquiry } from '../orders/inquiry.svelte';
import type { Action } from './action';
import { Chronicle } from './chronicle.svelte';
import { Glass } from './glass.svelte';
import { inOrder, nextAble, placeOf, cycled } from './owed';
import { Coalesced, Nap, Newest, untilHeard } from './patience';
import { Redo } from './redo';
import { hexesOf, type How, pick, pickHex, Ranks, surviving } from './selection';
import type { TableServer } from './server';
import { Ways } from './ways';

/** Why nothing came of an order, where it was given. */
export interface Refused {
  hex: string;
  reasons: readonly Reason[];
}

export type Status = 'loading' | 'ready' | 'failed';

const REMEMBERED = 200;

export class Session {
  status = $state<Status>('loading');
  trouble = $state.raw<Trouble | null>(null);
  game = $state.raw<GameCard | null>(null);
  board = $state.raw<BoardPlan | null>(null);
  plan = $state.raw<Plan | null>(null);
  /** The table as it is now. */
  present = $state.raw<TableTop | null>(null);
  /** The table as it was, while one looks back. */
  past = $state.raw<TableTop | null>(null);

  selection = $state.raw<readonly string[]>([]);
  reach = $state.raw<Reach | null>(null);
  hover = $state<string | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** What the chosen counters could do besides going somewhere. */
  deeds = $state.raw<readonly Choice[]>([]);
  proposals = $state.raw<readonly Proposal[]>([]);
  weighing = $state.raw<Weighing | null>(null);
  /** The question that interrupts, and how far one has come with it. */
  inquiry = $state.raw<Inquiry | null>(null);

  link = $state<Link>('opening');
  /** Whether an order is on its way. */
  busy = $state(false);
  /** Whether an order waits for the line to come back. */
  waiting = $state(false);
  happened = $state.raw<Happened>({});
  redoable = $state(false);

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
  readonly ending = $derived<Deed | null>(this.phase?.deeds.find((deed) => deed.ends) ?? null);
  readonly ways = $derived(this.waysNow());
  readonly path = $derived(this.hover !== null && this.ways ? this.ways.path(this.hover) : []);
  readonly seat = $derived<SeatCard | null>(
    this.game?.seats.find((seat) => seat.id === this.seatId) ?? null,
  );
  readonly playing = $derived(this.seat?.role === 'player');

  private readonly redoing = new Redo();
  private readonly refreshing = new Coalesced(() => this.reload());
  private readonly reaching = new Newest();
  private readonly ordering = new Newest();
  private readonly weighed = new Newest();
  private readonly looking = new Newest();
  private readonly heard = new SvelteMap<string, Proposal[]>();
  private stream: { close(): void } | null = null;
  private closed = false;
  private readonly nap = new Nap();
  private acting = false;
  /** Whether the line was down and is not back yet. */
  private lost = false;
  private owedShown = -1;
  private lastHex: string | null = null;

  constructor(
    private readonly server: TableServer,
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
    for (const newest of [this.reaching, this.ordering, this.weighed, this.looking]) {
      newest.drop();
    }
    this.heard.clear();
    this.redoing.forget();
    this.present = this.past = null;
    this.chronicle.close();
    this.glass.lift();
    this.selection = this.deeds = this.proposals = [];
    this.reach = this.weighing = this.refused = this.inquiry = null;
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
    this.heard.clear();
    const moved = before?.moment !== table.moment;
    if (moved) {
      this.refused = null;
      this.selection = surviving(this.selection, this.ranks);
      if (this.weighing) this.unweigh();
      void this.look();
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
      void this.look();
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

  // ---- choosing

  /** Choose a counter. */
  pick(id: string, way: How): void {
    this.choose(pick(this.selection, id, way, this.ranks));
  }

  /** Choose everybody in a hex who can act; of several, those who can go somewhere. */
  pickHex(hex: string, way: How): void {
    this.choose(pickHex(this.selection, hex, way, this.ranks), way === 'only');
  }

  /** Choose exactly these; or with `free`, those of them who can go somewhere, if not all can. */
  choose(ids: readonly string[], free = false): void {
    this.selection = [...ids];
    this.refused = null;
    this.proposals = [];
    this.lastHex = hexesOf(ids, this.ranks)[0] ?? this.lastHex;
    if (ids.length) this.happen({ selected: [...ids] });
    void this.look(free);
  }

  /** Choose nobody, weigh nothing, show no refusal. */
  clear(): void {
    this.selection = [];
    this.reach = null;
    this.deeds = [];
    this.proposals = [];
    this.refused = null;
    this.reaching.drop();
    this.ordering.drop();
    this.unweigh();
  }

  /** Ask where the chosen can go, and what else they can do. */
  private async look(free = false): Promise<void> {
    const newest = this.reaching.begin();
    const pieces = this.selection;
    this.reach = null;
    this.deeds = [];
    const own = pieces.length > 0 && pieces.every((id) => this.ranks.own(id));
    if (!own || !this.phase || this.past || this.question) return;
    try {
      const [reach, choices] = await Promise.all([
        this.server.reach(pieces),
        this.server.choices({ piece: pieces[0] }),
      ]);
      if (!newest()) return;
      if (free && reach.cells.length === 0 && pieces.length > 1) {
        const mobile = await this.mobile(pieces);
        if (!newest()) return;
        if (mobile.length) {
          this.choose(mobile);
          return;
        }
      }
      this.reach = reach;
      const here = hexesOf(pieces, this.ranks);
      this.deeds = choices.choices.filter((choice) => onTheSpot(choice, pieces, here));
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  /** Those who can go somewhere by themselves. */
  private async mobile(pieces: readonly string[]): Promise<string[]> {
    const reaches = await Promise.all(pieces.map((id) => this.server.reach([id])));
    return pieces.filter((_, i) => (reaches[i]?.cells.length ?? 0) > 0);
  }

  private waysNow(): Ways | null {
    const hexes = hexesOf(this.selection, this.ranks);
    const start = hexes[0];
    return this.reach && hexes.length === 1 && start !== undefined
      ? new Ways(this.reach, start)
      : null;
  }

  // ---- ordering

  /** Everything the chosen could be told to do to hexes. */
  async propose(
    hexes: readonly string[],
    pieces: readonly string[] = this.selection,
  ): Promise<Proposal[]> {
    const name = JSON.stringify([pieces, hexes]);
    const known = this.heard.get(name);
    if (known) return known;
    const moment = this.present?.moment;
    const { proposals } = await this.server.orders(pieces, hexes);
    if (moment === this.present?.moment) {
      if (this.heard.size >= REMEMBERED) this.heard.clear();
      this.heard.set(name, proposals);
    }
    return proposals;
  }

  /** Order the chosen to a hex: they go, or the attack is weighed, or one hears why not. */
  async order(hex: string, pieces: readonly string[] = this.selection): Promise<void> {
    if (!this.commanding) return;
    const newest = this.ordering.begin();
    this.refused = null;
    try {
      const proposals = await this.propose([hex], pieces);
      if (!newest()) return;
      this.proposals = proposals;
      const open = proposals.find((one) => one.action !== null);
      if (open) await this.follow(open);
      else
        this.refuse(
          hex,
          proposals.flatMap((one) => one.refusals),
        );
    } catch (error) {
      if (newest()) this.say(error, hex);
    }
  }

  /** Do what was proposed, or weigh it first where that is due. */
  async follow(proposal: Proposal): Promise<void> {
    if (proposal.action === null) return;
    if (proposal.weighed) {
      await this.weigh(proposal.action);
      return;
    }
    if (!(await this.act(proposal.action))) return;
    const spent = this.selection.every((id) => !this.ranks.counters.get(id)?.movable);
    if (spent) this.choose([]);
  }

  private refuse(hex: string, reasons: readonly Reason[]): void {
    const once = reasons.filter(
      (one, i) => reasons.findIndex((other) => other.text === one.text) === i,
    );
    this.refused = { hex, reasons: once };
    const rule = once[0]?.rule;
    if (rule !== undefined) this.happen({ refused: rule });
  }

  /** Say why the chosen cannot go to a hex, without ordering it. */
  async whyNot(hex: string): Promise<void> {
    if (!this.commanding || this.selection.length === 0) return;
    const newest = this.ordering.begin();
    try {
      const proposals = await this.propose([hex]);
      if (!newest() || this.hover !== hex) return;
      if (proposals.every((one) => one.action === null)) {
        this.refuse(
          hex,
          proposals.flatMap((one) => one.refusals),
        );
      }
    } catch {
      // a hint that does not come is no trouble
    }
  }

  /** Weigh an action before it is done. */
  async weigh(action: Action): Promise<void> {
    const newest = this.weighed.begin();
    try {
      const weighing = await this.server.weigh(action);
      if (!newest()) return;
      this.weighing = weighing;
      this.happen({ weighed: weighing.action });
    } catch (error) {
      if (newest()) this.say(error);
    }
  }

  unweigh(): void {
    this.weighed.drop();
    this.weighing = null;
  }

  /** Do what is being weighed. */
  async commit(): Promise<void> {
    const action = this.weighing?.action;
    if (!action) return;
    if (await this.act(action)) this.clear();
  }

  // ---- doing

  /** Play an action; sent until it is heard, and carried out once. */
  async act(action: Action, asked: Asked | null = this.question ?? this.phase): Promise<boolean> {
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.act(action, asked?.id ?? null, key);
    });
    if (!done) return false;
    this.redoing.did(action, done.moment);
    this.redoable = false;
    await this.follows({ action });
    return true;
  }

  /** Take back the last thing one did, if nothing was learned from it. */
  async undo(): Promise<boolean> {
    const before = this.present?.moment ?? 0;
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.undo(key);
    });
    if (!done) return false;
    this.redoing.tookBack(before, done.moment);
    this.redoable = this.redoing.next !== null;
    this.clear();
    await this.follows({ undone: true });
    return true;
  }

  /** Do again what was taken back. */
  async redo(): Promise<boolean> {
    const action = this.redoing.next;
    if (!action) return false;
    const asked = this.question ?? this.phase;
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.act(action, asked?.id ?? null, key);
    });
    if (!done) {
      this.redoing.forget();
      this.redoable = false;
      return false;
    }
    this.redoing.didAgain(done.moment);
    this.redoable = this.redoing.next !== null;
    await this.refresh();
    return true;
  }

  /** Leave standing answers, by the name of a question. */
  async instruct(rules: Record<string, string>): Promise<boolean> {
    const done = await this.wish(() => {
      const key = newKey();
      return () => this.server.instruct(rules, key);
    });
    if (done) await this.refresh();
    return done !== null;
  }

  /** Answer the question that interrupts; `always`: and leave that as a standing answer. */
  async answer(choice: Choice, always = false): Promise<void> {
    const asked = this.question;
    if (!asked) return;
    const done = await this.act(choice.action, asked);
    if (done && always && choice.name) await this.instruct({ [asked.name]: choice.name });
  }

  /** Answer it as it was put together, or else as is usual. */
  async answerUsual(): Promise<void> {
    const asked = this.question;
    const action = this.inquiry?.draft ?? asked?.default;
    if (asked && action) await this.act(action, asked);
  }

  /** End the phase. */
  async endPhase(): Promise<void> {
    if (this.ending) await this.act({ do: this.ending.do }, this.phase);
  }

  /** Offers, and what ends a game beside its rules: asked once, told when it failed. */
  async offer<T>(wish: (server: TableServer) => Promise<T>): Promise<T | null> {
    try {
      const answer = await wish(this.server);
      await this.refresh();
      return answer;
    } catch (error) {
      this.say(error);
      return null;
    }
  }

  /** What follows from something one did: the table as it is then, and one happening of it all. */
  private async follows(happened: Happened): Promise<void> {
    this.acting = true;
    try {
      await this.refresh();
    } finally {
      this.acting = false;
    }
    this.happen(happened);
  }

  /** Something happened, in the phase and before the question that there are now. */
  private happen(what: Happened): void {
    const phase = this.present?.headline.phase;
    const asked = this.asked[0]?.name;
    this.happened = {
      ...(phase === undefined ? {} : { phase }),
      ...(asked === undefined ? {} : { asked }),
      ...what,
    };
  }

  private async wish<T>(make: () => () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.refused = null;
    try {
      return await untilHeard(make(), {
        alive: () => !this.closed,
        sleep: (milliseconds) => this.nap.sleep(milliseconds),
        onwait: () => (this.waiting = true),
      });
    } catch (error) {
      if (!this.closed) {
        this.say(error);
        if (isTrouble(error, 'stale', 'conflict')) await this.refresh();
      }
      return null;
    } finally {
      this.busy = false;
      this.waiting = false;
    }
  }

  // ---- going round

  /** The next thing that is owed; its hexes, for the camera. */
  nextOwed(step: 1 | -1 = 1): readonly string[] {
    const before = this.owed[this.owedShown] ?? null;
    this.owedShown = cycled(this.owed.length, placeOf(this.owed, before), step);
    const owed = this.owed[this.owedShown];
    if (!owed) return [];
    const pieces = owed.pieces.filter((id) => this.ranks.own(id));
    if (pieces.length) this.choose(pieces);
    const hexes = owed.hexes.length ? owed.hexes : hexesOf(owed.pieces, this.ranks);
    this.lastHex = hexes[0] ?? this.lastHex;
    return hexes;
  }

  /** The next counters that can still act; their hex, for the camera. */
  nextAble(step: 1 | -1 = 1): string | null {
    const table = this.table;
    if (!table) return null;
    const found = nextAble(table.counters, this.ranks.mine, this.lastHex, step);
    if (!found) return null;
    this.choose(found.pieces, true);
    this.lastHex = found.hex;
    return found.hex;
  }

  // ---- telling

  /** Tell of a trouble: at the hex where the order was given, or at the edge of the screen. */
  say(error: unknown, hex: string | null = null): void {
    if (this.closed) return;
    if (!isTrouble(error)) throw error;
    const rule = error.rule ?? error.refusals[0]?.rule;
    if (rule !== undefined && rule !== null) this.happen({ refused: rule });
    if (hex !== null && error.refusals.length) {
      this.refuse(hex, error.refusals);
      return;
    }
    this.tell(error);
  }
}

/** Whether a choice is for just these counters where they stand; the others are made on the map. */
export function onTheSpot(
  choice: Choice,
  pieces: readonly string[],
  hexes: readonly string[],
): boolean {
  return (
    pieces.every((id) => choice.pieces.includes(id)) &&
    choice.hexes.every((hex) => hexes.includes(hex))
  );
}
