import { describe, expect, test, vi } from 'vitest';

import type { ActionCard, DeedRow } from '../api/schema';
import { laid, movement, proposal, trouble } from './laid.fixture';
import { Pointing } from './pointing.svelte';
import { table } from './sample';
import type { Sight } from './sight.svelte';

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

    // Whoever clicks on before that is known means them, too.
    session.clear();
    session.pickHex('0101', 'only');
    const pointing = new Pointing(session, {} as Sight, () => undefined);
    await pointing.click('0102');
    expect(server.orders).toHaveBeenLastCalledWith(['b2'], ['0102']);

    // And whoever lets go of them before has ordered nothing.
    server.orders.mockClear();
    session.pickHex('0101', 'only');
    const clicked = pointing.click('0102');
    session.clear();
    await clicked;
    expect(server.orders).not.toHaveBeenCalled();
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
    expect(server.act).toHaveBeenCalledWith(action, '5.0', expect.any(String), ['b3']);
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
    expect(server.act).toHaveBeenCalledWith(action, '5.0', expect.any(String), []);
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

test('what is owed is gone round, and who can act', async () => {
  const owed = [
    { text: 'a', rule: '', hexes: ['0104'], pieces: [], must: true, do: '' },
    { text: 'b', rule: '', hexes: [], pieces: ['b3'], must: false, do: '' },
  ];
  const { session } = laid([table({ asked: [movement], owed })]);
  await session.open();
  const go = () => {
    const stop = session.nextOwed();
    if (stop) session.takeUp(stop);
    return stop?.hexes;
  };
  expect(go()).toEqual(['0104']);
  expect(go()).toEqual(['0102']);
  expect(session.selection).toEqual(['b3']);
  expect(go()).toEqual(['0104']);
  session.clear();
  expect(session.nextAble()).toBe('0101');
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

  const row = (kind: string): DeedRow => ({
    ...{ do: kind, title: kind, rule: '', choices: [deed(kind)], more: false, sums: [] },
    ordering: null,
  });

  test('what the chosen can do where they stand is asked kind by kind', async () => {
    const { session, server } = laid();
    await session.open();
    server.menu.mockResolvedValue({ rows: [row('turn')] });
    session.choose(['b1', 'b2']);
    await vi.waitFor(() => expect(session.deeds.map((one) => one.do)).toEqual(['turn']));
    expect(server.menu).toHaveBeenCalledWith({ pieces: ['b1', 'b2'], hexes: ['0101'] });
  });

  test('what has come is placed where it may be, with somebody there or without', async () => {
    const owed = [{ text: 'a', rule: '', hexes: ['0102'], pieces: [], must: false, do: '' }];
    const { session, server } = laid([table({ asked: [movement], owed })]);
    await session.open();
    server.menu.mockImplementation(({ about }: { about?: string }) =>
      Promise.resolve({ rows: about ? [row('place')] : [] }),
    );
    await session.about('0102');
    expect(session.deeds.map((one) => one.do)).toEqual(['place']);
    session.clear();
    session.choose(['b3']);
    await vi.waitFor(() => expect(session.deeds.map((one) => one.do)).toEqual(['place']));
    expect([session.owing('0102'), session.owing('0103')]).toEqual([true, false]);
  });

  test('a stack is laid in another order by one order', async () => {
    const { session, server } = laid();
    await session.open();
    const ordering = {
      action: { do: 'arrange' },
      key: 'order',
      counters: ['b1', 'b2'],
      whole: true,
    };
    server.menu.mockResolvedValue({ rows: [{ ...row('arrange'), ordering }] });
    session.choose(['b1']);
    await vi.waitFor(() => expect(session.deeds).toHaveLength(1));
    await session.arrange(['b1', 'b2']);
    expect(server.act).not.toHaveBeenCalled();
    await session.arrange(['b2', 'b1']);
    const action = { do: 'arrange', order: ['b1', 'b2'] };
    expect(server.act).toHaveBeenCalledExactlyOnceWith(action, '5.0', expect.any(String), ['b1']);
  });
});
