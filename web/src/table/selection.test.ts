import { expect, test } from 'vitest';

import { boxed, hexesOf, how, pick, pickBox, pickHex, Ranks, surviving } from './selection';
import { counter, table } from './sample';

const ranks = new Ranks(table());

test('a plain click chooses one counter, shift adds and removes', () => {
  expect(pick(['b1'], 'b3', 'only', ranks)).toEqual(['b3']);
  expect(pick(['b1'], 'b3', 'toggle', ranks)).toEqual(['b1', 'b3']);
  expect(pick(['b1', 'b3'], 'b1', 'toggle', ranks)).toEqual(['b3']);
  expect(how({ shiftKey: true, ctrlKey: false, metaKey: false })).toBe('toggle');
  expect(how({ shiftKey: false, ctrlKey: false, metaKey: false })).toBe('only');
});

test('counters of two owners are never chosen together', () => {
  expect(pick(['b1'], 'r1', 'toggle', ranks)).toEqual(['r1']);
  expect(pick(['r1'], 'b1', 'toggle', ranks)).toEqual(['b1']);
});

test('an unknown counter changes nothing', () => {
  expect(pick(['b1'], 'nobody', 'only', ranks)).toEqual(['b1']);
});

test('a whole hex: those who can act, or everybody where nobody can', () => {
  expect(pickHex([], '0101', 'only', ranks)).toEqual(['b1']);
  const tired = new Ranks(
    table({ counters: table().counters.map((one) => ({ ...one, movable: false })) }),
  );
  expect(pickHex([], '0101', 'only', tired)).toEqual(['b1', 'b2']);
  expect(pickHex(['b3'], '0101', 'toggle', ranks)).toEqual(['b3', 'b1']);
  expect(pickHex(['b3', 'b1'], '0101', 'toggle', ranks)).toEqual(['b3']);
});

test('a box takes own counters whose hexes lie in it, whichever way it is drawn', () => {
  const centre = (hex: string): [number, number] => [Number(hex.slice(2)) * 10, 0];
  expect(pickBox(boxed(25, 5, 5, -5), centre, ranks)).toEqual(['b1', 'b3']);
  expect(pickBox(boxed(35, -5, 55, 5), centre, ranks)).toEqual([]);
});

test('a closed hostile stack is hostile though nothing of it is seen', () => {
  expect(ranks.hostile('0105')).toBe(true);
  expect(ranks.hostile('0101')).toBe(false);
});

test('who has left the map is chosen no more', () => {
  const later = new Ranks(
    table({ counters: [counter('b1', 'blue', null), counter('b3', 'blue', '0103')] }),
  );
  expect(surviving(['b1', 'b2', 'b3'], later)).toEqual(['b3']);
  expect(hexesOf(['b1', 'b2', 'b3'], ranks)).toEqual(['0101', '0102']);
});
