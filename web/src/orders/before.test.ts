import { expect, test } from 'vitest';

import type { TaleLine } from '../api/schema';
import { leadingTo } from './before';

const line = (seq: number, moment: number): TaleLine => ({
  seq,
  moment,
  turn: 1,
  phase: 'Movement',
  side: null,
  text: `line ${seq}`,
  rule: '',
  dice: [],
  sums: [],
  hexes: [],
  pieces: [],
  loud: false,
});

test('a question is told with what has happened last, also if it is the second about it', () => {
  const story = [line(1, 6), line(2, 7), line(3, 8), line(4, 8)];
  expect(leadingTo(story, 8).map(({ seq }) => seq)).toEqual([3, 4]);
  expect(leadingTo(story, 10).map(({ seq }) => seq)).toEqual([3, 4]);
  expect(leadingTo(story, 13)).toEqual([]);
  expect(leadingTo([], 3)).toEqual([]);
});

test('of many lines the last few', () => {
  const story = [1, 2, 3, 4, 5].map((seq) => line(seq, 2));
  expect(leadingTo(story, 2).map(({ seq }) => seq)).toEqual([3, 4, 5]);
});
