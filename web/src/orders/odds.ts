/** Odds: the outcomes of a weighed action, put together for a small chart. */

import type { Weight } from '../api/schema';

type Tone = Weight['tone'];

export interface Bar extends Weight {
  /** Of the highest bar, from 0 to 1. */
  height: number;
  /** Percent, written as short as it stays true. */
  label: string;
}

/** A percentage as a player reads it: never 0 or 100 for what may or may not happen. */
export function percent(value: number): string {
  if (value > 0 && value < 1) return '<1';
  if (value > 99 && value < 100) return '>99';
  return String(Math.round(value));
}

/** The outcomes as bars, in the order they were told. */
export function bars(outcomes: readonly Weight[]): Bar[] {
  const highest = Math.max(0, ...outcomes.map((one) => one.percent));
  return outcomes.map((one) => ({
    ...one,
    height: highest > 0 ? one.percent / highest : 0,
    label: percent(one.percent),
  }));
}

/** How much of all chance falls to each tone, good first; tones without any are left out. */
export function shares(outcomes: readonly Weight[]): { tone: Tone; percent: number }[] {
  const order: Tone[] = ['good', 'info', 'plain', 'warn', 'bad'];
  return order
    .map((tone) => ({
      tone,
      percent: outcomes
        .filter((one) => one.tone === tone)
        .reduce((sum, one) => sum + one.percent, 0),
    }))
    .filter((share) => share.percent > 0);
}
