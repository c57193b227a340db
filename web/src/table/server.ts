/** What the table page asks of the server from one seat, and nothing else does. */

import { isTrouble, leave, request } from '../api/client';
import type {
  Ahead,
  AnsweredOverture,
  BoardPlan,
  Boxes,
  Briefing,
  CarriedOut,
  Company,
  Budget,
  Calendar,
  Coached,
  ActionCards,
  Composition,
  DeedRows,
  TimeLeft,
  Ended,
  Forces,
  GameCard,
  HexNote,
  Intents,
  Lesson,
  Mendable,
  NotePad,
  Overlay,
  PieceNote,
  Playback,
  Done,
  OrderCards,
  Reach,
  Reasons,
  Reviewed,
  RuleCard,
  Said,
  Shared,
  Shelf,
  Stakes,
  Statistics,
  Story,
  Stretch,
  TableSheets,
  TableTop,
  Weighing,
} from '../api/schema';
import { type Listener, Stream } from '../api/stream';
import { type DiceReport, Keeper, type Wrong } from '../dice/keeper';
import type { Stroke } from '../orders/inquiry.svelte';
import type { Manned } from '../trying/manning';
import { Abreast, type Holding } from './abreast';
import type { Action } from './action';
import { parted } from '../api/parting';

export interface Asking {
  do?: string | undefined;
  piece?: string | undefined;
  hex?: string | undefined;
}

/** Counters in hand, where they stand, and a hex besides for what names no counter. */
export interface Hand {
  pieces: readonly string[];
  hexes: readonly string[];
  about?: string | undefined;
  /** Whether each is meant by itself. */
  each?: boolean;
}

/** Everything that can be asked; a test puts its own in its place. */
export interface TableServer {
  game(): Promise<GameCard>;
  board(): Promise<BoardPlan>;
  map(scheme: string, edition?: string): string;
  table(moment?: number): Promise<TableTop>;
  story(since: number): Promise<Story>;
  /** The steps after `since`, or since one's own last turn; `start`: with the table before them. */
  playback(since: number | null, start: boolean): Promise<Playback>;
  reach(pieces: readonly string[]): Promise<Reach>;
  orders(pieces: readonly string[], hexes: readonly string[]): Promise<OrderCards>;
  weigh(action: Action): Promise<Weighing>;
  choices(asking: Asking): Promise<ActionCards>;
  /** What counters can do where they stand, kind by kind. */
  menu(hand: Hand): Promise<DeedRows>;
  /** What many counters could do, each for itself, where they stand or towards a hex. */
  company(pieces: readonly string[], to?: string): Promise<Company>;
  /** The next step of an answer to a question, or of one kind of order in a phase. */
  compose(at: string, stroke: Stroke, kind?: string): Promise<Composition>;
  why(action: Action, at: string): Promise<Reasons>;
  hex(hex: string): Promise<HexNote>;
  piece(piece: string): Promise<PieceNote>;
  overlay(id: string): Promise<Overlay>;
  forces(): Promise<Forces>;
  budget(): Promise<Budget>;
  /** Boxes beside the map, and who lies in their compartments. */
  boxes(): Promise<Boxes>;
  /** One's own phases that are still to come in the turn. */
  coming(): Promise<Ahead>;
  calendar(): Promise<Calendar>;
  briefing(): Promise<Briefing>;
  /** What programs were about in a turn; without one, in the last that can be read. */
  intents(turn: number | null): Promise<Intents>;
  /** The chances of a side from turn to turn, when the game is over or one plays alone. */
  coach(side: string): Promise<Coached>;
  /** One of its turns rehearsed again. */
  coachedTurn(side: string, number: number): Promise<Reviewed>;
  terms(): Promise<Stakes>;
  statistics(): Promise<Statistics>;
  notes(): Promise<NotePad>;
  keepNotes(text: string): Promise<unknown>;
  tables(system: string): Promise<TableSheets>;
  rule(system: string, rule: string): Promise<RuleCard>;
  lesson(scenario: string): Promise<Lesson>;
  clocks(): Promise<TimeLeft>;
  events(since: number): Promise<Stretch>;
  seen(seq: number): Promise<unknown>;
  /** `chosen`: the counters in hand, whose ways are asked for next. */
  act(action: Action, at: string | null, key: string, chosen?: readonly string[]): Promise<Done>;
  undo(key: string): Promise<Done>;
  /** Whose secrets the dice come from, and what was checked of them on this machine. */
  dice(): Promise<DiceReport>;
  beginAgain(moment: number, key: string): Promise<Done>;
  instruct(rules: Record<string, string>, key: string): Promise<Done>;
  /** Let one's staff propose the orders of the phase. */
  /** Have the program that thinks now move. */
  moveNow(): Promise<unknown>;
  deputize(player: string): Promise<unknown>;
  /** Take command again. */
  relieve(): Promise<unknown>;
  /** What was mended in the scenario since the game began. */
  mendable(): Promise<Mendable>;
  mend(to: string, key: string): Promise<Done>;
  takeBack(reason: string): Promise<AnsweredOverture>;
  draw(): Promise<AnsweredOverture>;
  rematch(swap: boolean): Promise<AnsweredOverture>;
  answer(offer: number, agree: boolean): Promise<AnsweredOverture>;
  resign(): Promise<Ended>;
  adjudicate(winner: string | null, reason: string): Promise<Ended>;
  branch(moment: number | null, wish?: Manned): Promise<GameCard>;
  branchTogether(moment: number | null): Promise<AnsweredOverture>;
  shelf(): Promise<Shelf>;
  share(): Promise<Shared>;
  say(text: string, toSide: boolean): Promise<Said>;
  listen(listener: Listener, since: number): { close(): void };
}

const MOST_EVENTS = 2000;

/** What is to be carried out, under the client's own name for it. */
type Wish = Record<string, unknown> & { key: string };

function query(parts: Record<string, string | number | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  const written = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return written ? `?${written}` : '';
}

/** The server as one seat of a game asks it; `alarm` is told if its dice are not as it promised. */
export function serverFor(game: string, seat: string, alarm?: (wrong: Wrong) => void): TableServer {
  const at = `/seats/${seat}`;
  const get = <T>(path: string) => request<T>('GET', path);
  const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);
  const abreast = new Abreast({
    table: () => get(`${at}/table`),
    fresh: (has) => post(`${at}/fresh`, has),
    story: (since) => get(`${at}/story${query({ since })}`),
    reach: (pieces) => post(`${at}/reach`, { pieces }),
    menu: (hand) => post(`${at}/menu`, hand),
    piece: (piece) => get(`${at}/pieces/${encodeURIComponent(piece)}`),
    hex: (hex) => get(`${at}/hexes/${encodeURIComponent(hex)}`),
  });
  const keeper = new Keeper(
    {
      pact: () => get(`${at}/pact`),
      pledge: (live, escrow) => post(`${at}/pact`, { live, escrow }),
      receipts: () => get(`${at}/receipts`),
    },
    `grognard.dice.${game}.${seat}`,
    alarm,
  );
  /** Send a wish with the link that goes with it. */
  const linked = async (path: string, body: Wish, has: Holding): Promise<CarriedOut> => {
    const link = await keeper.link(body.key);
    const more = link === null ? {} : { link };
    const done = await post<CarriedOut>(`${at}/${path}`, { ...body, ...more, has });
    keeper.heard(body.key, done.proof);
    return done;
  };
  /** What is carried out: it says what the page has, and brings what is new. */
  const carried = (path: string, body: Wish, chosen: readonly string[] = []) =>
    abreast.carry(async (has) => {
      try {
        return await linked(path, body, has);
      } catch (error) {
        if (!isTrouble(error, 'impossible') || !(await keeper.again(body.key))) throw error;
        return linked(path, body, has);
      }
    }, chosen);
  const table = async (): Promise<TableTop> => {
    const found = await abreast.table();
    void keeper.turned(found.headline.turn);
    return found;
  };
  return {
    game: () => get(`/games/${game}`),
    board: () => get(`${at}/board`),
    map: (scheme, edition) => `/api/v1${at}/map.svg${query({ scheme, edition })}`,
    table: (moment) => (moment === undefined ? table() : get(`${at}/table${query({ moment })}`)),
    story: (since) => abreast.story(since),
    playback: (since, start) =>
      get(`${at}/playback${query({ since: since ?? undefined, start: start ? 1 : undefined })}`),
    reach: (pieces) => abreast.reach(pieces),
    orders: (pieces, hexes) => post(`${at}/orders`, { pieces, hexes }),
    weigh: (action) => post(`${at}/weigh`, { action }),
    choices: (asking) => get(`${at}/choices${query({ ...asking })}`),
    menu: (hand) => abreast.menu(hand),
    company: (pieces, to) => post(`${at}/company`, to === undefined ? { pieces } : { pieces, to }),
    compose: (asked, stroke, kind = '') =>
      post(`${at}/compose`, { at: asked, do: kind, ...stroke }),
    why: (action, asked) => post(`${at}/why`, { action, at: asked }),
    hex: (hex) => abreast.hex(hex),
    piece: (piece) => abreast.piece(piece),
    overlay: (id) => get(`${at}/overlays/${encodeURIComponent(id)}`),
    forces: () => get(`${at}/forces`),
    budget: () => get(`${at}/budget`),
    boxes: () => get(`${at}/boxes`),
    coming: () => get(`${at}/coming`),
    calendar: () => get(`${at}/calendar`),
    briefing: () => get(`${at}/briefing`),
    intents: (turn) => get(`${at}/intents${query({ turn: turn ?? undefined })}`),
    terms: () => get(`${at}/terms`),
    statistics: () => get(`${at}/statistics`),
    coach: (side) => get(`${at}/coach${query({ side })}`),
    coachedTurn: (side, number) => get(`${at}/coach/${number}${query({ side })}`),
    notes: () => get(`${at}/notes`),
    keepNotes: (text) => request('PUT', `${at}/notes`, { text }),
    tables: (system) => get(`/systems/${system}/tables`),
    rule: (system, rule) => get(`/systems/${system}/rules/${encodeURIComponent(rule)}`),
    lesson: (scenario) => get(`/scenarios/${scenario}/lesson`),
    clocks: () => get(`/games/${game}/clocks`),
    events: (since) => get(`${at}/events${query({ since, limit: MOST_EVENTS })}`),
    seen: (seq) => parted(leave(`${at}/seen`, { seq })),
    act: (action, asked, key, chosen) =>
      carried('act', asked === null ? { action, key } : { action, at: asked, key }, chosen),
    undo: (key) => carried('undo', { key }),
    dice: () => keeper.report(),
    beginAgain: (moment, key) => post(`${at}/begin-again`, { moment, key }),
    instruct: (rules, key) => carried('instruct', { rules, key }),
    deputize: (player) => post(`${at}/deputy`, { player }),
    moveNow: () => post(`${at}/move-now`),
    relieve: () => request('DELETE', `${at}/deputy`),
    mendable: () => get(`${at}/mend`),
    mend: (to, key) => post(`${at}/mend`, { to, key }),
    takeBack: (reason) => post(`${at}/take-back`, { reason }),
    draw: () => post(`${at}/draw`),
    rematch: (swap) => post(`${at}/rematch`, { swap }),
    answer: (offer, agree) => post(`${at}/offers/${offer}`, { agree }),
    resign: () => post(`${at}/resign`),
    adjudicate: (winner, reason) => post(`${at}/adjudicate`, { winner, reason }),
    branch: (moment, wish) =>
      post(`${at}/branch`, { ...wish, ...(moment === null ? {} : { moment }) }),
    branchTogether: (moment) => post(`${at}/branch-together`, moment === null ? {} : { moment }),
    shelf: () => get('/shelf'),
    share: () => post(`${at}/share`),
    say: (text, to_side) => post(`${at}/say`, { text, to_side }),
    listen: (listener, since) =>
      new Stream(game, seat, abreast.hearing(listener), { since, views: false }),
  };
}
