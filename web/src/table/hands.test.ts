import { expect, test } from 'vitest';

import type { SeatCard } from '../api/schema';
import { nextHands, openTable, ownSeats, programAsked, setOpenTable, shared } from './hands';

const seat = (
  id: string,
  side: string | null,
  mine: boolean,
  role: SeatCard['role'] = 'player',
): SeatCard => ({
  id,
  side,
  mine,
  role,
  kind: 'person',
  player: null,
  name: '',
  guest: false,
  delay_lines: 0,
  delay_turns: 0,
  taken: mine,
});

const hotSeat = {
  seats: [seat('u', null, true, 'umpire'), seat('a', 'blue', true), seat('b', 'red', true)],
};
const apart = { seats: [seat('a', 'blue', true), seat('b', 'red', false)] };

test('the screen changes hands when only the other side is asked', () => {
  expect(nextHands(hotSeat, 'a', ['red'])?.id).toBe('b');
  expect(nextHands(hotSeat, 'b', ['blue'])?.id).toBe('a');
});

test('not while the present side is asked too, nor when somebody else plays the other', () => {
  expect(nextHands(hotSeat, 'a', ['blue', 'red'])).toBeNull();
  expect(nextHands(apart, 'a', ['red'])).toBeNull();
  expect(nextHands(hotSeat, 'a', [])).toBeNull();
});

test('an umpire keeps the screen', () => {
  expect(nextHands(hotSeat, 'u', ['red'])).toBeNull();
});

test('who holds several sides is known, and may play with open cards', () => {
  expect(shared(hotSeat)).toBe(true);
  expect(shared(apart)).toBe(false);
  expect(ownSeats(hotSeat).map((one) => one.id)).toEqual(['a', 'b', 'u']);
  expect(openTable('g')).toBe(false);
  setOpenTable('g', true);
  expect(openTable('g')).toBe(true);
  setOpenTable('g', false);
  expect(openTable('g')).toBe(false);
});

test('a program that is asked is known by level and style, people are not', () => {
  const staff = { ...seat('b', 'red', false), kind: 'ai' as const, player: 'staff:bold' };
  const game = { seats: [seat('a', 'blue', true), staff] };
  expect(programAsked(game, ['red'])).toBe('staff:bold');
  expect(programAsked(game, ['blue'])).toBe('');
  expect(programAsked(null, ['red'])).toBe('');
});
