import { describe, expect, it } from 'vitest';

import type { TaleLine } from '../api/schema';
import { battleLines, chapters, contents, EVERYTHING, headOf, speaksOf } from './chapters';

let seq = 0;

function line(text: string, more: Partial<TaleLine> = {}): TaleLine {
  seq += 1;
  return {
    seq,
    moment: seq,
    turn: 1,
    phase: 'Movement of german',
    side: 'german',
    text,
    rule: '3.1',
    dice: [],
    loud: false,
    hexes: [],
    pieces: [],
    sums: [],
    ...more,
  };
}

function kinds(rows: ReturnType<typeof chapters>): string[] {
  return rows.map((row) =>
    row.kind === 'line' ? row.line.text : row.kind === 'phase' ? `§ ${row.phase}` : row.kind,
  );
}

describe('chapters', () => {
  it('puts a heading before each turn and each phase, once', () => {
    const attack = { phase: 'Attack of german' };
    const rows = chapters([line('a'), line('b'), line('c', attack), line('d', { turn: 2 })]);
    expect(kinds(rows)).toEqual([
      'turn',
      '§ Movement of german',
      'a',
      'b',
      '§ Attack of german',
      'c',
      'turn',
      '§ Movement of german',
      'd',
    ]);
    expect(contents(rows)).toEqual([
      { turn: 1, row: 0 },
      { turn: 2, row: 6 },
    ]);
    expect(headOf(rows, 5)).toEqual({ turn: 1, phase: 'Attack of german' });
    expect(headOf(rows, 0)).toEqual({ turn: 1, phase: 'Movement of german' });
    expect(headOf(rows, 6)).toEqual({ turn: 2, phase: 'Movement of german' });
    expect(headOf([], 0)).toBeNull();
  });

  it('divides what was seen from what is new, and counts the new', () => {
    const lines = [line('old'), line('new'), line('newer')];
    const rows = chapters(lines, EVERYTHING, lines[0]?.seq ?? 0);
    expect(kinds(rows)).toEqual(['turn', '§ Movement of german', 'old', 'seen', 'new', 'newer']);
    expect(rows.find((row) => row.kind === 'seen')).toMatchObject({ count: 2 });
  });

  it('does not divide when all is new, or nothing', () => {
    const lines = [line('one'), line('two')];
    expect(kinds(chapters(lines, EVERYTHING, 0))).not.toContain('seen');
    expect(kinds(chapters(lines, EVERYTHING, 9999))).not.toContain('seen');
  });

  it('filters by side, and by every word wherever it stands', () => {
    const lines = [
      line('11/6 ARM goes', { hexes: ['2419'] }),
      line('24 CAV goes', { side: 'soviet', hexes: ['2718'] }),
    ];
    expect(kinds(chapters(lines, { ...EVERYTHING, side: 'soviet' }))).toContain('24 CAV goes');
    expect(kinds(chapters(lines, { ...EVERYTHING, side: 'soviet' }))).not.toContain(
      '11/6 ARM goes',
    );
    expect(chapters(lines, { ...EVERYTHING, words: 'arm 2419' })).toHaveLength(3);
    expect(chapters(lines, { ...EVERYTHING, words: 'arm 2718' })).toHaveLength(0);
  });

  it('finds words without their accents', () => {
    expect(speaksOf('Żuków über Wołokołamsk', 'zukow uber')).toBe(true);
    expect(speaksOf('Klin', 'kalinin')).toBe(false);
  });

  it('takes a number for what it begins', () => {
    expect(speaksOf('11/6 ARM in 2419', '6 arm')).toBe(true);
    expect(speaksOf('16 Army in 2419', '6 arm')).toBe(false);
    expect(speaksOf('16 Army in 2419', '24')).toBe(true);
  });
});

describe('battles', () => {
  it('hold what stands between two blows and what the same order brought about', () => {
    const lines = [
      line('moves'),
      line('attacks', { loud: true, moment: 50 }),
      line('retreats', { moment: 51 }),
      line('tests', { dice: [3, 4], moment: 52 }),
      line('goes on', { moment: 52 }),
      line('moves off', { moment: 53 }),
    ];
    expect(battleLines(lines)).toEqual([false, true, true, true, true, false]);
  });

  it('do not go on into the next phase', () => {
    const lines = [
      line('attacks', { loud: true, moment: 7 }),
      line('digs in', { phase: 'Strategic', moment: 7 }),
      line('attacks', { phase: 'Strategic', loud: true, moment: 8 }),
    ];
    expect(battleLines(lines)).toEqual([true, false, true]);
  });

  it('are two when much lies between', () => {
    const quiet = Array.from({ length: 14 }, (_, i) => line(`quiet ${i}`));
    const lines = [line('one', { loud: true }), ...quiet, line('two', { loud: true })];
    expect(battleLines(lines).filter(Boolean)).toHaveLength(2);
  });
});
