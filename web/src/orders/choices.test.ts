import { expect, test } from 'vitest';

import type { ActionCard } from '../api/schema';
import {
  byHex,
  clickedHex,
  defaultPlace,
  merged,
  narrowed,
  NO_FILTER,
  withHex,
  withPiece,
  worded,
} from './choices';

const choice = (text: string, hexes: string[], pieces: string[] = []): ActionCard => ({
  action: { do: text },
  text,
  name: '',
  hexes,
  pieces,
  weighed: false,
});

const back = [
  choice('to 1 and 2', ['1', '2'], ['a']),
  choice('to 1 and 3', ['1', '3'], ['a']),
  choice('stay', [], ['a']),
];

test('a filter keeps what touches all of it', () => {
  expect(narrowed(back, { hexes: ['1'], pieces: [] })).toHaveLength(2);
  expect(narrowed(back, { hexes: ['1', '3'], pieces: ['a'] })).toEqual([back[1]]);
  expect(narrowed(back, { hexes: [], pieces: ['b'] })).toEqual([]);
});

test('clicking again takes a filter away', () => {
  const once = withHex(NO_FILTER, '1');
  expect(once.hexes).toEqual(['1']);
  expect(withHex(once, '1').hexes).toEqual([]);
  expect(withPiece(withPiece(NO_FILTER, 'a'), 'a').pieces).toEqual([]);
});

test('a hex that ends two choices names neither', () => {
  const two = [choice('x', ['1', '2']), choice('y', ['3', '2']), choice('z', ['4'])];
  expect([...byHex(two).keys()]).toEqual(['4']);
});

test('where each choice is one hex, a click answers', () => {
  const single = [choice('north', ['1']), choice('south', ['2'])];
  expect(clickedHex(single, NO_FILTER, '2', false)).toEqual({ kind: 'answer', choice: single[1] });
});

test('a click on a hex of several choices narrows them, elsewhere it does nothing', () => {
  expect(clickedHex(back, NO_FILTER, '1', false)).toEqual({
    kind: 'narrow',
    filter: { hexes: ['1'], pieces: [] },
  });
  expect(clickedHex(back, NO_FILTER, '9', false)).toEqual({ kind: 'nothing' });
});

test('where there are more answers than listed, a click asks for those', () => {
  const single = [choice('north', ['1'])];
  expect(clickedHex(single, NO_FILTER, '1', true).kind).toBe('narrow');
  expect(clickedHex(single, NO_FILTER, '9', true).kind).toBe('narrow');
});

test('the default is found, whatever the order of its parts', () => {
  expect(defaultPlace(back, { do: 'stay' })).toBe(2);
  expect(defaultPlace(back, { do: 'run' })).toBe(-1);
  expect(defaultPlace(back, null)).toBe(-1);
});

test('typed words are all looked for; lists merge without repeats', () => {
  expect(worded(back, '3 TO')).toEqual([back[1]]);
  expect(merged(back, [choice('stay', []), choice('new', [])]).map((one) => one.text)).toEqual([
    'to 1 and 2',
    'to 1 and 3',
    'stay',
    'new',
  ]);
});
