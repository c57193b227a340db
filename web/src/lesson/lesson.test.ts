import { expect, test } from 'vitest';

import type { CounterCard, LessonStep } from '../api/schema';
import { type Condition, holds, lasting, legible, type Lying, matches, missing } from './condition';
import { advanced, first, passed, returnable, takenBack, turned } from './lesson';

const step = (until: Condition | null, more: Partial<LessonStep> = {}): LessonStep => ({
  title: '',
  text: '',
  hexes: [],
  pieces: [],
  target: null,
  until: until as LessonStep['until'],
  during: null,
  spoilt: [],
  stays: false,
  play: [],
  ...more,
});

const card = (id: string, hex: string | null, states: string[] = []) =>
  ({
    id,
    hex,
    states: states.map((state) => ({ id: state })),
    values: [],
  }) as unknown as CounterCard;

/** A table on which counters stand, in a phase of somebody. */
function table(counters: CounterCard[], more: Partial<Lying> & { phase?: string } = {}): Lying {
  const { phase = 'Movement', ...rest } = more;
  return {
    counters,
    headline: {
      scenario: '',
      turn: 1,
      turns: 4,
      date: '',
      phase,
      bands: [{ title: phase, side: 'german', rule: '', state: 'now', about: '' }],
    },
    marks: [],
    stacks: [],
    free: true,
    selected: [],
    weighed: null,
    overlay: null,
    ...rest,
  };
}

const now = (moment: number) => ({ moment, seq: moment * 10 });

test('a pattern names the parts that matter', () => {
  const action = { do: 'move', units: ['a', 'b'], path: ['1', '2'] };
  expect(matches({ do: 'move', units: ['b'] }, action)).toBe(true);
  expect(matches({ do: 'move', units: ['c'] }, action)).toBe(false);
  expect(matches('Attack*', 'Attack of german')).toBe(true);
  expect(matches('Attack', 'Attack of german')).toBe(false);
});

test('conditions are about the table', () => {
  const lies = table([card('a', '2621'), card('b', '2522', ['limbered'])]);
  expect(holds({ at: { a: '2621', b: ['2521', '2522'] } }, lies)).toBe(true);
  expect(holds({ at: { a: '2522' } }, lies)).toBe(false);
  expect(holds({ bears: { b: 'limbered' }, not: { bears: { a: 'limbered' } } }, lies)).toBe(true);
  expect(holds({ gone: ['c'] }, lies)).toBe(true);
  expect(holds({ phase: 'Move*', side: 'german', turn: 1, free: true }, lies)).toBe(true);
  expect(holds({ any: [{ side: 'soviet' }, { turn: 2 }] }, lies)).toBe(false);
  expect(holds({ refused: '*', refusedAt: '2720' }, lies, { refused: '4.2.1' })).toBe(false);
  expect(missing({ at: { a: '2621', b: '2621' } }, lies)).toEqual([['b', ['2621']]]);
});

test('who is chosen is chosen alone', () => {
  expect(holds({ selected: ['a'] }, table([], { selected: ['a'] }))).toBe(true);
  expect(holds({ selected: ['a'] }, table([], { selected: ['a', 'b'] }))).toBe(false);
});

test('some of it lasts, some can be seen, some is over at once', () => {
  expect(lasting({ any: [{ at: { a: '1' } }] })).toBe(true);
  expect(lasting({ not: { selected: ['a'] } })).toBe(false);
  expect(legible({ not: { selected: ['a'] } })).toBe(true);
  expect(legible({ refused: '*' })).toBe(false);
});

const STEPS = [
  step({ at: { a: '1' } }),
  step({ at: { b: '1' } }),
  step({ at: { c: '1' } }),
  step(null, { during: { phase: 'Attack' } }),
  step({ weighed: { do: 'attack' } }, { during: { phase: 'Attack' } }),
  step({ bears: { a: 'fought' } }),
  step({ free: true }, { stays: true }),
  step(null),
];

test('what was done early is passed over when its turn comes', () => {
  const early = table([card('a', '0'), card('b', '1'), card('c', '0')]);
  const begun = advanced(first(now(1)), STEPS, early, {}, now(2));
  expect(begun.at).toBe(0);
  const done = table([card('a', '1'), card('b', '1'), card('c', '0')]);
  expect(advanced(begun, STEPS, done, {}, now(3))).toMatchObject({ at: 2, early: [1] });
});

test('what the game has left behind is passed over, if nothing is missing by it', () => {
  const place = turned(first(now(1)), 3, now(2));
  const fought = table([card('a', '1', ['fought'])], { phase: 'Strategic', free: false });
  expect(passed(place, STEPS, fought, now(3))).toMatchObject({ at: 6, early: [3, 4, 5] });
});

test('a step that stays is read on from by hand', () => {
  const place = turned(first(now(1)), 6, now(2));
  const done = advanced(place, STEPS, table([]), {}, now(3));
  expect(done).toMatchObject({ at: 6, held: true });
  expect(advanced(done, STEPS, table([]), {}, now(4))).toBe(done);
});

test('what is spoilt is not done, however it looks', () => {
  const steps = [step({ at: { a: '1' } }, { spoilt: [{ when: { at: { b: '1' } }, text: 'no' }] })];
  const both = table([card('a', '1'), card('b', '1')]);
  expect(advanced(first(now(1)), steps, both, {}, now(2)).at).toBe(0);
  expect(advanced(first(now(1)), steps, table([card('a', '1')]), {}, now(2)).at).toBe(1);
});

test('a lesson goes back with what is taken back, once', () => {
  const place = turned(turned(first(now(1)), 1, now(2)), 2, now(3));
  const back = { seq: 31, to: 22 };
  const again = takenBack(place, back);
  expect(again).toMatchObject({ at: 1, begun: [now(1), now(2)] });
  const on = turned(again, 2, now(4));
  expect(takenBack(on, back)).toBe(on);
});

test('a step is begun again if anything was done in it, or else the one before', () => {
  const place = turned(turned(first(now(1)), 1, now(2)), 2, now(3));
  expect(returnable(place, 4)).toBe(2);
  expect(returnable(place, 3)).toBe(1);
  expect(returnable(first(now(1)), 1)).toBeNull();
});
