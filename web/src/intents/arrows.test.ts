import { describe, expect, it } from 'vitest';

import type { OrderLine } from '../api/schema';
import { effortsIn, effortsLayer, effortsOf } from './arrows';

const INKS = { main: 'red', other: 'black' };
const PLACES: Record<string, readonly [number, number]> = {
  a: [0, 0],
  b: [10, 0],
  c: [20, 0],
  d: [100, 0],
};
const plan = {
  index: (hex: string) => (hex in PLACES ? Object.keys(PLACES).indexOf(hex) : undefined),
  centre: (hex: string) => PLACES[hex] as [number, number],
};

function line(pieces: string[], goals: string[]): OrderLine {
  return { text: 'go', hexes: goals, pieces, goals };
}

describe('arrows', () => {
  it('are drawn for those who go for some ground, heavier for the first', () => {
    const efforts = effortsIn([
      line(['one'], []),
      line(['one', 'two'], ['c']),
      line(['six'], ['d']),
    ]);
    expect(efforts.map((one) => [one.goals, one.main])).toEqual([
      [['c'], true],
      [['d'], false],
    ]);
  });

  it('go from where counters stand to the nearest of their ground', () => {
    const stands = (piece: string) => ({ one: 'a', two: 'b', out: null, here: 'd' })[piece];
    const efforts = [
      { pieces: ['one', 'two', 'out', 'nobody', 'here'], goals: ['c', 'd'], main: true },
      { pieces: ['two'], goals: ['a', 'off the map'], main: false },
    ];
    const layer = effortsLayer(efforts, stands, plan, INKS);
    expect(layer.lines.map((one) => [one.hexes, one.colour])).toEqual([
      [['b', 'a'], 'black'],
      [['b', 'c'], 'red'],
      [['a', 'c'], 'red'],
    ]);
    expect(layer.paints.map((one) => one.hex)).toEqual(['c', 'd']);
  });

  it('of nobody who can be seen are none', () => {
    expect(effortsOf(null)).toEqual([]);
    const layer = effortsLayer(
      [{ pieces: ['x'], goals: ['c'], main: true }],
      () => null,
      plan,
      INKS,
    );
    expect(layer.lines).toEqual([]);
  });
});
