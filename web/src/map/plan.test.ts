import { describe, expect, it } from 'vitest';

import { honeycomb } from './honeycomb.fixture';
import { Plan } from './plan';

for (const orientation of ['pointy', 'flat'] as const) {
  describe(`a plan of ${orientation} hexes`, () => {
    const plan = new Plan(honeycomb(7, 6, orientation));

    it('finds the hex under every point well inside it', () => {
      for (const [i, label] of plan.labels.entries()) {
        const [x, y] = plan.centre(label);
        expect(plan.at(x, y)).toBe(i);
        for (const [u, v] of plan.corners(i)) {
          expect(plan.at(x + (u - x) * 0.98, y + (v - y) * 0.98)).toBe(i);
        }
      }
    });

    it('finds nothing beyond the corners and sides at the edge of the map', () => {
      const edge = plan.labels.findIndex((_, i) => plan.neighbours(i).length < 4);
      const [x, y] = plan.spot(edge);
      const corners = plan.corners(edge);
      const open = plan.beyond(edge).indexOf(-1);
      const [a, b] = [corners[open], corners[(open + 1) % 6]] as [
        [number, number],
        [number, number],
      ];
      const [u, v] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      expect(plan.at(x + (u - x) * 0.97, y + (v - y) * 0.97)).toBe(edge);
      expect(plan.at(x + (u - x) * 1.03, y + (v - y) * 1.03)).toBeUndefined();
      expect(plan.at(-1e4, 3)).toBeUndefined();
    });

    it('knows which hex lies beyond each side', () => {
      for (const i of plan.labels.keys()) {
        const corners = plan.corners(i);
        plan.beyond(i).forEach((h, k) => {
          if (h < 0) return;
          const [a, b] = [corners[k], corners[(k + 1) % 6]] as [[number, number], [number, number]];
          const [x, y] = plan.spot(i);
          const [u, v] = plan.spot(h);
          expect((a[0] + b[0]) / 2).toBeCloseTo((x + u) / 2, 1);
          expect((a[1] + b[1]) / 2).toBeCloseTo((y + v) / 2, 1);
        });
        expect(plan.beyond(i).filter((h) => h >= 0)).toHaveLength(plan.neighbours(i).length);
      }
    });

    it('goes from hex to hex in a direction', () => {
      const middle = plan.labels.findIndex((_, i) => plan.neighbours(i).length === 6);
      for (const h of plan.neighbours(middle)) {
        const [[x, y], [u, v]] = [plan.spot(middle), plan.spot(h)];
        expect(plan.toward(middle, Math.atan2(v - y, u - x))).toBe(h);
      }
    });
  });
}

describe('labels', () => {
  const plan = new Plan(honeycomb(3, 3, 'pointy'));

  it('name hexes both ways', () => {
    expect(plan.index('0102')).toBe(5);
    expect(plan.label(5)).toBe('0102');
    expect(plan.index('9999')).toBeUndefined();
    expect(() => plan.centre('9999')).toThrow('9999');
  });
});
