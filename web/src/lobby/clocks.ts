// Clocks that people play by; a game has one of these or none.

import type { TimeSettings } from '../api/schema';

export type ClockChoice = 'none' | 'blitz' | 'evening' | 'letter' | 'own';

const MINUTE = 60;
const DAY = 86_400;

export const CLOCKS: Readonly<Record<Exclude<ClockChoice, 'none' | 'own'>, TimeSettings>> = {
  blitz: { per: 'game', seconds: 60 * MINUTE, increment: 15, flag: 'loss' },
  evening: { per: 'game', seconds: 180 * MINUTE, increment: 30, flag: 'shown' },
  letter: { per: 'answer', seconds: 3 * DAY, increment: 0, flag: 'shown' },
};

export interface OwnClock {
  per: 'answer' | 'game';
  minutes: number;
  increment: number;
  flag: 'loss' | 'shown';
}

const LONGEST = 366 * DAY;

/** The clock that was chosen, as the server takes it; null for none or one that cannot be. */
export function clockOf(choice: ClockChoice, own: OwnClock): TimeSettings | null {
  if (choice === 'none') return null;
  if (choice !== 'own') return CLOCKS[choice];
  if (!isClock(own)) return null;
  return {
    per: own.per,
    seconds: Math.round(own.minutes * MINUTE),
    increment: own.per === 'game' ? Math.round(own.increment) : 0,
    flag: own.flag,
  };
}

/** Whether such a clock can be set. */
export function isClock(own: OwnClock): boolean {
  const seconds = own.minutes * MINUTE;
  return (
    Number.isFinite(seconds) &&
    seconds >= 1 &&
    seconds <= LONGEST &&
    own.increment >= 0 &&
    own.increment <= LONGEST
  );
}
