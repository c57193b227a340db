import { expect, test } from 'vitest';

import { figure } from './figures';

test('fractions are set as printed', () => {
  expect(figure('9/2')).toBe('4½');
  expect(figure('1/2')).toBe('½');
  expect(figure('17/3')).toBe('5⅔');
  expect(figure('-3/2')).toBe('-1½');
  expect(figure('8/2')).toBe('4');
});

test('what has no sign of its own stays a fraction, and words stay words', () => {
  expect(figure('25/12')).toBe('2 1/12');
  expect(figure('7/12')).toBe('7/12');
  expect(figure('7')).toBe('7');
  expect(figure('all')).toBe('all');
});
