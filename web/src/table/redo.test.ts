import { expect, test } from 'vitest';

import { sameAction } from './action';
import { Redo } from './redo';

const move = { do: 'move', units: ['a'], path: ['1'] };
const other = { do: 'move', units: ['b'], path: ['2'] };

test('what was taken back can be done again, last first', () => {
  const redo = new Redo();
  redo.did(move, 6);
  redo.did(other, 7);
  redo.tookBack(7, 8);
  expect(redo.next).toEqual(other);
  redo.tookBack(8, 9);
  expect(redo.next).toEqual(move);
  redo.didAgain(10);
  expect(redo.next).toEqual(other);
  redo.didAgain(11);
  expect(redo.next).toBeNull();
  expect(redo.last(11)).toEqual(other);
});

test('doing something else forgets what was taken back', () => {
  const redo = new Redo();
  redo.did(move, 6);
  redo.tookBack(6, 7);
  redo.did(other, 8);
  expect(redo.next).toBeNull();
});

test('what another page did is not known here', () => {
  const redo = new Redo();
  redo.did(move, 6);
  expect(redo.last(9)).toBeNull();
  redo.tookBack(9, 10);
  expect(redo.next).toBeNull();
});

test('actions are the same whatever the order of their parts', () => {
  expect(sameAction({ do: 'a', x: { p: 1, q: [1, 2] } }, { x: { q: [1, 2], p: 1 }, do: 'a' })).toBe(
    true,
  );
  expect(sameAction({ do: 'a', x: [1, 2] }, { do: 'a', x: [2, 1] })).toBe(false);
  expect(sameAction(null, null)).toBe(false);
});
