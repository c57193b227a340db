import { afterEach, expect, test } from 'vitest';

import { room } from './room.svelte';
import type { Session } from './session.svelte';
import { Shelf } from './shelf.svelte';

const { width, height } = room;
afterEach(() => {
  [room.width, room.height] = [width, height];
});

/** A table at which something is asked. */
const asked = { inquiry: {}, weighing: null, showing: { active: false } } as unknown as Session;

test('on a tablet a lesson and a question are read one after the other', () => {
  [room.width, room.height] = [1024, 768];
  const shelf = new Shelf(asked, false);
  expect(shelf.either).toBe(false);
  shelf.teach();
  expect(shelf.either).toBe(true);
  shelf.learned = true; // on to the question
  shelf.step(true); // and the next step is read again
  expect(shelf.learned).toBe(false);
});

test('when the lesson is over the question has its place again', () => {
  [room.width, room.height] = [1024, 768];
  const shelf = new Shelf(asked, false);
  shelf.teach();
  shelf.step(false);
  expect(shelf.either).toBe(false);
});

test('on a wide screen they stand together, and a folded lesson stays folded', () => {
  [room.width, room.height] = [1440, 900];
  const shelf = new Shelf(asked, false);
  shelf.teach();
  shelf.learned = true;
  shelf.step(true);
  expect(shelf.either).toBe(false);
  expect(shelf.learned).toBe(true);
});
