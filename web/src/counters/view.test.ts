import { describe, expect, it } from 'vitest';

import { inside, kept } from './view';

const sight = { x: 1000, y: 1000, zoom: 1, width: 800, height: 600 };

describe('what is kept on the page', () => {
  it('holds all that is in sight, and a margin', () => {
    const rect = kept(sight);
    expect(inside(rect, 600, 700)).toBe(true);
    expect(inside(rect, 1400, 1300)).toBe(true);
    expect(rect.left).toBeLessThanOrEqual(600 - 200);
    expect(rect.bottom).toBeGreaterThanOrEqual(1300 + 200);
    expect(inside(rect, 4000, 1000)).toBe(false);
  });

  it('does not change with every pixel', () => {
    expect(kept({ ...sight, x: 1010, y: 1004 })).toEqual(kept(sight));
    expect(kept({ ...sight, x: 1900 })).not.toEqual(kept(sight));
  });

  it('is less of the map when one is nearer', () => {
    const near = kept({ ...sight, zoom: 4 });
    expect(near.right - near.left).toBeLessThan(1000);
  });
});
