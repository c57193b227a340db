import { expect, test } from 'vitest';

import type { EditForm } from '../api/schema';
import { changesOf } from './edits';

const FORM: EditForm = {
  piece: 'de-7',
  fields: [
    { map: 'units', field: 'hex', title: 'hex', kind: 'hex', value: '0101', values: [] },
    { map: 'units', field: 'cel', title: 'level', kind: 'number', value: 2, values: [] },
    { map: 'units', field: 'loaded', title: 'loaded', kind: 'flag', value: false, values: [] },
  ],
};
const LABELS = new Set(['0101', '0102']);

test('what was changed becomes an edit, and nothing else', () => {
  expect(changesOf(FORM, {}, LABELS)).toEqual([]);
  expect(changesOf(FORM, { hex: '0101', cel: 2 }, LABELS)).toEqual([]);
  expect(changesOf(FORM, { hex: '0102', loaded: true }, LABELS)).toEqual([
    { map: 'units', key: 'de-7', set: { hex: '0102', loaded: true } },
  ]);
});

test('what cannot be is not proposed', () => {
  expect(changesOf(FORM, { hex: '9999' }, LABELS)).toBeNull();
  expect(changesOf(FORM, { cel: Number.NaN }, LABELS)).toBeNull();
});
