import { expect, test } from 'vitest';

import type { Band } from '../api/schema';
import { CLOSE, SHORT, SHORTER, SHORTEST, brief, segmentOf, stretches, worded } from './bands';

const band = (title: string, side: string | null, state: Band['state']): Band => ({
  title,
  side,
  state,
  rule: '',
  about: '',
});

test('phases of one side in a row stand together', () => {
  const found = stretches([
    band('Air', null, 'past'),
    band('Move', 'blue', 'past'),
    band('Attack', 'blue', 'now'),
    band('Move', 'red', 'ahead'),
  ]);
  expect(found.map((one) => [one.side, one.bands.length, one.state])).toEqual([
    [null, 1, 'past'],
    ['blue', 2, 'now'],
    ['red', 1, 'ahead'],
  ]);
});

test('a stretch half over is now, even between two phases', () => {
  const found = stretches([band('Move', 'blue', 'past'), band('Attack', 'blue', 'ahead')]);
  expect(found[0]?.state).toBe('now');
});

test('a phase in a few letters', () => {
  expect(['Movement', 'Refit', 'Pre-Turn', 'Clean Up'].map((one) => brief(one))).toEqual([
    'Move.',
    'Refit',
    'Pre',
    'Clean',
  ]);
});

test('phases that begin alike are told apart', () => {
  const titles = ['Initiative', '2nd strikes', '2nd supply', 'Initiative moves', 'Supply'];
  const found = titles.map((title) => brief(title, titles));
  expect(found).toEqual(['Init.', '2nd st.', '2nd su.', 'In. mo.', 'Supp.']);
});

test('the tighter the ribbon, the fewer words; the present phase keeps its own', () => {
  const bands = [
    band('Weather', null, 'past'),
    band('Initiative', null, 'now'),
    band('Listening', null, 'ahead'),
    band('Movement', 'red', 'ahead'),
  ];
  const groups = stretches(bands);
  const told = (snug: number) =>
    groups.flatMap((group) => group.bands.map((one) => worded(one, group, snug, []) ?? one.title));
  expect(told(CLOSE)).toEqual(bands.map((one) => one.title));
  expect(told(SHORT)).toEqual(['Weather', 'Initiative', 'Listening', 'Move.']);
  expect(told(SHORTER)).toEqual(['Weat.', 'Initiative', 'List.', 'Move.']);
  expect(told(SHORTEST)).toEqual(['✓', 'Initiative', 'List.', 'Move.']);
});

test('a segment is named where the ribbon does not tell it', () => {
  const during = (title: string) => [band(title, 'blue', 'now')];
  const phase = (name: string) => ({ name, phase: true });
  expect(segmentOf(phase('Barrage Segment'), during('Movement'))).toBe('Barrage Segment');
  expect(segmentOf(phase('Movement Segment'), during('Movement'))).toBe('');
  expect(segmentOf(phase('Exploitation, Combat Segment'), during('Exploit'))).toBe(
    'Combat Segment',
  );
  expect(segmentOf(phase('Aircraft Refit'), during('Refit'))).toBe('');
  expect(segmentOf({ name: 'retreat', phase: false }, during('Combat'))).toBe('');
});
