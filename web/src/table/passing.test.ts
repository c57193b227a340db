import { expect, test } from 'vitest';

import type { Owed } from '../api/schema';
import { toasts } from '../common/toasts.svelte';
import { movement } from './laid.fixture';
import { Passing } from './passing.svelte';

function table(owing: readonly Owed[] = []) {
  const ended: string[] = [];
  const passer = {
    phase: { ...movement, id: '1.0', name: 'Mines' },
    question: null,
    owed: owing,
    ending: { do: 'end', title: 'End', rule: '', ends: true, by_card: false },
    busy: false,
    watching: false,
    inquiry: null,
    deputy: '',
    endPhase: () => {
      ended.push(passer.phase.id);
      return Promise.resolve();
    },
  };
  return { passer, ended, passing: new Passing(passer) };
}

const owed = { text: 'x', rule: '', hexes: [], pieces: [], must: false, do: '' };

test('what is at stake is not passed over unless one wants to go on', async () => {
  const { ended, passing } = table();
  await passing.step();
  expect(ended).toEqual([]);
});

test('a phase with nothing to decide passes by itself, once, and that is told', async () => {
  const { passer, ended, passing } = table();
  passer.phase = { ...passer.phase, idle: true };
  await passing.step();
  await passing.step();
  expect(ended).toEqual(['1.0']);
  passer.phase = { ...movement, id: '2.0', name: 'Movement' };
  await passing.step();
  expect(toasts.shown.at(-1)?.text).toContain('Mines');
});

test('nothing passes while one has a staff at work', async () => {
  const { passer, ended, passing } = table();
  passer.phase = { ...passer.phase, idle: true };
  passer.deputy = 'staff';
  await passing.step();
  expect(ended).toEqual([]);
});

test('whoever took something back stays where he is', async () => {
  const { passer, ended, passing } = table();
  passer.phase = { ...passer.phase, idle: true };
  passing.hold();
  await passing.step();
  expect(ended).toEqual([]);
});

test('who goes on stops at the next phase where something could be done', async () => {
  const { passer, ended, passing } = table();
  await passing.on();
  passer.phase = { ...movement, id: '2.0', name: 'Supply' };
  await passing.step();
  passer.phase = { ...movement, id: '3.0', name: 'Movement' };
  const waiting = table([owed]);
  waiting.passing.passed = ['Mines', 'Supply'];
  await waiting.passing.step();
  expect(ended).toEqual(['1.0', '2.0']);
  expect(waiting.ended).toEqual([]);
  expect(waiting.passing.passed).toBeNull();
});
