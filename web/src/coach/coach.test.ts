import { describe, expect, it } from 'vitest';

import type { Chances, Coached, GameCard, Range, Reviewed } from '../api/schema';
import { Trouble } from '../api/trouble';
import {
  coachable,
  dots,
  line,
  patiently,
  percent,
  pointedOut,
  points,
  ranked,
  verdict,
} from './coach';

function seat(mine: boolean, kind = 'person'): unknown {
  return { role: 'player', kind, mine };
}

function game(...seats: unknown[]): Pick<GameCard, 'seats'> {
  return { seats: seats as GameCard['seats'] };
}

function range(mean: number, low: number, high: number): Range {
  return { mean, low, high };
}

const turns = [0, 1, 2].map((number) => ({
  number,
  turn: number + 1,
  date: '',
  begins: 10 * number + 1,
  ends: 10 * number + 5,
  before: 500,
  after: 500 - 20 * number,
  later: 500 - 20 * number,
}));

describe('the coach', () => {
  it('is asked when the game is over, or where one plays alone', () => {
    const alone = game(seat(true), seat(false, 'ai'));
    expect(coachable(alone, false, true)).toBe(true);
    expect(coachable(alone, false, false)).toBe(false);
    expect(coachable(game(seat(true), seat(false)), false, true)).toBe(false);
    expect(coachable(game(seat(true), seat(false)), true, true)).toBe(true);
    expect(coachable(null, true, true)).toBe(false);
  });

  it('says something only where the interval leaves no doubt', () => {
    expect(verdict(range(-80, -120, -40))).toBe('cost');
    expect(verdict(range(-80, -170, 10))).toBe('even');
    expect(verdict(range(-8, -10, -6))).toBe('even');
    expect(verdict(range(60, 10, 110))).toBe('gain');
    expect([percent(614), points(-83), points(26), points(3)]).toEqual(['61 %', '−8', '+3', '0']);
  });

  it('points out the turns that changed most, rehearsed ones by what was found', () => {
    const told = { turns, largest: [2, 0] } as unknown as Coached;
    expect(pointedOut(told).map((one) => one.number)).toEqual([2, 0]);
    const found = { decisions: range(-90, -120, -60), luck: range(10, 0, 20) } as Reviewed;
    expect(ranked(turns, new Map([[0, found]])).map((one) => one.number)).toEqual([0, 2, 1]);
  });

  it('draws full chances at the top and none at the bottom', () => {
    const frame = { width: 100, height: 50, left: 10, right: 10, top: 5, bottom: 5 };
    const all = dots(
      [{ share: 1000 } as Chances, { share: 500 } as Chances, { share: 0 } as Chances],
      frame,
    );
    expect(all.map(({ x, y }) => [x, y])).toEqual([
      [10, 5],
      [50, 25],
      [90, 45],
    ]);
    expect(line(all)).toBe('M10.0 5.0L50.0 25.0L90.0 45.0');
  });

  it('waits where the server has too much to do, and no longer for what cannot be', async () => {
    const busy = new Trouble({ error: 'busy', detail: 'later', refusals: [] } as never, 503);
    const never = new Trouble({ error: 'impossible', detail: 'no', refusals: [] } as never, 403);
    let tries = 0;
    const found = await patiently(
      () => (++tries < 3 ? Promise.reject(busy) : Promise.resolve('here')),
      () => Promise.resolve(),
    );
    expect([found, tries]).toEqual(['here', 3]);
    await expect(patiently(() => Promise.reject(never))).rejects.toBe(never);
  });
});
