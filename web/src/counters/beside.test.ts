import { expect, it } from 'vitest';

import { beside } from './beside';

const room = { width: 1000, height: 800 };
const card = { width: 250, height: 120 };

it('a card goes to the right, its middle at the height of what it explains', () => {
  expect(beside([500, 400], card, room, 40)).toEqual([540, 340]);
});

it('and to the left when the right edge is near', () => {
  expect(beside([900, 400], card, room, 40)).toEqual([610, 340]);
});

it('and never off the screen', () => {
  const [x, y] = beside([150, 10], card, { width: 300, height: 800 }, 40);
  expect(x).toBe(42);
  expect(y).toBe(8);
  expect(beside([500, 795], card, room, 40)[1]).toBe(672);
});
