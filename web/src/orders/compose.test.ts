import { expect, test } from 'vitest';

import type { ActionCard } from '../api/schema';
import {
  composable,
  goals,
  likelyWay,
  things,
  ways,
  wayTo,
  withAll,
  withoutPiece,
  withoutThing,
  withPiece,
  wordsOf,
} from './compose';

const go = (paths: Record<string, string[]>): ActionCard => ({
  action: { do: 'pursue', paths },
  text: '',
  name: '',
  hexes: [],
  pieces: Object.keys(paths),
  weighed: false,
});

const fly = (hex: string): ActionCard => ({
  action: { do: 'assign', missions: [{ mission: 'support', hexes: [hex] }] },
  text: '',
  name: '',
  hexes: [hex],
  pieces: [],
  weighed: false,
});

test('the ways in an action, and the shortest to a hex', () => {
  const choices = [go({ a: ['1', '2', '3'] }), go({ a: ['1', '3'], b: ['9'] }), go({ b: ['3'] })];
  expect(ways(choices[1]?.action ?? {}).get('a')).toEqual(['1', '3']);
  expect(wayTo(choices, 'a', '3')).toBe(choices[1]);
  expect(wayTo(choices, 'b', '3')).toBe(choices[2]);
  expect(wayTo(choices, 'a', '2')).toBeNull();
  expect([...goals(choices, ['b'])]).toEqual(['9', '3']);
  expect([...goals(choices, [])]).toEqual(['3', '9']);
});

test('counter by counter, an answer is put together and taken apart', () => {
  const base = { do: 'pursue', paths: {} };
  const first = withPiece(base, go({ a: ['1'], b: ['2'] }).action, 'a');
  expect(first).toEqual({ do: 'pursue', paths: { a: ['1'] } });
  const both = withPiece(first, go({ b: ['3'] }).action, 'b');
  expect(both).toEqual({ do: 'pursue', paths: { a: ['1'], b: ['3'] } });
  expect(withoutPiece(both, 'a')).toEqual({ do: 'pursue', paths: { b: ['3'] } });
  expect(base.paths).toEqual({});
});

test('thing by thing, and each once', () => {
  const one = withAll({ do: 'assign', missions: [] }, fly('1').action);
  const two = withAll(withAll(one, fly('2').action), fly('1').action);
  expect(two['missions']).toHaveLength(2);
});

test('a question whose answers have no parts is not composed', () => {
  const plain: ActionCard = {
    action: { do: 'stand' },
    text: '',
    name: '',
    hexes: [],
    pieces: [],
    weighed: false,
  };
  expect(composable([plain])).toBe(false);
  expect(composable([plain, fly('1')])).toBe(true);
  expect(composable([go({ a: ['1'] })])).toBe(true);
});

test('a counter whose own ways were too many to list is sent as another went', () => {
  const choices = [go({ a: ['1', '2', '3'] }), go({ b: ['1', '3'] })];
  expect(likelyWay(choices, 'a', '3')?.piece).toBe('a');
  expect(likelyWay(choices, 'c', '3')?.piece).toBe('b');
  expect(likelyWay(choices, 'c', '9')).toBeNull();
  expect(withPiece({ do: 'pursue' }, go({ b: ['1', '3'] }).action, 'c', 'b')).toEqual({
    do: 'pursue',
    paths: { c: ['1', '3'] },
  });
});

test('things that are listed are told in words, and taken out again', () => {
  const base = {
    do: 'plan-drops',
    plans: [
      { hex: '72.24', turn: 1, unit: 'u1' },
      { unit: 'u2', hex: '71.20', turn: 2 },
    ],
  };
  const called = (id: string) => (id === 'u1' ? '1 Para' : id);
  expect(things(base).map(({ thing }) => wordsOf(thing, called))).toEqual([
    '1 Para, 72.24, turn 1',
    'u2, 71.20, turn 2',
  ]);
  expect(things(withoutThing(base, 'plans', 0)).map(({ thing }) => thing['unit'])).toEqual(['u2']);
  expect(withoutThing(base, 'do', 0)).toBe(base);
});
