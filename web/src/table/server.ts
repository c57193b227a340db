/** What the table page asks of the server from one seat, and nothing else does. */

import { request } from '../api/client';
import type {
  AnsweredOverture,
  BoardPlan,
  Budget,
  Calendar,
  ActionCards,
  TimeLeft,
  Ended,
  Forces,
  GameCard,
  HexNote,
  Lesson,
  NotePad,
  Overlay,
  PieceNote,
  Played,
  OrderCards,
  Reach,
  Reasons,
  RuleCard,
  Said,
  Shared,
  Shelf,
  Statistics,
  Story,
  Stretch,
  TableSheets,
  TableTop,
  Weighing,
} from '../api/schema';
import { type Listener, Stream } from '../api/stream';
import type { Action } from './action';

export interface Asking {
  do?: string | undefined;
  piece?: string | undefined;
  hex?: string | undefined;
}

/** Everything that can be asked; a test puts its own in its place. */
export interface TableServer {
  game(): Promise<GameCard>;
  board(): Promise<BoardPlan>;
  map(scheme: string): string;
  table(moment?: number): Promise<TableTop>;
  story(since: number): Promise<Story>;
  reach(pieces: readonly string[]): Promise<Reach>;
  orders(pieces: readonly string[], hexes: readonly string[]): Promise<OrderCards>;
  weigh(action: Action): Promise<Weighing>;
  choices(asking: Asking): Promise<ActionCards>;
  why(action: Action, at: string): Promise<Reasons>;
  hex(hex: string): Promise<HexNote>;
  piece(piece: string): Promise<PieceNote>;
  overlay(id: string): Promise<Overlay>;
  forces(): Promise<Forces>;
  budget(): Promise<Budget>;
  calendar(): Promise<Calendar>;
  statistics(): Promise<Statistics>;
  notes(): Promise<NotePad>;
  keepNotes(text: string): Promise<unknown>;
  tables(system: string): Promise<TableSheets>;
  rule(system: string, rule: string): Promise<RuleCard>;
  lesson(scenario: string): Promise<Lesson>;
  clocks(): Promise<TimeLeft>;
  events(since: number): Promise<Stretch>;
  seen(seq: number): Promise<unknown>;
  act(action: Action, at: string | null, key: string): Promise<Played>;
  undo(key: string): Promise<Played>;
  instruct(rules: Record<string, string>, key: string): Promise<Played>;
  takeBack(reason: string): Promise<AnsweredOverture>;
  draw(): Promise<AnsweredOverture>;
  rematch(swap: boolean): Promise<AnsweredOverture>;
  answer(offer: number, agree: boolean): Promise<AnsweredOverture>;
  resign(): Promise<Ended>;
  adjudicate(winner: string | null, reason: string): Promise<Ended>;
  branch(moment: number | null): Promise<GameCard>;
  branchTogether(moment: number | null): Promise<AnsweredOverture>;
  shelf(): Promise<Shelf>;
  share(): Promise<Shared>;
  say(text: string, toSide: boolean): Promise<Said>;
  listen(listener: Listener, since: number): { close(): void };
}

const MOST_EVENTS = 2000;

function query(parts: Record<string, string | number | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  const written = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return written ? `?${written}` : '';
}

/** The server as one seat of a game asks it. */
export function serverFor(game: string, seat: string): TableServer {
  const at = `/seats/${seat}`;
  const get = <T>(path: string) => request<T>('GET', path);
  const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body);
  return {
    game: () => get(`/games/${game}`),
    board: () => get(`${at}/board`),
    map: (scheme) => `/api/v1${at}/map.svg${query({ scheme })}`,
    table: (moment) => get(`${at}/table${query({ moment })}`),
    story: (since) => get(`${at}/story${query({ since })}`),
    reach: (pieces) => post(`${at}/reach`, { pieces }),
    orders: (pieces, hexes) => post(`${at}/orders`, { pieces, hexes }),
    weigh: (action) => post(`${at}/weigh`, { action }),
    choices: (asking) => get(`${at}/choices${query({ ...asking })}`),
    why: (action, asked) => post(`${at}/why`, { action, at: asked }),
    hex: (hex) => get(`${at}/hexes/${encodeURIComponent(hex)}`),
    piece: (piece) => get(`${at}/pieces/${encodeURIComponent(piece)}`),
    overlay: (id) => get(`${at}/overlays/${encodeURIComponent(id)}`),
    forces: () => get(`${at}/forces`),
    budget: () => get(`${at}/budget`),
    calendar: () => get(`${at}/calendar`),
    statistics: () => get(`${at}/statistics`),
    notes: () => get(`${at}/notes`),
    keepNotes: (text) => request('PUT', `${at}/notes`, { text }),
    tables: (system) => get(`/systems/${system}/tables`),
    rule: (system, rule) => get(`/systems/${system}/rules/${encodeURIComponent(rule)}`),
    lesson: (scenario) => get(`/scenarios/${scenario}/lesson`),
    clocks: () => get(`/games/${game}/clocks`),
    events: (since) => get(`${at}/events${query({ since, limit: MOST_EVENTS })}`),
    seen: (seq) => post(`${at}/seen`, { seq }),
    act: (action, asked, key) =>
      post(`${at}/act`, asked === null ? { action, key } : { action, at: asked, key }),
    undo: (key) => post(`${at}/undo`, { key }),
    instruct: (rules, key) => post(`${at}/instruct`, { rules, key }),
    takeBack: (reason) => post(`${at}/take-back`, { reason }),
    draw: () => post(`${at}/draw`),
    rematch: (swap) => post(`${at}/rematch`, { swap }),
    answer: (offer, agree) => post(`${at}/offers/${offer}`, { agree }),
    resign: () => post(`${at}/resign`),
    adjudicate: (winner, reason) => post(`${at}/adjudicate`, { winner, reason }),
    branch: (moment) => post(`${at}/branch`, moment === null ? {} : { moment }),
    branchTogether: (moment) => post(`${at}/branch-together`, moment === null ? {} : { moment }),
    shelf: () => get('/shelf'),
    share: () => post(`${at}/share`),
    say: (text, to_side) => post(`${at}/say`, { text, to_side }),
    listen: (listener, since) => new Stream(game, seat, listener, { since, views: false }),
  };
}
