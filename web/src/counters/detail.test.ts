import { describe, expect, it } from 'vitest';

import { counterWidth, detailAt, LARGEST, SMALLEST } from './detail';

describe('the width of a counter', () => {
  it('is a little more than the radius of a hex, whatever the zoom', () => {
    expect(counterWidth(40, 1)).toBe(46);
    expect(counterWidth(40, 2)).toBe(46);
  });

  it.each([0.02, 0.1, 0.2, 0.25])('at zoom %d is still to be seen', (zoom) => {
    const pixels = counterWidth(40, zoom) * zoom;
    expect(pixels).toBeGreaterThanOrEqual(SMALLEST - 0.01);
    expect(pixels).toBeLessThan(SMALLEST * 1.15);
  });

  it.each([2.7, 4, 9])('at zoom %d does not fill the screen', (zoom) => {
    const pixels = counterWidth(40, zoom) * zoom;
    expect(pixels).toBeLessThanOrEqual(LARGEST + 0.01);
    expect(pixels).toBeGreaterThan(LARGEST / 1.15);
  });

  it('does not change with every frame of a zoom', () => {
    expect(counterWidth(40, 4)).toBe(counterWidth(40, 4.05));
  });
});

describe('what can be read', () => {
  it.each([
    [13, 'chip'],
    [21.9, 'chip'],
    [22, 'plain'],
    [44, 'plain'],
    [44.1, 'full'],
    [130, 'full'],
  ])('at %d pixels: %s', (pixels, detail) => {
    expect(detailAt(pixels)).toBe(detail);
  });
});
