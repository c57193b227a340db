import { expect, it } from 'vitest';

import { lengthOf, lettering } from './lettering';

it('keeps the largest letters when there is room', () => {
  expect(lettering('4-4-7', 90, 30, 20)).toEqual({ size: 30, squeeze: undefined });
});

it('takes smaller letters for a longer line, just long enough', () => {
  const { size, squeeze } = lettering('12-14-10', 90, 30, 20);
  expect(squeeze).toBeUndefined();
  expect(size).toBeLessThan(30);
  expect(lengthOf('12-14-10') * size).toBeCloseTo(90, -1);
});

it('squeezes what would become too small to read', () => {
  expect(lettering('Großdeutschland', 48, 16, 9)).toEqual({ size: 9, squeeze: 48 });
});

it('knows narrow letters from wide ones', () => {
  expect(lengthOf('III')).toBeLessThan(lengthOf('MMM'));
});
