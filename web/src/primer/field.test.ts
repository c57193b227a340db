import { expect, test } from 'vitest';

import { Field, odds } from './field';

const field = new Field(['.....', '..w..', '.....'], ['11', '21', '31']);

test('a hex has six neighbours, at the edge fewer', () => {
  expect(field.near('32').sort()).toEqual(['22', '31', '33', '41', '42', '43'].sort());
  expect(field.near('11')).toHaveLength(2);
});

test('a road is quick, a wood is slow, and an enemy stops', () => {
  const reach = field.reach('11', 2);
  expect(reach.get('21')).toBe(0.5);
  expect(reach.get('31')).toBe(1);
  expect(reach.get('12')).toBe(1);
  expect(field.cost('22', '32')).toBe(2);
  expect(field.reach('11', 5, ['41']).has('31')).toBe(true);
  expect(field.reach('11', 4, ['41']).has('51')).toBe(false);
});

test('supply finds its way round an enemy, or none', () => {
  expect(field.line('11', '51', [])).toEqual(['11', '21', '31', '41', '51']);
  expect(field.line('11', '51', ['32'])).toEqual([]);
  expect(field.line('13', '53', ['31']).length).toBeGreaterThan(4);
});

test('odds are rounded in favour of the defender', () => {
  expect(odds(7, 3).title).toBe('2:1');
  expect(odds(2, 3).title).toBe('1:2');
  expect(odds(13, 3)).toMatchObject({ title: '4:1' });
  expect(odds(3, 3).fates).toHaveLength(6);
});
