import { describe, expect, it } from 'vitest';

import { fan, rings, type Room } from './fan';

const SCREEN: Room = { width: 1600, height: 1000 };

function apart(places: [number, number][]): number {
  let least = Infinity;
  places.forEach(([ax, ay], n) => {
    for (const [bx, by] of places.slice(n + 1))
      least = Math.min(least, Math.max(Math.abs(ax - bx), Math.abs(ay - by)));
  });
  return least;
}

describe('rings', () => {
  it('take what fits around them and leave the rest to the next', () => {
    const made = rings(20, 60, 80);
    expect(made.map((ring) => ring.count)).toEqual([6, 12, 2]);
    expect(made[1]?.radius).toBeCloseTo(80 + 60 * 1.2 + 10);
  });
});

describe('a fan', () => {
  it.each([2, 3, 5, 9, 10, 14, 30])('of %d has a place for everybody, none on another', (count) => {
    const { places, size } = fan(count, [800, 500], SCREEN, 64, 40);
    expect(places).toHaveLength(count);
    expect(apart(places)).toBeGreaterThanOrEqual(size);
  });

  it('stays round its hex in the middle of the screen', () => {
    expect(fan(6, [800, 500], SCREEN, 64, 40).shift).toEqual([0, 0]);
  });

  it('puts two side by side, and the top counter of more at the top', () => {
    const pair = fan(2, [800, 500], SCREEN, 64, 40).places;
    expect(pair[0]?.[0]).toBeLessThan(0);
    expect(pair[0]?.[1]).toBeCloseTo(0);
    expect(fan(5, [800, 500], SCREEN, 64, 40).places[0]?.[1]).toBeLessThan(0);
  });

  it.each([
    [0, 0],
    [1600, 0],
    [5, 990],
    [1600, 1000],
  ])('opened at %d, %d does not leave the screen', (x, y) => {
    const { places, shift, size } = fan(9, [x, y], SCREEN, 64, 40);
    for (const [px, py] of places) {
      expect(x + shift[0] + px - size / 2).toBeGreaterThanOrEqual(0);
      expect(y + shift[1] + py - size / 2).toBeGreaterThanOrEqual(0);
      expect(x + shift[0] + px + size / 2).toBeLessThanOrEqual(1600);
      expect(y + shift[1] + py + size / 2).toBeLessThanOrEqual(1000);
    }
  });

  it('becomes smaller on a small screen', () => {
    const small = fan(12, [180, 180], { width: 360, height: 360 }, 96, 40);
    expect(small.size).toBeLessThan(96);
    expect(small.reach).toBeLessThanOrEqual(180);
  });
});
