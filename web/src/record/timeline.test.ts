import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { TaleLine } from '../api/schema';
import { lean, pips, sidesOf } from './dice';
import { marksOf, neighbour, turnAt } from './marks';
import { Playback } from './playback.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const told = (moment: number, turn: number, loud = false): TaleLine => ({
  seq: moment,
  moment,
  turn,
  phase: 'Attack',
  side: null,
  text: `line ${moment}`,
  rule: '',
  dice: [],
  loud,
  hexes: [],
  pieces: [],
  sums: [],
});

it('marks the first moment of each turn and each battle once', () => {
  const lines = [told(1, 1), told(4, 1, true), told(4, 1, true), told(9, 2), told(11, 2, true)];
  const marks = marksOf(lines, (turn) => `Turn ${turn}`);
  expect(marks.map((mark) => [mark.kind, mark.moment])).toEqual([
    ['turn', 1],
    ['battle', 4],
    ['turn', 9],
    ['battle', 11],
  ]);
  expect(neighbour(marks, 4, 1, 'battle')?.moment).toBe(11);
  expect(neighbour(marks, 4, -1, 'battle')).toBeNull();
  expect(neighbour(marks, 11, -1, 'battle')?.moment).toBe(4);
  expect(turnAt(marks, 8)?.title).toBe('Turn 1');
  expect(turnAt(marks, 9)?.title).toBe('Turn 2');
});

it('plays to the end and stops there', async () => {
  const play = new Playback(3, 0);
  play.pace(2);
  play.play(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(play.moment).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(play.moment).toBe(3);
  expect(play.playing).toBe(false);
});

it('changes pace while it plays, and begins again at the end', async () => {
  const play = new Playback(100, 100);
  play.pace(1);
  play.play(true);
  expect(play.moment).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  play.pace(8);
  await vi.advanceTimersByTimeAsync(1000);
  expect(play.moment).toBe(9);
  play.play(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(play.moment).toBe(9);
  play.shift(1);
  expect(play.speed).toBe(16);
  play.shift(-1);
  play.shift(-1);
  expect(play.speed).toBe(4);
});

it('waits for a moment that is not there yet, and is not doubled by a change of pace', async () => {
  let arrive: () => void = () => undefined;
  const play = new Playback(10, 0, () => new Promise<void>((done) => (arrive = done)));
  play.play(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(play.moment).toBe(0);
  play.pace(4);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(play.moment).toBe(0);
  await vi.advanceTimersByTimeAsync(250);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(play.moment).toBe(1);
});

it('draws as many pips as the face has, and none on a die of ten', () => {
  for (const face of [1, 2, 3, 4, 5, 6]) expect(pips(face)).toHaveLength(face);
  expect(pips(4, 10)).toHaveLength(0);
  expect(sidesOf([1, 6])).toBe(6);
  expect(sidesOf([0, 6])).toBe(10);
  expect(sidesOf([1, 6], 10)).toBe(10);
  expect(sidesOf([14])).toBe(20);
  expect(lean(12, 0)).toBe(lean(12, 0));
  expect(Math.abs(lean(12, 1))).toBeLessThanOrEqual(7);
});
