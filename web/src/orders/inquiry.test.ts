import { expect, test, vi } from 'vitest';

import type { ActionCard, Asked, Composition, OptionCard, PartCard } from '../api/schema';
import { atHand, composition } from '../table/sample';
import { Inquiry, type Stroke } from './inquiry.svelte';

const choice = (text: string, hexes: string[] = [], name = ''): ActionCard => ({
  action: { do: text },
  text,
  name,
  hexes,
  pieces: [],
  weighed: false,
});

const asked = (choices: ActionCard[] = [], more = false): Asked => ({
  id: '1.0',
  name: 'air',
  prompt: 'Fly.',
  rule: '8.1',
  phase: false,
  deeds: [],
  default: { do: 'fly', missions: [] },
  choices,
  more,
  hexes: [],
  pieces: [],
  sums: [],
  hint: '',
  about: '',
  idle: false,
});

const flown = (...hexes: string[]) => ({ do: 'fly', missions: hexes.map((hex) => ({ hex })) });

const part = (hex: string, without: Record<string, unknown> | null): PartCard => ({
  text: `at ${hex}`,
  short: 'a',
  hexes: [hex],
  path: false,
  pieces: ['a'],
  action: without,
});

const option = (sort: string, action: Record<string, unknown>): OptionCard => ({
  text: sort,
  sort,
  hexes: ['1'],
  pieces: ['a'],
  notes: [],
  warnings: [],
  action,
});

const goals = [
  { sort: 'support', hexes: ['1', '2'], anywhere: false },
  { sort: 'disrupt', hexes: ['9'], anywhere: true },
];

/** A server that answers with these, one after the other, the last again and again. */
function put(question: Asked, ...told: Partial<Composition>[]) {
  const strokes: Stroke[] = [];
  const compose = vi.fn((stroke: Stroke) => {
    strokes.push(stroke);
    const found = told[Math.min(strokes.length, told.length) - 1];
    return Promise.resolve(composition({ composed: true, action: flown(), ...found }));
  });
  const choices = vi.fn().mockResolvedValue({ choices: [choice('far')], more: false });
  return { inquiry: new Inquiry(question, { compose, choices }), strokes, choices };
}

test('counters are picked up and laid down, and a hex is pointed at with those in hand', async () => {
  const hand = [atHand('a'), atHand('b')];
  const { inquiry, strokes } = put(
    asked(),
    { hand, goals },
    { hand: [atHand('a', { held: true }), atHand('b')], goals },
    { hand: [atHand('a', { taken: true }), atHand('b')], action: flown('1') },
  );
  await inquiry.begin();
  expect(inquiry.held).toEqual([]);
  await inquiry.pickUp('a');
  expect(strokes[1]).toEqual({ draft: flown(), hand: ['a'] });
  expect(inquiry.held).toEqual(['a']);
  await inquiry.point('1');
  expect(strokes[2]).toEqual({ draft: flown(), hand: ['a'], hex: '1', sort: 'support' });
  expect(inquiry.draft).toEqual(flown('1'));
  expect(inquiry.begun).toBe(true);
});

test('what may be anywhere is painted only when it is wanted', async () => {
  const { inquiry } = put(asked(), { hand: [atHand('a', { held: true })], goals });
  await inquiry.begin();
  expect(inquiry.sort).toBe('support');
  expect([...inquiry.ends]).toEqual(['1', '2']);
  inquiry.sort = 'disrupt';
  expect([...inquiry.ends]).toEqual(['9']);
});

test('another meaning of the last click takes the place of the first', async () => {
  const options = [option('support', flown('1')), option('attack', flown('2'))];
  const { inquiry, strokes } = put(
    asked(),
    { goals },
    { action: flown('1'), options },
    { action: flown('2') },
  );
  await inquiry.begin();
  await inquiry.point('1');
  expect(inquiry.options).toHaveLength(2);
  await inquiry.take(options[1] ?? option('', {}));
  expect(strokes[2]).toEqual({ draft: flown('2') });
  expect(inquiry.options).toHaveLength(2); // they stay where they are
  expect(inquiry.clicked).toBe('1');
});

test('parts are left out one by one, and all of them at once', async () => {
  const { inquiry, strokes } = put(asked(), { action: flown('1'), parts: [part('1', flown())] });
  await inquiry.begin();
  await inquiry.remove(inquiry.parts[0] ?? part('', null));
  expect(strokes[1]).toEqual({ draft: flown() });
  await inquiry.discard();
  expect(strokes[2]).toEqual({});
});

test('a counter that goes nowhere is left out when it is picked again', async () => {
  const standing = { ...part('', flown()), hexes: [] };
  const { inquiry, strokes } = put(asked(), {
    hand: [atHand('a', { taken: true })],
    parts: [standing],
  });
  await inquiry.begin();
  await inquiry.pickUp('a');
  expect(strokes[1]).toEqual({ draft: flown() });
});

test('a new question hears no answer at once', async () => {
  vi.useFakeTimers();
  const { inquiry } = put(asked(), {});
  await inquiry.begin();
  expect(inquiry.ready).toBe(false);
  vi.advanceTimersByTime(500);
  expect(inquiry.ready).toBe(true);
  vi.useRealTimers();
});

test('what is refused is not ready to be given', async () => {
  vi.useFakeTimers();
  const { inquiry } = put(asked(), { refusals: [{ rule: '8', text: 'no' }] });
  await inquiry.begin();
  vi.advanceTimersByTime(500);
  expect(inquiry.ready).toBe(false);
  vi.useRealTimers();
});

test('where answers are pointed at, the list names only those with a name', async () => {
  const listed = [choice('no missions', [], 'none'), choice('fly to 1', ['1'])];
  const { inquiry, choices } = put(asked(listed, true), { hand: [atHand('a')], goals });
  expect(inquiry.shown).toHaveLength(2);
  await inquiry.begin();
  expect(inquiry.shown.map((one) => one.text)).toEqual(['no missions']);
  expect(inquiry.more).toBe(true);
  await inquiry.widen();
  expect(choices).toHaveBeenCalledOnce();
  expect(inquiry.shown).toHaveLength(3);
});

test('one looks before one clicks, and once at each hex', async () => {
  const options = [option('support', flown('1'))];
  const { inquiry, strokes } = put(asked(), { goals }, { options });
  await inquiry.begin();
  await inquiry.look('1');
  expect(strokes[1]).toMatchObject({ hex: '1', look: true });
  expect(inquiry.looked?.options).toHaveLength(1);
  await inquiry.look(null);
  await inquiry.look('1');
  expect(strokes).toHaveLength(2);
  expect(inquiry.draft).toEqual(flown());
});

test('an answer that comes late does not undo a later stroke', async () => {
  const waiting: ((found: Composition) => void)[] = [];
  const compose = () => new Promise<Composition>((done) => waiting.push(done));
  const inquiry = new Inquiry(asked(), { compose, choices: vi.fn() });
  const [first, second] = [inquiry.begin(), inquiry.point('2')];
  waiting[1]?.(composition({ action: flown('2') }));
  waiting[0]?.(composition({ action: flown('1') }));
  await Promise.all([first, second]);
  expect(inquiry.draft).toEqual(flown('2'));
  expect(inquiry.busy).toBe(false);
});
