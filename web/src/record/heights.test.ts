import { describe, expect, it } from 'vitest';

import { atEnd, Heights } from './heights';

describe('heights', () => {
  it('agree with plain addition after many changes', () => {
    const plain = Array.from({ length: 5000 }, (_, i) => 20 + (i % 7) * 5);
    const heights = new Heights(plain);
    for (let i = 0; i < 5000; i += 13) {
      const old = plain[i] ?? 0;
      expect(heights.set(i, old + 31)).toBe(31);
      plain[i] = old + 31;
    }
    let sum = 0;
    plain.forEach((height, i) => {
      if (i % 97 === 0) {
        expect(heights.start(i)).toBe(sum);
        expect(heights.at(sum)).toBe(i);
        expect(heights.at(sum + height - 1)).toBe(i);
      }
      sum += height;
    });
    expect(heights.total).toBe(sum);
  });

  it('give the rows of a window and no more than the spare ones', () => {
    const heights = new Heights(Array<number>(1000).fill(10));
    expect(heights.window(500, 100, 0)).toEqual([50, 61]);
    expect(heights.window(500, 100, 50)).toEqual([45, 66]);
    expect(heights.window(0, 100, 50)[0]).toBe(0);
    expect(heights.window(9950, 100, 50)[1]).toBe(1000);
  });

  it('bear an empty list and places beyond the ends', () => {
    const none = new Heights([]);
    expect(none.total).toBe(0);
    expect(none.window(0, 100, 10)).toEqual([0, 0]);
    const some = new Heights([10, 20, 30]);
    expect(some.at(-5)).toBe(0);
    expect(some.at(60)).toBe(2);
    expect(some.at(1e9)).toBe(2);
    expect(some.set(7, 10)).toBe(0);
  });

  it('know the end from a little above it', () => {
    expect(atEnd(880, 100, 1000)).toBe(true);
    expect(atEnd(800, 100, 1000)).toBe(false);
  });
});
