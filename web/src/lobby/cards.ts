// A scenario as the lobby shows it, on the back of its box.

import type { ScenarioCard } from '../api/schema';

/** What the shelf tells of a scenario; one that somebody brought tells less. */
export type Card = ScenarioCard & {
  turns?: number | null;
  counters?: Readonly<Record<string, number>> | null;
  minutes?: number | null;
  difficulty?: number | null;
  teaches?: string | null;
  about?: string | null;
  first_player?: string | null;
  learning?: boolean;
};

export const GAUGE = 5;

/** Where a value lies on a printed scale of five, by the steps at which the marks stand. */
export function onScale(value: number, steps: readonly number[]): number {
  return 1 + steps.filter((step) => value > step).length;
}

const MINUTES = [45, 120, 300, 720] as const;
const COUNTERS = [40, 90, 180, 400] as const;

export function lengthOf(card: Card): number | null {
  return typeof card.minutes === 'number' ? onScale(card.minutes, MINUTES) : null;
}

export function countersOf(card: Card): number | null {
  const counters = Object.values(card.counters ?? {});
  return counters.length > 0 ? counters.reduce((sum, count) => sum + count, 0) : null;
}

export function sizeOf(card: Card): number | null {
  const counters = countersOf(card);
  return counters === null ? null : onScale(counters, COUNTERS);
}

export function difficultyOf(card: Card): number | null {
  return typeof card.difficulty === 'number' ? Math.min(GAUGE, Math.max(1, card.difficulty)) : null;
}

/** The side a newcomer should take: the one that begins, or the first. */
export function firstSide(card: Card): string {
  return card.first_player && card.sides.includes(card.first_player)
    ? card.first_player
    : (card.sides[0] ?? '');
}

/** The scenario to learn with, if the shelf has one: of those made for it the easiest. */
export function learningOne(cards: readonly Card[]): Card | undefined {
  const ease = (card: Card): number => difficultyOf(card) ?? GAUGE;
  return cards.filter((card) => card.learning === true).sort((a, b) => ease(a) - ease(b))[0];
}

export function pictureOf(card: Pick<Card, 'id'>): string {
  return `/api/v1/scenarios/${card.id.split('/').map(encodeURIComponent).join('/')}/picture.png`;
}
