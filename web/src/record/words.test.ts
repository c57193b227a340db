import { expect, it } from 'vitest';

import { wordsOf } from './words';

function shown(text: string, hexes: string[]): string {
  return wordsOf({ text, hexes })
    .map((word) => (word.kind === 'text' ? word.text : `<${word.kind} ${word.text}>`))
    .join('');
}

it('points at the hexes a line is about, and at no other numbers', () => {
  expect(shown('24 CAV 2718→2818 by 2719', ['2718', '2818'])).toBe(
    '24 CAV <hex 2718>→<hex 2818> by 2719',
  );
  expect(shown('27180 and 2718.', ['2718'])).toBe('27180 and <hex 2718>.');
});

it('reads labels with points whole', () => {
  expect(shown('to B10.10, not B10.1', ['B10.1', 'B10.10'])).toBe(
    'to <hex B10.10>, not <hex B10.1>',
  );
});

it('makes a rule in brackets a rule', () => {
  expect(shown('fire: 2 (+4 AR 78 [1.4a], -2 town [S1.10])', [])).toBe(
    'fire: 2 (+4 AR 78 <rule [1.4a]>, -2 town <rule [S1.10]>)',
  );
});

it('loses nothing of a text', () => {
  const text = 'on 6:1 the dice give 10 [5.2.1e] in 2620';
  expect(
    wordsOf({ text, hexes: ['2620'] })
      .map((word) => word.text)
      .join(''),
  ).toBe(text);
  expect(wordsOf({ text: 'plain', hexes: [] })).toEqual([{ kind: 'text', text: 'plain' }]);
});
