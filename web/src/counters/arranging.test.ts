import { expect, test } from 'vitest';

import { Arranging } from './arranging.svelte';

const lying = ['a', 'b', 'c'];

test('a counter is moved through the stack, and what lies beside stays', () => {
  const one = new Arranging(
    () => lying,
    () => true,
  );
  one.by('c', -1);
  expect(one.draft).toEqual(['a', 'c', 'b']);
  one.by('c', -1);
  one.by('c', -1);
  expect(one.shown(['a', 'truck', 'b', 'c'])).toEqual(['c', 'truck', 'a', 'b']);
  expect(one.done()).toEqual(['c', 'a', 'b']);
  expect([one.draft, one.held]).toEqual([null, null]);
});

test('where only the top can be chosen a counter goes there or stays', () => {
  const one = new Arranging(
    () => lying,
    () => false,
  );
  one.by('c', -1);
  expect(one.draft).toEqual(['c', 'a', 'b']);
  one.to('c', 2);
  expect(one.done()).toBeNull();
});
