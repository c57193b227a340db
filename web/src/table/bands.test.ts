import { expect, test } from 'vitest';

import type { Band } from '../api/schema';
import { brief, segmentOf, stretches } from './bands';

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
  expect(['Movement', 'Refit', 'Pre-Turn', 'Clean Up'].map(brief)).toEqual([
    'Move.',
    'Refit',
    'Pre',
    'Clean',
  ]);
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
