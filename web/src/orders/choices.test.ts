import { expect, test } from 'vitest';

import type { ActionCard } from '../api/schema';
import { merged, worded } from './choices';

const choice = (text: string): ActionCard => ({
  action: { do: text },
  text,
  name: '',
  hexes: [],
  pieces: [],
  weighed: false,
});

test('typed words find the choices that hold them all', () => {
  const choices = [choice('Retreat to 1'), choice('Retreat to 2'), choice('Stand')];
  expect(worded(choices, 'to retreat').map((one) => one.text)).toEqual([
    'Retreat to 1',
    'Retreat to 2',
  ]);
  expect(worded(choices, '')).toHaveLength(3);
});

test('two lists are one, each choice once', () => {
  expect(merged([choice('a'), choice('b')], [choice('b'), choice('c')])).toHaveLength(3);
});
