import { expect, test } from 'vitest';

import { news } from './notices.svelte';

const decision = { game: 'g', seat: 's', title: 'Klin', since: 7 };
const NOW = 1_000_000;

test('one is told once of each decision, and not of what one has before one', () => {
  expect(news([decision], {}, {}, NOW)).toEqual([decision]);
  expect(news([decision], { g: 7 }, {}, NOW)).toEqual([]);
  expect(news([decision], { g: 6 }, {}, NOW)).toEqual([decision]);
  expect(news([decision], {}, { g: NOW - 1000 }, NOW)).toEqual([]);
  expect(news([decision], {}, { g: NOW - 100_000 }, NOW)).toEqual([decision]);
});
