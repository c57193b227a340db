import { describe, expect, test, vi } from 'vitest';

import { laid, line, movement, trouble } from './laid.fixture';
import { counter, table } from './sample';

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

  test('a game that was looked at already is not asked for again', async () => {
    const { session, server } = laid();
    const card = await server.game();
    server.game.mockClear();
    await session.open(true, card);
    expect(server.game).not.toHaveBeenCalled();
    expect(session.game).toBe(card);
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

  test('an answer that comes while one acts is not lost behind what the act brings', async () => {
    const [before, mine, his] = [5, 6, 7].map((moment) =>
      table({ asked: moment === 6 ? [] : [movement], moment, seq: moment === 5 ? 9 : 10 }),
    );
    const { session, server, heard } = laid([before, mine, his].flatMap((one) => one ?? []));
    await session.open();
    server.act.mockImplementation(() => {
      heard().onposition?.({ moment: 7, seq: 10, over: false } as never); // he was quick
      return Promise.resolve({ since: 9, seq: 10, moment: 6, events: [] });
    });
    const tables = [mine, his];
    server.table.mockImplementation(() => Promise.resolve(tables.shift() ?? his) as never);
    await session.act({ do: 'end' });
    await vi.waitFor(() => expect(session.present?.moment).toBe(7));
    expect(session.phase?.id).toBe('5.0');
  });

  test('what one did oneself is asked for once, also if it is told before the answer', async () => {
    const mine = table({ asked: [movement], moment: 6, seq: 10 });
    const { session, server, heard } = laid();
    await session.open();
    server.table.mockClear();
    server.table.mockImplementation(() => Promise.resolve(mine) as never);
    server.act.mockImplementation(() => {
      heard().onposition?.({ moment: 6, seq: 10, over: false } as never);
      return Promise.resolve({ since: 9, seq: 10, moment: 6, events: [] });
    });
    await session.act({ do: 'end' });
    await vi.waitFor(() => expect(session.present?.moment).toBe(6));
    expect(server.table).toHaveBeenCalledTimes(1);
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

describe('watching others', () => {
  const stepped = (seq: number, mine: boolean) => ({
    ...{ moment: 6, seq, mine, lines: [line(seq)], ways: [], card: null, late: false },
    ...{ headline: null, gone: [], lifted: [], marks: null, side_marks: null },
    counters: [counter('r1', 'red', '0103')],
    stacks: [],
  });
  const after = table({
    ...{ moment: 6, seq: 10, last: 6, asked: [{ ...movement, id: '6.0', phase: false }] },
    counters: [counter('r1', 'red', '0103')],
  });
  const fallen = { type: 'event', seq: 10, event: { dice: [] as number[] } };

  function watched(mine: boolean) {
    const made = laid([table({ asked: [movement] }), after]);
    const playback = vi.fn((since: number | null, start: boolean) =>
      Promise.resolve({
        ...{ since: since ?? 0, seq: 10, more: false, start: start ? table() : null },
        steps: [stepped(10, mine)],
      }),
    );
    return { ...made, playback, server: Object.assign(made.server, { playback }) };
  }

  test('what others did is seen before one is asked, and counts as seen then', async () => {
    const { session, server, playback, now, heard } = watched(false);
    await session.open();
    now.at = 1;
    heard().onnews?.([fallen as never], 10, 6);
    await vi.waitFor(() => expect(session.showing.step).not.toBeNull());
    expect(playback).toHaveBeenCalledWith(9, false);
    expect([session.inquiry, session.question, session.commanding]).toEqual([null, null, false]);
    session.markSeen();
    expect(server.seen).toHaveBeenLastCalledWith(10);
    session.showing.skip();
    expect(session.inquiry?.asked.id).toBe('6.0');
    expect(session.table).toBe(after);
  });

  test('what one did oneself is seen as it is done, unless dice fell', async () => {
    const { session, server, playback, now } = watched(true);
    await session.open();
    now.at = 1;
    await session.act({ do: 'move' });
    expect(session.showing.active).toBe(false);
    expect(playback).not.toHaveBeenCalled();

    const again = watched(true);
    await again.session.open();
    again.now.at = 1;
    const events = [{ ...fallen, event: { dice: [3] } }];
    again.server.act.mockResolvedValue({ since: 9, seq: 10, moment: 6, events });
    await again.session.act({ do: 'attack' });
    expect(again.playback).toHaveBeenCalledWith(9, false);
    expect(server.table).toHaveBeenCalledTimes(2);
  });

  test('who comes back sees first what happened since he was there', async () => {
    const { session, server, playback } = watched(false);
    server.table.mockResolvedValue(table({ seq: 10, seen: 4, asked: [movement] }));
    await session.open();
    expect(playback).toHaveBeenCalledWith(4, true);
    expect([session.showing.active, session.showing.since, session.phase]).toEqual([
      true,
      true,
      null,
    ]);
    const open = watched(false);
    open.server.table.mockResolvedValue(table({ seq: 10, seen: 4 }));
    await open.session.open(false);
    expect(open.playback).not.toHaveBeenCalled();
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
