import { expect, it } from 'vitest';

import { bastions, rampart, teeth } from './works';

const square: [number, number][] = [
  [-10, -10],
  [10, -10],
  [10, 10],
  [-10, 10],
];

it('the rampart is the hex, smaller', () => {
  expect(rampart(square, 0.5)).toBe('M-5.0 -5.0L5.0 -5.0L5.0 5.0L-5.0 5.0Z');
});

it('teeth stand on every side and point outward', () => {
  const drawn = teeth(square, 1, 2, 3);
  expect(drawn.match(/M/g)).toHaveLength(8);
  expect(drawn).toContain('M-5.0 -10.0L-5.0 -13.0');
});

it('a bastion stands on every corner', () => {
  expect(bastions(square, 1, 2).match(/Z/g)).toHaveLength(4);
});
