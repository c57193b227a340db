import { expect, test } from 'vitest';

import { amended } from './amend';

test('a change is taken over, and what it leaves alone stays the same thing', () => {
  const kept = { id: 'b', hex: '0102' };
  const old = { turn: 1, gone: true, cards: [{ id: 'a', hex: '0101' }, kept, { id: 'c' }] };
  const made = amended(old, {
    cut: ['gone'],
    put: [['phase', 'Combat']],
    into: [
      [
        'cards',
        {
          cut: [2],
          put: [[0, { id: 'new' }]],
          into: [[1, { cut: [], put: [['hex', '0103']], into: [] }]],
        },
      ],
    ],
  });
  expect(made).toEqual({
    turn: 1,
    phase: 'Combat',
    cards: [{ id: 'new' }, { id: 'a', hex: '0103' }, kept],
  });
  expect(made.cards[2]).toBe(kept);
  expect(old.cards[0]).toEqual({ id: 'a', hex: '0101' });
});
