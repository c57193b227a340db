import { expect, it } from 'vitest';

import { same, settle } from './settle';

interface Thing {
  id: string;
  parts: { n: number | null }[];
}

const things = (n: number): Thing[] => [
  { id: 'a', parts: [{ n: 1 }] },
  { id: 'b', parts: [{ n }] },
];

it('keeps what did not change and takes what did', () => {
  const before = settle(new Map(), things(1), (thing) => thing.id);
  const next = things(2);
  const after = settle(before, next, (thing) => thing.id);
  expect(after.get('a')).toBe(before.get('a'));
  expect(after.get('b')).toBe(next[1]);
});

it('forgets what is gone', () => {
  const before = settle(new Map(), things(1), (thing) => thing.id);
  expect([...settle(before, things(1).slice(1), (thing) => thing.id).keys()]).toEqual(['b']);
});

it.each([
  [{ a: 1 }, { a: 1, b: 2 }],
  [[1, 2], [1]],
  [{ a: null }, { a: {} }],
  [[], {}],
  [1, '1'],
])('tells %j from %j', (one, other) => {
  expect(same(one, other)).toBe(false);
  expect(same(other, one)).toBe(false);
});
