import { expect, test } from 'vitest';

import { changesIn } from './changes';

const one = { map: 'units', key: 'a', set: { hex: '0101' } };

test('a change a line, or all of them in a list', () => {
  expect(changesIn(`${JSON.stringify(one)}\n\n${JSON.stringify({ ...one, key: 'b' })}`)).toEqual([
    one,
    { ...one, key: 'b' },
  ]);
  expect(changesIn(JSON.stringify([one]))).toEqual([one]);
});

test('what is no change is none', () => {
  for (const text of ['', '  ', '{"map"', '[]', '[1]', '"units"', 'null', '[[]]']) {
    expect(changesIn(text), text).toBeNull();
  }
});
