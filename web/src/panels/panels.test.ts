import { describe, expect, it } from 'vitest';

import type { Force } from '../api/schema';
import { bell, distance, ofHundred, verdict } from './luck';
import { bySide, found, leaves } from './orders';
import { printed, scale, spread, ticks, turnTicks } from './scales';

describe('scales', () => {
  it('choose round numbers that cover everything and hold zero', () => {
    expect(ticks(0, 37)).toEqual([0, 10, 20, 30, 40]);
    expect(ticks(3, 9)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks(-4, 7)).toEqual([-5, 0, 5, 10]);
    expect(ticks(0, 0)).toEqual([0, 1]);
    expect(ticks(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticks(0, 2, 5, true)).toEqual([0, 1, 2]);
  });

  it('name no more turns than fit', () => {
    expect(turnTicks(1, 6, 10)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(turnTicks(1, 20, 8)).toEqual([5, 10, 15, 20]);
  });

  it('go both ways, and bear a stretch of no length', () => {
    const y = scale(0, 10, 100, 0);
    expect([y(0), y(5), y(10)]).toEqual([100, 50, 0]);
    expect(scale(3, 3, 0, 10)(3)).toBe(5);
  });

  it('keep labels apart and inside', () => {
    expect(spread([50, 52, 10], 12, 0, 100)).toEqual([50, 62, 10]);
    const low = spread([97, 98, 99], 12, 0, 100);
    expect(low).toEqual([76, 88, 100]);
    expect(spread([5], 12, 0, 100)).toEqual([5]);
  });

  it('print with a true minus', () => {
    expect(printed(-3)).toBe('−3');
    expect(printed(6.3333)).toBe('6.33');
  });
});

describe('luck', () => {
  it('says nothing about few rolls, and little about common ones', () => {
    expect(verdict({ rolls: 4, luckier: 0.999 })).toBe('few');
    expect(verdict({ rolls: 40, luckier: 0.5 })).toBe('middling');
    expect(verdict({ rolls: 40, luckier: 0.31 })).toBe('middling');
    expect(verdict({ rolls: 40, luckier: 0.2 })).toBe('rather-low');
    expect(verdict({ rolls: 40, luckier: 0.95 })).toBe('high');
    expect(verdict({ rolls: 40, luckier: 0.99 })).toBe('remarkably-high');
    expect(verdict({ rolls: 40, luckier: 0.01 })).toBe('remarkably-low');
  });

  it('never claims certainty', () => {
    expect(ofHundred(1)).toBe(99);
    expect(ofHundred(0)).toBe(1);
    expect(ofHundred(0.184)).toBe(18);
  });

  it('finds the place on the bell', () => {
    expect(distance(0.5)).toBeCloseTo(0, 9);
    expect(distance(0.975)).toBeCloseTo(1.959964, 5);
    expect(distance(0.01)).toBeCloseTo(-2.326348, 5);
    expect(distance(0)).toBe(-3);
    expect(distance(1, 2.5)).toBe(2.5);
    expect(bell(0)).toBe(1);
    expect(bell(1)).toBeCloseTo(0.60653, 5);
  });
});

const line = (piece: string, step: number, where = '2419'): Force['lines'][number] => ({
  piece,
  name: piece,
  values: '4-5-6',
  step,
  steps: 2,
  where,
  states: [],
});

const FORCES: Force[] = [
  { side: 'soviet', title: '16 Army', strength: '9', lost: '1', lines: [line('17 CAV', 0)] },
  {
    side: 'german',
    title: '6 ARM',
    strength: '12',
    lost: '0',
    lines: [line('11', 2), line('114', 1, '2718')],
  },
];

describe('the order of battle', () => {
  it('stands side by side and counts what is left', () => {
    const sides = bySide(FORCES, ['german', 'soviet', 'nobody']);
    expect(sides.map((side) => side.side)).toEqual(['german', 'soviet']);
    expect(sides[0]).toMatchObject({ counters: 2, gone: 0, step: 3, steps: 4 });
    expect(sides[1]).toMatchObject({ counters: 1, gone: 1, step: 0, steps: 2 });
  });

  it('finds a formation whole by its name, and a counter by its place', () => {
    expect(found(FORCES, '6 arm')[0]?.lines).toHaveLength(2);
    expect(found(FORCES, '2718')[0]?.lines.map((l) => l.piece)).toEqual(['114']);
    expect(found(FORCES, 'guards')).toEqual([]);
    expect(found(FORCES, ' ')).toHaveLength(2);
  });

  it('finds a whole division by a name that one of its counters bears', () => {
    const lines = ['AR Reich/DR MOT', 'Deutschland/DR MOT', '13/5 ARM'].map((name) =>
      line(name, 2),
    );
    const corps = [{ side: 'german', title: 'XL', strength: '', lost: '', lines }];
    const seen = (words: string) => found(corps, words)[0]?.lines.map((one) => one.name);
    expect(seen('reich')).toEqual(['AR Reich/DR MOT', 'Deutschland/DR MOT']);
    expect(seen('13')).toEqual(['13/5 ARM']);
  });
});

it('turns the calendar leaf by leaf', () => {
  const arrival = { date: '', side: 'german', text: '', pieces: [], where: '', due: true };
  const found = leaves(
    [3, 1, 3, 2].map((turn) => ({ ...arrival, turn })),
    2,
  );
  expect(found.map((leaf) => [leaf.turn, leaf.when, leaf.arrivals.length])).toEqual([
    [1, 'past', 1],
    [2, 'now', 1],
    [3, 'ahead', 2],
  ]);
});
