/** A table as a test lays it: a server that answers, and a session at it. */

import { vi } from 'vitest';

import { Trouble } from '../api/client';
import type {
  Asked,
  BoardPlan,
  GameCard,
  OrderCard,
  Story,
  TableTop,
  TaleLine,
} from '../api/schema';
import type { Listener } from '../api/stream';
import { composition, table } from './sample';
import type { TableServer } from './server';
import { Session } from './session.svelte';

const board: BoardPlan = {
  name: 'toy',
  orientation: 'pointy',
  size: 10,
  box: [0, 0, 100, 20],
  labels: ['0101', '0102', '0103', '0104', '0105'],
  x: [10, 27, 44, 61, 78],
  y: [10, 10, 10, 10, 10],
  terrain: [0, 0, 0, 0, 0],
  neighbours: Array.from({ length: 30 }, () => -1),
  grounds: [],
  places: [],
  boxes: [],
  credits: [],
};

const game = {
  id: 'g',
  system: 'toy',
  scenario: 'toy/one',
  over: false,
  waiting_for: ['blue'],
  seats: [{ id: 's', role: 'player', side: 'blue', mine: true }],
} as unknown as GameCard;

export const movement: Asked = {
  id: '5.0',
  name: 'movement',
  prompt: 'move',
  rule: '1',
  phase: true,
  deeds: [{ do: 'end', title: 'End', rule: '2', ends: true, by_card: false }],
  default: null,
  choices: [],
  more: true,
  hexes: [],
  pieces: [],
  sums: [],
  hint: '',
  about: '',
  idle: false,
};

export const line = (seq: number): TaleLine => ({
  seq,
  moment: seq,
  turn: 1,
  phase: 'Movement',
  side: 'blue',
  text: `line ${seq}`,
  rule: '',
  dice: [],
  loud: false,
  hexes: [],
  pieces: [],
  sums: [],
});

export const proposal = (more: Partial<OrderCard>): OrderCard => ({
  do: 'move',
  title: 'Move',
  action: null,
  path: [],
  sums: [],
  refusals: [],
  weighed: false,
  warnings: [],
  ...more,
});

export const trouble = (error: string, status: number) =>
  new Trouble({ error, detail: error, rule: null, would_be_right: null, refusals: [] }, status);

export function laid(tables: TableTop[] = [table({ asked: [movement] })]) {
  let listener: Listener = {};
  const closing = vi.fn();
  const now = { at: 0 };
  const server = {
    game: vi.fn().mockResolvedValue(game),
    board: vi.fn().mockResolvedValue(board),
    map: vi.fn(
      (scheme: string, edition?: string) => `/map.svg?scheme=${scheme}&edition=${edition}`,
    ),
    table: vi.fn((moment?: number) =>
      Promise.resolve(
        moment === undefined ? tables[Math.min(now.at, tables.length - 1)] : table({ moment }),
      ),
    ),
    story: vi.fn((since: number): Promise<Story> =>
      Promise.resolve({
        since,
        seq: 9,
        more: false,
        lines: [line(7), line(9)].filter((one) => one.seq > since),
      }),
    ),
    reach: vi.fn().mockResolvedValue({
      cells: [{ hex: '0103', cost: '1', before: '0102' }],
      zones: [],
      stops: [],
      refusals: [],
    }),
    choices: vi.fn().mockResolvedValue({ choices: [], more: false }),
    menu: vi.fn().mockResolvedValue({ rows: [] }),
    compose: vi.fn().mockResolvedValue(composition()),
    orders: vi.fn().mockResolvedValue({ proposals: [] }),
    weigh: vi.fn(),
    act: vi.fn().mockResolvedValue({ since: 9, seq: 10, moment: 6, events: [] }),
    undo: vi.fn().mockResolvedValue({ since: 9, seq: 10, moment: 7, events: [] }),
    overlay: vi.fn(),
    seen: vi.fn().mockResolvedValue(undefined),
    listen: vi.fn((heard: Listener) => {
      listener = heard;
      return { close: closing };
    }),
  };
  const told = vi.fn();
  const session = new Session(server as unknown as TableServer, 's', told);
  return { session, server, told, closing, now, heard: () => listener };
}
