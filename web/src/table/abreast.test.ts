import { describe, expect, test, vi } from 'vitest';

import type { CarriedOut, Fresh } from '../api/schema';
import { Abreast, type Asking } from './abreast';
import { table } from './sample';

const story = (since: number, seq: number) => ({ since, seq, more: false, lines: [] });
const reach = { cells: [], zones: [], stops: [], refusals: [] };

const fresh = (since: string, mark: string, seq: number, told = 9): Fresh => ({
  since,
  change: {
    cut: [],
    put: [
      ['mark', mark],
      ['seq', seq],
    ],
    into: [],
  },
  table: null,
  story: story(told, seq),
  in_hand: {
    ...{ pieces: ['b1'], reach, menu: { rows: [] } },
    piece: { id: 'b1', sums: [], notes: [] },
    hexes: [{ hex: '0102', ground: 'plain', places: [], sides: [], notes: [] }],
  },
});

const done = (news: Fresh | null): CarriedOut => ({
  ...{ since: 9, seq: 10, moment: 6, events: [] },
  fresh: news,
  proof: null,
});

async function seated() {
  const ask = {
    table: vi.fn().mockResolvedValue(table({ mark: 'one' })),
    fresh: vi.fn().mockResolvedValue(fresh('one', 'two', 11)),
    story: vi.fn((since: number) => Promise.resolve(story(since, 9))),
    reach: vi.fn().mockResolvedValue(reach),
    menu: vi.fn().mockResolvedValue({ rows: [] }),
    piece: vi.fn(),
    hex: vi.fn(),
  } satisfies Asking;
  const abreast = new Abreast(ask);
  await abreast.table();
  await abreast.story(0);
  return { ask, abreast };
}

describe('keeping abreast', () => {
  test('an order brings all that is asked for next', async () => {
    const { ask, abreast } = await seated();
    const order = vi.fn().mockResolvedValue(done(fresh('one', 'two', 10)));
    await abreast.carry(order, ['b1']);
    expect(order).toHaveBeenCalledWith({ mark: 'one', told: 9, chosen: ['b1'] });
    expect(await abreast.table()).toMatchObject({ mark: 'two', seq: 10 });
    expect((await abreast.story(9)).seq).toBe(10);
    await abreast.reach(['b1']);
    await abreast.menu({ pieces: ['b1'], hexes: ['0101'] });
    await abreast.piece('b1');
    await abreast.hex('0102');
    for (const one of ['fresh', 'reach', 'menu', 'piece', 'hex'] as const) {
      expect(ask[one]).not.toHaveBeenCalled();
    }
    expect(ask.story).toHaveBeenCalledTimes(1);
  });

  test('what others did is asked for by its difference', async () => {
    const { ask, abreast } = await seated();
    expect(await abreast.table()).toMatchObject({ mark: 'two', seq: 11 });
    expect(ask.fresh).toHaveBeenCalledWith({ mark: 'one', told: 9, chosen: [] });
    expect(ask.table).toHaveBeenCalledTimes(1);
  });

  test('what does not fit is dropped, and the whole table asked for', async () => {
    const { ask, abreast } = await seated();
    await abreast.carry(() => Promise.resolve(done(fresh('other', 'two', 10))), []);
    ask.fresh.mockResolvedValue(fresh('another', 'three', 12));
    ask.table.mockResolvedValue(table({ mark: 'four' }));
    expect((await abreast.table()).mark).toBe('four');
  });

  test('what was kept is of no use once there is something newer', async () => {
    const { ask, abreast } = await seated();
    await abreast.carry(() => Promise.resolve(done(fresh('one', 'two', 10))), []);
    abreast.hearing({}).onnews?.([], 12, 7);
    ask.fresh.mockResolvedValue(fresh('two', 'three', 12, 10));
    expect((await abreast.table()).mark).toBe('three');
  });

  test('other counters are asked about', async () => {
    const { ask, abreast } = await seated();
    await abreast.carry(() => Promise.resolve(done(fresh('one', 'two', 10))), ['b1']);
    await abreast.reach(['b2']);
    expect(ask.reach).toHaveBeenCalledWith(['b2']);
  });
});
