import { expect, test } from 'vitest';

import type { LessonStep } from '../api/schema';
import { advanced, done, matches } from './lesson';

const step = (until: LessonStep['until']): LessonStep => ({
  title: '',
  text: '',
  hexes: [],
  pieces: [],
  target: null,
  until,
});

test('a pattern names the parts that matter', () => {
  const action = { do: 'move', units: ['a', 'b'], path: ['1', '2'] };
  expect(matches({ do: 'move', units: ['b'] }, action)).toBe(true);
  expect(matches({ do: 'move', units: ['c'] }, action)).toBe(false);
  expect(matches({ do: 'attack' }, action)).toBe(false);
  expect(matches({ phase: 'Attack*' }, { phase: 'Attack of german' })).toBe(true);
  expect(matches({ phase: 'Attack' }, { phase: 'Attack of german' })).toBe(false);
});

test('a bare action waits for that action', () => {
  expect(done(step({ do: 'end' }), { action: { do: 'end' } })).toBe(true);
  expect(done(step({ do: 'end' }), { action: { do: 'move' } })).toBe(false);
  expect(done(step({ phase: 'Attack*' }), { phase: 'Attack of german' })).toBe(true);
  expect(done(step({ event: { kind: 'combat' } }), { event: { kind: 'combat', dice: [1] } })).toBe(
    true,
  );
  expect(done(step({ refused: '4.2.1' }), { refused: '4.2.1' })).toBe(true);
});

test('a step that waits for nothing is left by reading on, and the last one stays', () => {
  expect(done(step(null), { action: { do: 'end' } })).toBe(false);
  const steps = [step({ do: 'end' }), step(null)];
  expect(advanced(steps, 0, { action: { do: 'end' } })).toBe(1);
  expect(advanced(steps, 1, { action: { do: 'end' } })).toBe(1);
  expect(advanced(steps, 2, { action: { do: 'end' } })).toBe(2);
});
