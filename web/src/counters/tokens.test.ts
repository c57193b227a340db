import { expect, it } from 'vitest';

import type { Mark } from '../api/schema';
import { isBroken, isUnfinished, isWorks, tokens } from './tokens';

const mark = (hex: string, kind: string): Mark => {
  return { hex, kind, short: '', side: null, title: kind, rule: '' };
};
const centre = (): [number, number] => [100, 100];

it('works are drawn around the hex and are no tokens', () => {
  expect(isWorks('entrench')).toBe(true);
  expect(isWorks('fort')).toBe(true);
  expect(tokens([mark('0101', 'fort'), mark('0101', 'flag')], centre, new Set(), 40)).toHaveLength(
    1,
  );
});

it('a token lies in the middle of an empty hex, and above counters', () => {
  const [alone] = tokens([mark('0101', 'flag')], centre, new Set(), 40);
  const [above] = tokens([mark('0101', 'flag')], centre, new Set(['0101']), 40);
  expect([alone?.x, alone?.y]).toEqual([100, 100]);
  expect(above?.y).toBeLessThan(100 - 20);
  expect(above?.radius).toBeLessThan(alone?.radius ?? 0);
});

it('tokens of one hex lie side by side, around its middle', () => {
  const laid = tokens([mark('0101', 'flag'), mark('0101', 'air')], centre, new Set(), 40);
  const [one, other] = laid.map(({ x }) => x - 100);
  expect((one ?? 0) + (other ?? 0)).toBeCloseTo(0);
  expect((other ?? 0) - (one ?? 0)).toBeGreaterThan(2 * (laid[0]?.radius ?? 0));
  expect(new Set(laid.map(({ key }) => key)).size).toBe(2);
});

it('a blown bridge is broken, a bridge is not', () => {
  expect(isBroken('blown')).toBe(true);
  expect(isBroken('bridge-down')).toBe(true);
  expect(isBroken('bridge-built')).toBe(false);
  expect(isUnfinished('bridge-work')).toBe(true);
});
