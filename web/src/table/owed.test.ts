import { expect, test } from 'vitest';

import type { Owed } from '../api/schema';
import { counted, cycled, inOrder, nextAble, placeOf, stops } from './owed';
import { table } from './sample';

const owed = (text: string, must: boolean): Owed => ({
  text,
  must,
  rule: '1',
  hexes: [text],
  pieces: [],
  do: '',
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
  const nowhere = () => null;
  const all = stops([owed('a', true), owed('b', true)], nowhere);
  const found = (text: string) => placeOf(all, stops([owed(text, true)], nowhere)[0] ?? null);
  expect(found('b')).toBe(1);
  expect(found('x')).toBe(-1);
  expect(placeOf(all, null)).toBe(-1);
});

test('counters in several hexes are met hex by hex, what has a card of its own at once', () => {
  const where: Record<string, string> = { a: '0101', b: '0102', c: '0101' };
  const many = { ...owed('', false), hexes: [], pieces: ['a', 'b', 'c'] };
  const found = stops([many, { ...many, do: 'place' }], (id) => where[id]);
  expect(found.map(({ hexes, pieces }) => [hexes.join(), pieces.join()])).toEqual([
    ['0101', 'a,c'],
    ['0102', 'b'],
    ['0101,0102', 'a,b,c'],
  ]);
  const hexes = { ...owed('', true), hexes: ['0103', '0104'] };
  expect(stops([hexes], () => null).map((stop) => stop.hexes)).toEqual([['0103'], ['0104']]);
});

test('the next who can act: not the done, not the enemy, hex by hex', () => {
  const { counters } = table();
  const mine = new Set(['blue']);
  expect(nextAble(counters, mine, null, 1)).toEqual({ hex: '0101', pieces: ['b1'] });
  expect(nextAble(counters, mine, '0101', 1)).toEqual({ hex: '0102', pieces: ['b3'] });
  expect(nextAble(counters, mine, '0102', 1)).toEqual({ hex: '0101', pieces: ['b1'] });
  expect(nextAble(counters, new Set(), null, 1)).toBeNull();
});
