import { expect, test } from 'vitest';

import { choicesOf, headIn, mannedBy } from './manning';

test('what can be chosen, the likeliest first', () => {
  expect(choicesOf(['staff'], true, false)).toEqual(['kept', 'staff', 'hot-seat', 'link']);
  expect(choicesOf(['staff'], false, true)).toEqual(['together', 'staff', 'hot-seat', 'link']);
});

test('a choice as the server takes it', () => {
  expect(mannedBy('kept', 'red')).toEqual({ opponent: 'kept', side: null, player: null });
  expect(mannedBy('staff', 'red')).toEqual({ opponent: 'program', side: 'red', player: 'staff' });
  expect(mannedBy('link', 'red')).toEqual({ opponent: 'link', side: 'red', player: null });
});

test('a save says in its first line what it is and who played it', () => {
  const head = { format: 'grognard-save', scenario: 'a/b', players: { red: 'staff', blue: 3 } };
  const save = `${JSON.stringify(head)}\n{}\n`;
  expect(headIn(save)).toEqual({ scenario: 'a/b', players: { red: 'staff' } });
  expect(headIn('no save\n')).toBeNull();
  expect(headIn('')).toBeNull();
});
