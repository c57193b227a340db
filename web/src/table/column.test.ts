import { describe, expect, test, vi } from 'vitest';

import type { JointRow, Share } from '../api/schema';
import { Column, type Leader, parted } from './column.svelte';
import { Ranks } from './selection';
import { table } from './sample';

function share(piece: string, said: Partial<Share> = {}): Share {
  const action = { do: 'move', units: [piece] };
  return { piece, name: piece, action, path: ['0101', '0102'], left: 0, why: [], ...said };
}

function row(shares: Share[], said: Partial<JointRow> = {}): JointRow {
  return { do: 'move', title: 'Move', rule: '7', text: '0109', whole: null, shares, ...said };
}

const STUCK = { action: null, why: [{ rule: '7.5', text: 'no fuel' }] };

function led(...answers: JointRow[][]) {
  const company = vi.fn();
  for (const rows of answers) company.mockResolvedValueOnce({ rows });
  company.mockResolvedValue({ rows: [] });
  const leader = {
    selection: ['a', 'b', 'c'],
    question: null as unknown,
    ask: { company },
    act: vi.fn().mockResolvedValue(true),
    undo: vi.fn().mockResolvedValue(true),
    say: vi.fn(),
  };
  return { leader, company, column: new Column(leader satisfies Leader) };
}

describe('a column', () => {
  test('nothing goes before it is ordered; then each goes by the way that is open to it', async () => {
    const plan = [row([share('a'), share('b'), share('c', STUCK)])];
    const later = share('b', { action: { do: 'move', units: ['b'], path: ['0103'] } });
    const { column, leader, company } = led(plan, [row([later])]);
    expect(await column.to('0109')).toBe(true);
    expect(leader.act).not.toHaveBeenCalled();
    await column.go();
    expect(company).toHaveBeenNthCalledWith(2, ['b'], '0109');
    expect(leader.act.mock.calls).toEqual([[share('a').action], [later.action]]);
    expect(column.done).toEqual({ count: 2, stayed: [share('c', STUCK)] });
    await column.takeBack();
    expect(leader.undo).toHaveBeenCalledTimes(2);
    expect(column.done).toBeNull();
  });

  test('who finds no way when his turn comes stays, and is named', async () => {
    const { column } = led([row([share('a'), share('b')])], [row([share('b', STUCK)])]);
    await column.to('0109');
    await column.go();
    expect(column.done).toEqual({ count: 1, stayed: [share('b', STUCK)] });
  });

  test('a question stops it', async () => {
    const { column, leader } = led([row([share('a'), share('b')])]);
    leader.act.mockImplementation(() => {
      leader.question = {};
      return Promise.resolve(true);
    });
    await column.to('0109');
    await column.go();
    expect(leader.act).toHaveBeenCalledOnce();
  });

  test('where nobody can go there is no march', async () => {
    const { column } = led([row([share('a', STUCK)])]);
    expect(await column.to('0109')).toBe(false);
    expect(column.march).toBeNull();
  });

  test('what all can do where they stand is one order', async () => {
    const whole = { do: 'mode', units: ['a', 'b'] };
    const { column, leader } = led();
    await column.carryOut(row([share('a'), share('b'), share('c', STUCK)], { whole }));
    expect(leader.act.mock.calls).toEqual([[whole]]);
    expect(column.done?.stayed.map((one) => one.piece)).toEqual(['c']);
  });

  test('those who can and those who cannot are told apart', () => {
    const barred = share('b', { why: STUCK.why });
    expect(parted(row([share('a'), barred]))).toEqual([[share('a')], [barred]]);
  });
});

test('a formation is all of one’s own on the map who obey it', () => {
  const counters = table().counters.map((one) => ({
    ...one,
    group: one.id === 'b3' ? '' : '1 Div',
  }));
  const ranks = new Ranks(table({ counters }));
  const own = counters.filter((one) => ranks.own(one.id) && one.hex !== null && one.group);
  expect(ranks.formationOf('b1')).toEqual(own.map((one) => one.id));
  expect(ranks.formationOf('b3')).toEqual([]);
});
