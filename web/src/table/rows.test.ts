import { expect, test } from 'vitest';

import type { DeedRow, Ordering } from '../api/schema';
import { arranged, moved, placed, price } from './rows';

const row = (kind: string, more: Partial<DeedRow> = {}): DeedRow => ({
  do: kind,
  title: kind,
  rule: '',
  choices: [],
  more: false,
  sums: [],
  ordering: null,
  ...more,
});

test('rows keep their places: what is gone stays as a gap, what is new comes last', () => {
  const first = placed([], [row('fuel'), row('dig')]);
  const then = placed(first, [row('mode'), row('dig')]);
  expect(then.map(({ row: { do: kind }, gone }) => [kind, gone])).toEqual([
    ['fuel', true],
    ['dig', false],
    ['mode', false],
  ]);
  expect(placed(then, []).every(({ gone }) => gone)).toBe(true);
});

test('a row tells what it costs, if it costs anything', () => {
  const sums = [
    { title: 'Supply', total: '3/2', parts: [] },
    { title: 'Nothing', total: '0', parts: [] },
  ];
  expect(price(row('build', { sums }))).toBe('Supply: 1½');
  expect(price(row('dig'))).toBe('');
});

test('a stack is laid in any order, or one counter on top, by one order', () => {
  const action = { do: 'arrange', hex: '0101' };
  const whole: Ordering = { action, key: 'order', counters: ['a', 'b', 'c'], whole: true };
  expect(moved(whole.counters, 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(arranged(whole, ['a', 'c', 'b'])).toEqual({ ...action, order: ['b', 'c', 'a'] });
  expect(arranged(whole, ['a', 'b', 'c'])).toBeNull();
  const top: Ordering = { ...whole, key: 'unit', whole: false };
  expect(arranged(top, ['c', 'a', 'b'])).toEqual({ ...action, unit: 'c' });
  expect(arranged(top, ['a', 'c', 'b'])).toBeNull();
});
