import { describe, expect, it } from 'vitest';

import type { GameCard, IntentPlan } from '../api/schema';
import { beside, explains, keepsOrders, sectionsOf } from './intents';

function seats(...players: (string | null)[]): Pick<GameCard, 'seats'> {
  const found = players.map((player) => ({ kind: player ? 'ai' : 'person', player }));
  return { seats: found as GameCard['seats'] };
}

describe('orders of the day', () => {
  it('are kept by programs that plan', () => {
    expect(keepsOrders(seats(null, 'staff'))).toBe(true);
    expect(keepsOrders(seats(null, 'random'))).toBe(false);
    expect(keepsOrders(seats(null, null))).toBe(false);
    expect(keepsOrders(null)).toBe(false);
  });

  it('are read at once where the table was set up so', () => {
    expect(explains({ settings: { explains: true } })).toBe(true);
    expect(explains({ settings: { take_back: 'fair' } })).toBe(false);
  });

  it('leave out what says nothing', () => {
    const line = { text: 'take Klin', hexes: ['2717'], pieces: [], goals: ['2717'] };
    const plan: IntentPlan = {
      phase: 'Movement',
      aims: [line],
      efforts: [],
      fears: [line],
      kept: [],
      dropped: [],
    };
    expect(sectionsOf(plan).map(({ name }) => name)).toEqual(['aims', 'fears']);
  });

  it('are leafed through turn by turn', () => {
    expect(beside([1, 2, 4], 2, 1)).toBe(4);
    expect(beside([1, 2, 4], 2, -1)).toBe(1);
    expect(beside([1, 2, 4], 4, 1)).toBeUndefined();
  });
});
