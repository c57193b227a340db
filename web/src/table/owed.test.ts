import { expect, test } from 'vitest';

import type { Owed } from '../api/schema';
import { counted, cycled, inOrder, nextAble, placeOf } from './owed';
import { table } from './sample';

const owed = (text: string, must: boolean): Owed => ({
  text,
  must,
  rule: '1',
  hexes: [text],
  pieces: [],
});

test('what must be done comes first', () => {
  const all = [owed('a', false), owed('b', true), owed('c', false)];
  expect(inOrder(all).map((one) => one.text)).toEqual(['b', 'a', 'c']);
  expect(counted(all)).toEqual({ must: 1, may: 2 });
});

test('cycling goes round both ways and begins at an end', () => {
  expect(cycled(3, -1, 1)).toBe(0);
  expect(cycled(3, -1, -1)).toBe(2);
  expect(cycled(3, 2, 1)).toBe(0);
  expect(cycled(3, 0, -1)).toBe(2);
  expect(cycled(0, -1, 1)).toBe(-1);
});

test('what was shown is found again after the table has changed', () => {
  const all = [owed('a', true), owed('b', true)];
  expect(placeOf(all, owed('b', true))).toBe(1);
  expect(placeOf(all, owed('x', true))).toBe(-1);
  expect(placeOf(all, null)).toBe(-1);
});

test('the next who can act: not the done, not the enemy, hex by hex', () => {
  const { counters } = table();
  const mine = new Set(['blue']);
  expect(nextAble(counters, mine, null, 1)).toEqual({ hex: '0101', pieces: ['b1'] });
  expect(nextAble(counters, mine, '0101', 1)).toEqual({ hex: '0102', pieces: ['b3'] });
  expect(nextAble(counters, mine, '0102', 1)).toEqual({ hex: '0101', pieces: ['b1'] });
  expect(nextAble(counters, new Set(), null, 1)).toBeNull();
});
