import { describe, expect, it } from 'vitest';

import type { Prize, Terms } from '../api/schema';
import { toBeBriefed } from './briefed';
import { degreeWords, nextUp, rangeWords, standWords, worthWords } from './scale';

const named = (side: string) => ({ german: 'German', soviet: 'Soviet' })[side] ?? side;

function prize(change: Partial<Prize>): Prize {
  const usual: Prize = {
    title: 'Klin',
    worth: 3,
    each: '',
    hexes: ['2716'],
    held: 0,
    of: 1,
    by: null,
    stand: 'open',
    rule: 'house',
  };
  return { ...usual, ...change };
}

const TERMS: Terms = {
  side: 'german',
  total: 5,
  complete: true,
  rule: 'house',
  degrees: [
    { title: 'decisive', winner: 'soviet', least: null, most: 2, here: false },
    { title: 'victory', winner: 'soviet', least: 3, most: 6, here: true },
    { title: 'draw', winner: null, least: 7, most: 7, here: false },
    { title: 'decisive', winner: 'german', least: 10, most: null, here: false },
  ],
  prizes: [],
  conditions: [],
};

describe('the scale of victory', () => {
  it('says whose each class is, and for how many points', () => {
    expect(TERMS.degrees.map((one) => `${rangeWords(one)}: ${degreeWords(one, named)}`)).toEqual([
      'up to 2: Soviet decisive victory',
      '3 to 6: Soviet victory',
      '7: a draw',
      '10 and more: German decisive victory',
    ]);
  });

  it('says how far it is to the next', () => {
    expect(nextUp(TERMS)?.points).toBe(2);
    expect(nextUp({ ...TERMS, degrees: TERMS.degrees.slice(0, 2) })).toBeNull();
  });

  it('says what a place is worth and how it stands', () => {
    expect(worthWords(prize({ each: 'hex', of: 2 }))).toBe('3 a hex');
    expect(worthWords(prize({ each: '5', worth: -1, of: 0 }))).toBe('−1 for each 5 steps');
    expect(standWords(prize({ of: 59, held: 11, stand: 'part' }))).toBe('11 of 59');
    expect(standWords(prize({ stand: 'won', held: 1 }))).toBe('held');
    expect(standWords(prize({ stand: 'part', held: 1 }))).toBe('held, if it stays so');
    expect(standWords(prize({ stand: 'gone' }))).toBe('too late');
  });
});

describe('a briefing', () => {
  it('is given once at each seat', () => {
    expect(toBeBriefed('a')).toBe(true);
    expect(toBeBriefed('a')).toBe(false);
    expect(toBeBriefed('b')).toBe(true);
    expect(toBeBriefed('')).toBe(false);
  });
});
