import { expect, test } from 'vitest';

import { timeLeft } from './time';

test('time is told as short as it is needed', () => {
  expect(timeLeft(65)).toBe('1:05');
  expect(timeLeft(3725)).toBe('1:02:05');
  expect(timeLeft(2 * 86_400 + 3 * 3600)).toBe('2d 3h');
  expect(timeLeft(-5)).toBe('-0:05');
  expect(timeLeft(0)).toBe('0:00');
});
