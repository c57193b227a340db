import { expect, test } from 'vitest';

import type { Reach } from '../api/schema';
import { Ways } from './ways';

const reach = (cells: Reach['cells']): Reach => ({ cells, zones: [], stops: [], refusals: [] });

test('a path follows the links back to the start', () => {
  const ways = new Ways(
    reach([
      { hex: '0102', cost: '1', before: '0101' },
      { hex: '0103', cost: '2', before: '0102' },
      { hex: '0203', cost: '4', before: '0102' },
    ]),
    '0101',
  );
  expect(ways.path('0103')).toEqual(['0101', '0102', '0103']);
  expect(ways.path('0203')).toEqual(['0101', '0102', '0203']);
  expect(ways.cost('0103')).toBe('2');
});

test('a first hex without a link begins at the start all the same', () => {
  const ways = new Ways(reach([{ hex: '0102', cost: '1', before: null }]), '0101');
  expect(ways.path('0102')).toEqual(['0101', '0102']);
});

test('the start itself and what is out of reach have no path', () => {
  const ways = new Ways(reach([{ hex: '0101', cost: '0', before: null }]), '0101');
  expect(ways.path('0101')).toEqual([]);
  expect(ways.path('0909')).toEqual([]);
  expect(ways.has('0101')).toBe(false);
});

test('links that run in a circle do not hang the page', () => {
  const ways = new Ways(
    reach([
      { hex: 'a', cost: '1', before: 'b' },
      { hex: 'b', cost: '1', before: 'a' },
    ]),
    's',
  );
  expect(ways.path('a')).toEqual([]);
});
