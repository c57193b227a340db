import { describe, expect, it, vi } from 'vitest';

import type { Story, TableTop } from '../api/schema';
import { Trouble } from '../api/trouble';
import { table } from '../table/sample';
import { happened, isWay, Moments, wholeStory } from './replay';
import { battle, told } from './sample';

const ROW = ['0101', '0102', '0103', '0104'];
const plan = {
  index: (label: string) => (ROW.includes(label) ? ROW.indexOf(label) : undefined),
  neighbours: (i: number) => [i - 1, i + 1].filter((n) => n >= 0 && n < ROW.length),
};

const busy = (wait: number | null): Trouble =>
  new Trouble(
    { error: 'too-many', detail: 'too many', rule: null, would_be_right: null, refusals: [] },
    429,
    wait,
  );

describe('the moments of a replay', () => {
  it('are asked for once each, and again when they are long forgotten', async () => {
    const load = vi.fn((moment: number) => Promise.resolve(table({ moment })));
    const moments = new Moments(load);
    expect((await moments.at(3)).moment).toBe(3);
    await moments.at(3);
    expect(load).toHaveBeenCalledTimes(1);
    for (let moment = 10; moment < 75; moment++) await moments.at(moment);
    await moments.at(3);
    expect(load).toHaveBeenCalledTimes(67);
  });

  it('wait for a server that has too much to do, as long as it says', async () => {
    const answers: (() => Promise<TableTop>)[] = [
      () => Promise.reject(busy(3)),
      () => Promise.resolve(table({ moment: 2 })),
    ];
    const pauses: number[] = [];
    const moments = new Moments(
      () => (answers.shift() ?? (() => Promise.reject(busy(null))))(),
      (seconds) => {
        pauses.push(seconds);
        return Promise.resolve();
      },
    );
    expect((await moments.at(2)).moment).toBe(2);
    expect(pauses).toEqual([3]);
    await expect(moments.at(5)).rejects.toThrow('too many');
    expect(pauses).toHaveLength(5);
  });

  it('do not keep what failed', async () => {
    let fails = true;
    const moments = new Moments((moment) =>
      fails ? Promise.reject(new Error('lost')) : Promise.resolve(table({ moment })),
    );
    await expect(moments.at(4)).rejects.toThrow('lost');
    fails = false;
    expect((await moments.at(4)).moment).toBe(4);
  });
});

it('reads a story to its end, however it is cut', async () => {
  const lines = battle();
  const story = (since: number): Promise<Story> =>
    Promise.resolve({
      since,
      seq: since + 2,
      more: since < 2,
      lines: lines.slice(since, since + 2),
    });
  expect(await wholeStory(story)).toEqual(lines);
});

it('knows a way from a handful of hexes', () => {
  expect(isWay(['0101', '0102', '0103'], plan)).toBe(true);
  expect(isWay(['0101', '0103'], plan)).toBe(false);
  expect(isWay(['0101'], plan)).toBe(false);
  expect(isWay(['0101', '9999'], plan)).toBe(false);
});

it('tells what happened at a moment: ways by their ends, the rest by its hexes', () => {
  const lines = [
    told(1, 'goes', { moment: 7, hexes: ['0101', '0102'], pieces: ['11'] }),
    told(2, 'is shelled', { moment: 7, hexes: ['0104'], pieces: ['27'] }),
    told(3, 'later', { moment: 8, hexes: ['0103'], pieces: ['5'] }),
  ];
  expect(happened(lines, 7, plan)).toEqual({
    hexes: ['0104', '0102'],
    pieces: ['11', '27'],
    ways: [{ path: ['0101', '0102'], pieces: ['11'] }],
  });
});
