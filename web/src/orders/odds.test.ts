import { expect, test } from 'vitest';

import type { Weight } from '../api/schema';
import { bars, percent, shares } from './odds';

const weight = (text: string, value: number, tone: Weight['tone']): Weight => ({
  text,
  percent: value,
  tone,
  probability: '',
  rolls: [],
});

test('a percentage is never rounded to certainty', () => {
  expect(percent(0.3)).toBe('<1');
  expect(percent(99.7)).toBe('>99');
  expect(percent(100)).toBe('100');
  expect(percent(27.78)).toBe('28');
});

test('bars stand against the highest of them', () => {
  const found = bars([weight('a', 20, 'good'), weight('b', 80, 'bad')]);
  expect(found.map((bar) => bar.height)).toEqual([0.25, 1]);
  expect(bars([])).toEqual([]);
});

test('shares add up by tone, good before bad', () => {
  const found = shares([weight('a', 20, 'bad'), weight('b', 50, 'good'), weight('c', 30, 'bad')]);
  expect(found).toEqual([
    { tone: 'good', percent: 50 },
    { tone: 'bad', percent: 50 },
  ]);
});
