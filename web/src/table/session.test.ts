import { describe, expect, test, vi } from 'vitest';

import { Trouble } from '../api/client';
import type {
  Asked,
  BoardPlan,
  ActionCard,
  GameCard,
  OrderCard,
  Story,
  TableTop,
  TaleLine,
} from '../api/schema';
import type { Listener } from '../api/stream';
import { table } from './sample';
import type { TableServer } from './server';
import { onTheSpot } from './choosing.svelte';
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

const movement: Asked = {
  id: '5.0',
  name: 'movement',
  prompt: 'move',
  rule: '1',
  phase: true,
  deeds: [{ do: 'end', title: 'End', rule: '2', ends: true }],
  default: null,
  choices: [],
  more: true,
  hexes: [],
  pieces: [],
  sums: [],
  hint: '',
};

const line = (seq: number): TaleLine => ({
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

const proposal = (more: Partial<OrderCard>): OrderCard => ({
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

const trouble = (error: string, status: number) =>
  new Trouble({ error, detail: error, rule: null, would_be_right: null, refusals: [] }, status);

function laid(tables: TableTop[] = [table({ asked: [movement] })]) {
  let listener: Listener = {};
  const closing = vi.fn();
  const now = { at: 0 };
  const server = {
    game: vi.fn().mockResolvedValue(game),
    board: vi.fn().mockResolvedValue(board),
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

describe('keeping up', () => {
  test('the table, the story and the seat are there when it is ready', async () => {
    const { session, server } = laid();
    await session.open();
    expect(session.status).toBe('ready');
    expect(session.chronicle.story.map((one) => one.seq)).toEqual([7, 9]);
    expect(session.seat?.side).toBe('blue');
    expect(session.phase?.id).toBe('5.0');
    expect(server.listen.mock.calls[0]?.[1 as never]).toBe(9);
  });

  test('news that the table has already are not asked for again', async () => {
    const { session, server, heard } = laid();
    await session.open();
    heard().onposition?.({ moment: 5, seq: 9, over: false } as never);
    heard().onnews?.([{ type: 'event', seq: 9, event: {} as never }], 9, 5);
    expect(server.table).toHaveBeenCalledTimes(1);
    heard().onnews?.([{ type: 'event', seq: 10, event: {} as never }], 10, 6);
    await vi.waitFor(() => expect(server.table).toHaveBeenCalledTimes(2));
  });

  test('what was taken back leaves the story, and what counts now comes in', async () => {
    const { session, server, heard } = laid();
    await session.open();
    server.story.mockImplementation((since: number) =>
      Promise.resolve({
        since,
        seq: 11,
        more: false,
        lines: [line(11)].filter((one) => one.seq > since),
      }),
    );
    heard().onnews?.([{ type: 'taken-back', seq: 10, to: 8 }], 10, 6);
    await vi.waitFor(() => expect(session.chronicle.story.map((one) => one.seq)).toEqual([7, 11]));
    expect(server.story).toHaveBeenLastCalledWith(8);
  });

  test('a closed session keeps nothing that was seen', async () => {
    const { session, closing } = laid();
    await session.open();
    session.choose(['b1']);
    session.close();
    expect(closing).toHaveBeenCalled();
    expect([session.present, session.chronicle.story, session.selection, session.reach]).toEqual([
      null,
      [],
      [],
      null,
    ]);
  });

  test('a table that cannot be opened says why', async () => {
    const { session, server } = laid();
    server.table.mockRejectedValue(trouble('not-found', 404));
    await session.open();
    expect(session.status).toBe('failed');
    expect(session.trouble?.kind).toBe('not-found');
  });
});

describe('orders', () => {
  test('choosing asks for the reach, and only the last choice counts', async () => {
    const { session, server } = laid();
    await session.open();
    session.choose(['b1']);
    session.choose(['b3']);
    await vi.waitFor(() => expect(session.reach).not.toBeNull());
    expect(server.reach).toHaveBeenLastCalledWith(['b3']);
    session.hover = '0103';
    expect(session.path).toEqual(['0102', '0103']);
  });

  test('an order that would strand somebody is carried out when it is given again', async () => {
    const { session, server } = laid();
    await session.open();
    session.choose(['b1']);
    const warned = proposal({
      action: { do: 'move' },
      path: ['0102', '0103'],
      warnings: ['b1 would have no trace there [12.6]'],
    });
    server.orders.mockResolvedValue({ proposals: [warned] });
    await session.order('0103');
    expect(session.caution).toEqual({ hex: '0103', proposal: warned });
    expect(server.act).not.toHaveBeenCalled();
    session.caution = null;
    await session.order('0103');
    expect(server.act).not.toHaveBeenCalled();
    await session.order('0103');
    expect(server.act).toHaveBeenCalledOnce();
    expect(session.caution).toBeNull();
  });

  test('a warning is forgotten when others are chosen', async () => {
    const { session, server } = laid();
    await session.open();
    session.choose(['b1']);
    const warnings = ['no trace [12.6]'];
    server.orders.mockResolvedValue({
      proposals: [proposal({ action: { do: 'move' }, warnings })],
    });
    await session.order('0103');
    expect(session.caution?.hex).toBe('0103');
    session.choose(['b3']);
    expect(session.caution).toBeNull();
  });

  test('of a stack that cannot go together those are chosen who can go at all', async () => {
    const both = table({
      asked: [movement],
      counters: table().counters.map((one) => ({ ...one, movable: true })),
    });
    const { session, server } = laid([both]);
    await session.open();
    const nowhere = {
      cells: [],
      zones: [],
      stops: [],
      refusals: [{ rule: '6', text: 'deployed' }],
    };
    const somewhere = { ...nowhere, cells: [{ hex: '0102', cost: '1', before: '0101' }] };
    server.reach.mockImplementation((ids: string[]) =>
      Promise.resolve(ids.length === 1 && ids[0] === 'b2' ? somewhere : nowhere),
    );
    session.pickHex('0101', 'only');
    await vi.waitFor(() => expect(session.selection).toEqual(['b2']));
    await vi.waitFor(() => expect(session.reach?.cells).toHaveLength(1));
    session.choose(['b1', 'b2']);
    await vi.waitFor(() => expect(session.reach?.refusals).toHaveLength(1));
    expect(session.selection).toEqual(['b1', 'b2']);
  });

  test('an enemy that is looked at has no reach', async () => {
    const { session, server } = laid();
    await session.open();
    session.choose(['r1']);
    expect(server.reach).not.toHaveBeenCalled();
  });

  test('an order that is open is done at once', async () => {
    const { session, server } = laid();
    await session.open();
    const action = { do: 'move', units: ['b3'], path: ['0103'] };
    server.orders.mockResolvedValue({ proposals: [proposal({ action })] });
    session.choose(['b3']);
    await session.order('0103');
    expect(server.act).toHaveBeenCalledWith(action, '5.0', expect.any(String));
  });

  test('an order that is to be weighed is weighed, and done when it is confirmed', async () => {
    const { session, server } = laid();
    await session.open();
    const action = { do: 'attack', units: ['b3'], targets: ['0104'] };
    server.orders.mockResolvedValue({ proposals: [proposal({ action, weighed: true })] });
    server.weigh.mockResolvedValue({ action, extras: [] });
    await session.order('0104', []);
    expect(server.act).not.toHaveBeenCalled();
    expect(session.weighing?.action).toBe(action);
    await session.commit();
    expect(server.act).toHaveBeenCalledWith(action, '5.0', expect.any(String));
    expect(session.weighing).toBeNull();
  });

  test('an order that is refused says why, each reason once, at its hex', async () => {
    const { session, server } = laid();
    await session.open();
    const refusals = [
      { rule: '4.2.1', text: 'a zone' },
      { rule: '4.2.1', text: 'a zone' },
    ];
    server.orders.mockResolvedValue({ proposals: [proposal({ refusals })] });
    session.choose(['b3']);
    await session.order('0103');
    expect(session.refused).toEqual({ hex: '0103', reasons: [refusals[0]] });
    expect(session.happened.refused).toBe('4.2.1');
  });

  test('who only looks on gives no orders', async () => {
    const { session, server } = laid([table({ asked: [] })]);
    await session.open();
    await session.order('0103', ['b3']);
    expect(server.orders).not.toHaveBeenCalled();
  });
});

describe('doing', () => {
  test('a wish that was lost on the way is sent again under the same key', async () => {
    vi.useFakeTimers();
    const { session, server } = laid();
    await session.open();
    server.act.mockRejectedValueOnce(trouble('unreachable', 0));
    const done = session.act({ do: 'end' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toBe(true);
    const keys = server.act.mock.calls.map((call) => call[2] as string);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    vi.useRealTimers();
  });

  test('a stale answer is told, and the table looked at again', async () => {
    const { session, server, told } = laid();
    await session.open();
    server.act.mockRejectedValue(trouble('stale', 409));
    expect(await session.act({ do: 'end' })).toBe(false);
    expect(told).toHaveBeenCalledOnce();
    expect(server.table).toHaveBeenCalledTimes(2);
    expect(session.busy).toBe(false);
  });

  test('what was taken back can be done again, until something else is done', async () => {
    const { session, server, now } = laid([
      table({ asked: [movement] }),
      table({ asked: [movement], moment: 6 }),
      table({ asked: [movement], moment: 7 }),
    ]);
    await session.open();
    now.at = 1;
    await session.act({ do: 'move', units: ['b1'] });
    now.at = 2;
    await session.undo();
    expect(session.redoable).toBe(true);
    server.act.mockResolvedValue({ since: 9, seq: 12, moment: 8, events: [] });
    await session.redo();
    expect(server.act).toHaveBeenLastCalledWith(
      { do: 'move', units: ['b1'] },
      '5.0',
      expect.any(String),
    );
    expect(session.redoable).toBe(false);
  });

  test('one happening for what was done, with the phase it led to', async () => {
    const later = table({ asked: [], moment: 6 });
    later.headline.phase = 'Attack';
    const { session, now } = laid([table({ asked: [movement] }), later]);
    await session.open();
    now.at = 1;
    await session.act({ do: 'end' });
    expect(session.happened).toMatchObject({ action: { do: 'end' }, phase: 'Attack' });
  });
});

test('looking back takes no orders and ends at the present', async () => {
  const { session } = laid([table({ asked: [movement], last: 5 })]);
  await session.open();
  await session.lookAt(2);
  expect(session.table?.moment).toBe(2);
  expect(session.commanding).toBe(false);
  await session.lookAt(null);
  expect(session.table?.moment).toBe(5);
  expect(session.commanding).toBe(true);
});

test('what is owed is gone round, and who can act', async () => {
  const owed = [
    { text: 'a', rule: '', hexes: ['0104'], pieces: [], must: true },
    { text: 'b', rule: '', hexes: [], pieces: ['b3'], must: false },
  ];
  const { session } = laid([table({ asked: [movement], owed })]);
  await session.open();
  expect(session.nextOwed()).toEqual(['0104']);
  expect(session.nextOwed()).toEqual(['0102']);
  expect(session.selection).toEqual(['b3']);
  expect(session.nextOwed()).toEqual(['0104']);
  session.clear();
  expect(session.nextAble()).toBe('0101');
});

test('a choice on the spot is for all the chosen, where they stand', () => {
  const dig = {
    action: {},
    text: '',
    name: '',
    hexes: ['0101'],
    pieces: ['b1', 'b2'],
    weighed: false,
  };
  expect(onTheSpot(dig, ['b1'], ['0101'])).toBe(true);
  expect(onTheSpot(dig, ['b3'], ['0101'])).toBe(false);
  expect(onTheSpot({ ...dig, hexes: ['0109'] }, ['b1'], ['0101'])).toBe(false);
});

describe('deeds beside the map', () => {
  const deed = (text: string, more: Partial<ActionCard> = {}): ActionCard => ({
    action: { do: text },
    text,
    name: '',
    hexes: [],
    pieces: [],
    weighed: false,
    ...more,
  });

  test('what is dear is weighed first, the rest is done at once', async () => {
    const { session, server } = laid();
    await session.open();
    server.weigh.mockResolvedValue({ action: { do: 'build' }, column: '' });
    await session.undertake(deed('build', { weighed: true }));
    expect(server.weigh).toHaveBeenCalledWith({ do: 'build' });
    expect(server.act).not.toHaveBeenCalled();
    await session.undertake(deed('turn'));
    expect(server.act.mock.calls[0]?.[0 as never]).toEqual({ do: 'turn' });
  });

  test('several who are chosen are asked what they can do together', async () => {
    const { session, server } = laid();
    await session.open();
    server.orders.mockResolvedValue({
      proposals: [proposal({ title: 'Turn', action: { do: 'turn', units: ['b1', 'b2'] } })],
    });
    session.choose(['b1', 'b2']);
    await vi.waitFor(() => expect(session.deeds.map((one) => one.text)).toEqual(['Turn']));
    expect(server.orders).toHaveBeenCalledWith(['b1', 'b2'], []);
  });

  test('what has come is placed where it may be, with somebody there or without', async () => {
    const owed = [{ text: 'a', rule: '', hexes: ['0102'], pieces: [], must: false }];
    const { session, server } = laid([table({ asked: [movement], owed })]);
    await session.open();
    server.choices.mockImplementation(({ hex }: { hex?: string }) =>
      Promise.resolve({ choices: hex ? [deed('place', { hexes: [hex] })] : [], more: false }),
    );
    await session.about('0102');
    expect(session.deeds.map((one) => one.text)).toEqual(['place']);
    session.clear();
    session.choose(['b3']);
    await vi.waitFor(() => expect(session.deeds.map((one) => one.text)).toEqual(['place']));
    expect([session.owing('0102'), session.owing('0103')]).toEqual([true, false]);
  });
});
