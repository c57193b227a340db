import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Playback, RollCard, Step, TaleLine } from '../api/schema';
import { counter, stack, table } from '../table/sample';
import { Showing, type Showman } from './showing.svelte';
import { after, beats, hexesOf, looking, pathsOf, type Wish, worthWatching } from './steps';

function line(seq: number, more: Partial<TaleLine> = {}): TaleLine {
  return {
    ...{ seq, moment: seq, turn: 1, phase: 'Movement', side: 'red', text: 'r1 goes', rule: '' },
    ...{ dice: [], loud: false, hexes: [], pieces: [], sums: [] },
    ...more,
  };
}

function step(seq: number, more: Partial<Step> = {}): Step {
  return {
    ...{ moment: seq, seq, mine: false, lines: [line(seq)], ways: [], card: null, late: false },
    ...{ headline: null, counters: [], gone: [], stacks: [], lifted: [] },
    ...{ marks: null, side_marks: null },
    ...more,
  };
}

const going = (seq: number, from: string, to: string): Step =>
  step(seq, {
    ways: [{ path: [from, to], pieces: ['r1'] }],
    counters: [counter('r1', 'red', to)],
    stacks: [stack(to, 'red', ['r1'])],
    lifted: [[from, 'red']],
  });

const card = (more: Partial<RollCard> = {}): RollCard => ({
  ...{ title: 'Combat', opening: '', hexes: ['0102'], pieces: [], sums: [], outcome: [] },
  throws: [
    {
      ...{ seq: 12, title: 'Combat', side: 'red', dice: [3, 4], joins: null, counts: null },
      ...{ column: '', excerpt: null, text: 'seven', rule: '1' },
    },
  ],
  stops: true,
  ...more,
});

const usual: Wish = { pace: 'normal', dice: 'wait', side: 'blue' };

describe('steps', () => {
  it('lays the table as it is afterwards', () => {
    const before = table();
    const now = after(before, {
      ...going(12, '0104', '0103'),
      gone: ['b3'],
      headline: { ...before.headline, phase: 'Attack' },
    });
    expect(now.counters.find(({ id }) => id === 'r1')?.hex).toBe('0103');
    expect(now.counters.some(({ id }) => id === 'b3')).toBe(false);
    expect(now.stacks.map(({ hex }) => hex)).toEqual(['0101', '0102', '0105', '0103']);
    expect([now.seq, now.headline.phase]).toEqual([12, 'Attack']);
    expect(before.stacks.map(({ hex }) => hex)).toEqual(['0101', '0102', '0104', '0105']);
  });

  it('finds the way of a counter, also of one whose name was not told', () => {
    const moved = { counters: [counter('r1', 'red', '0102')] };
    const way = ['0104', '0103', '0102'];
    const named = step(12, { ...moved, ways: [{ path: ['0103', '0102'], pieces: ['r1'] }] });
    const unnamed = step(12, { ...moved, ways: [{ path: way, pieces: [] }] });
    const other = step(12, { ...moved, ways: [{ path: ['0105', '0102'], pieces: [] }] });
    expect(pathsOf(table(), named).get('r1')).toEqual(way);
    expect(pathsOf(table(), unnamed).get('r1')).toEqual(way);
    expect(pathsOf(table(), other).size).toBe(0);
  });

  it('looks at the ends of ways and at the place of the dice', () => {
    expect(hexesOf({ ...going(12, '0104', '0103'), card: card() })).toEqual([
      '0102',
      '0104',
      '0103',
    ]);
    expect(hexesOf(step(12, { lines: [line(12, { hexes: ['0105'] })] }))).toEqual(['0105']);
  });

  it('shows the dice before what they did, and after the way that led to them', () => {
    expect(beats(step(1, { card: card() }), usual)).toEqual(['look', 'card', 'move']);
    expect(beats(step(1, { card: card(), late: true }), usual)).toEqual(['look', 'move', 'card']);
    expect(beats(step(1, { card: card() }), { ...usual, dice: 'none' })).toEqual(['look', 'move']);
  });

  it('goes straight to the end but for dice of one’s own, if that is wanted', () => {
    const end: Wish = { ...usual, pace: 'end' };
    expect(beats(step(1, { card: card() }), end)).toEqual([]);
    expect(beats(step(1, { card: card(), mine: true }), end)).toEqual(['look', 'card']);
    expect(worthWatching(step(1, { mine: true }), usual)).toBe(false);
    expect(worthWatching(step(1), usual)).toBe(true);
  });

  it('takes its time by the pace and by what is told, and waits where it should', () => {
    const one = step(1, { card: card() });
    expect(looking(one, 'card', usual)).toBeNull();
    expect(looking(one, 'card', { ...usual, dice: 'quick' })).toBeGreaterThan(1000);
    expect(looking(step(1, { card: card({ stops: false }) }), 'card', usual)).toBeGreaterThan(0);
    expect(looking(one, 'move', { ...usual, pace: 'step' })).toBeNull();
    const [slow, fast] = (['slow', 'fast'] as const).map((pace) =>
      looking(one, 'move', { ...usual, pace }),
    );
    expect(slow).toBeGreaterThan(3 * (fast ?? 0));
  });
});

describe('showing', () => {
  let wish: Wish;
  let all: Step[];
  let man: { [key in keyof Showman]: ReturnType<typeof vi.fn> };

  beforeEach(() => {
    vi.useFakeTimers();
    wish = { ...usual };
    all = [going(12, '0104', '0103'), going(13, '0103', '0102')];
    man = {
      load: vi.fn((since: number | null, start: boolean): Promise<Playback> =>
        Promise.resolve({
          since: since ?? 9,
          seq: all.at(-1)?.seq ?? 9,
          more: false,
          start: start ? table({ moment: 4 }) : null,
          steps: all.filter((one) => one.seq > (since ?? 9)),
        }),
      ),
      wish: vi.fn(() => wish),
      expecting: vi.fn(() => false),
      onend: vi.fn(),
      onfail: vi.fn(),
    };
  });
  afterEach(() => void vi.useRealTimers());

  const made = () => new Showing(man as unknown as Showman);
  const soon = () => vi.advanceTimersByTimeAsync(0);
  const where = (showing: Showing) =>
    showing.table?.counters.find(({ id }) => id === 'r1')?.hex ?? null;

  it('holds the table as it was, and plays what came step by step to its end', async () => {
    const showing = made();
    showing.begin(table(), 13);
    expect([showing.active, where(showing)]).toEqual([true, '0104']);
    await soon();
    expect(where(showing)).toBe('0103');
    expect(showing.paths.get('r1')).toEqual(['0104', '0103']);
    await vi.advanceTimersByTimeAsync(700);
    expect(where(showing)).toBe('0102');
    await vi.advanceTimersByTimeAsync(700);
    expect([showing.active, showing.table]).toEqual([false, null]);
    expect(man.onend).toHaveBeenCalledOnce();
    expect(man.load).toHaveBeenCalledOnce();
  });

  it('adds what comes meanwhile at the end and cuts nothing off', async () => {
    const showing = made();
    showing.begin(table(), 13);
    await soon();
    all = [...all, going(14, '0102', '0103')];
    showing.begin(table({ seq: 13 }), 14);
    expect(where(showing)).toBe('0103');
    await vi.advanceTimersByTimeAsync(700);
    expect(where(showing)).toBe('0102');
    await vi.advanceTimersByTimeAsync(700);
    expect([showing.active, where(showing)]).toEqual([true, '0103']);
  });

  it('lets dice lie until one goes on', async () => {
    all = [{ ...going(12, '0104', '0103'), card: card() }];
    const showing = made();
    showing.begin(table(), 12);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(showing.card?.title).toBe('Combat');
    expect(where(showing)).toBe('0104');
    showing.press();
    expect(showing.card).toBeNull();
    expect(where(showing)).toBe('0103');
    await vi.advanceTimersByTimeAsync(5000);
    expect(showing.active).toBe(false);
  });

  it('waits at every step if one wants, goes back, and on', async () => {
    wish = { ...usual, pace: 'step' };
    const showing = made();
    showing.begin(table(), 13);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(where(showing)).toBe('0103');
    showing.next();
    await soon();
    expect(where(showing)).toBe('0102');
    showing.back();
    expect(where(showing)).toBe('0103');
    showing.back();
    expect(where(showing)).toBe('0104');
    showing.next();
    showing.next();
    showing.next();
    await soon();
    expect(showing.active).toBe(false);
  });

  it('pauses, goes on, and skips', async () => {
    const showing = made();
    showing.begin(table(), 13);
    await soon();
    showing.press();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([showing.playing, where(showing)]).toEqual([false, '0103']);
    showing.press();
    expect([showing.playing, where(showing)]).toEqual([true, '0102']);
    showing.skip();
    expect([showing.active, showing.jumping]).toEqual([false, true]);
    expect(man.onend).toHaveBeenCalledOnce();
  });

  it('is over at once where there was nothing but what one did oneself', async () => {
    all = [{ ...going(12, '0104', '0103'), mine: true }];
    const showing = made();
    showing.begin(table(), 12);
    await soon();
    expect([showing.active, showing.jumping]).toEqual([false, false]);
  });

  it('begins where one left, and says so', async () => {
    const showing = made();
    expect(await showing.recall(9, 13)).toBe(true);
    expect(man.load).toHaveBeenCalledWith(9, true);
    expect([showing.active, showing.since]).toEqual([true, true]);
    all = [];
    expect(await made().recall(null, 13)).toBe(false);
  });

  it('shows one’s last turn whoever asks for it, however quick he likes the game', async () => {
    wish = { ...usual, pace: 'end', dice: 'none' };
    const showing = made();
    expect(await showing.recall(9, 13)).toBe(false);
    expect(await showing.recall(null, 13)).toBe(true);
    await soon();
    expect(where(showing)).toBe('0103');
  });

  it('waits a while for more where others are about to act', async () => {
    man.expecting.mockReturnValue(true);
    const showing = made();
    showing.begin(table(), 13);
    await vi.advanceTimersByTimeAsync(1800);
    expect(showing.active).toBe(true);
    all = [...all, going(14, '0102', '0103')];
    showing.extend(14);
    await soon();
    expect(where(showing)).toBe('0103');
    await vi.advanceTimersByTimeAsync(5000);
    expect(showing.active).toBe(false);
  });

  it('lets the present be seen where it cannot be told', async () => {
    man.load.mockRejectedValue(new Error('the line is down'));
    const showing = made();
    showing.begin(table(), 13);
    await soon();
    expect(showing.active).toBe(false);
    expect(man.onfail).toHaveBeenCalledOnce();
  });
});
