// The scale of victory in words: its classes, where one stands, and how far it is to the next.

import type { Degree, Prize, Terms } from '../api/schema';
import { has, t } from '../i18n';

/** What a side is called, by its id. */
export type Named = (side: string) => string;

/** A class of the scale: whose victory, and how great. */
export function degreeWords(degree: Degree, named: Named): string {
  const key = `briefing.degree-${degree.title}`;
  const title = has(key) ? t(key) : degree.title;
  return degree.winner === null
    ? title
    : t('briefing.of-side', { side: named(degree.winner), title });
}

/** The points of a class: `8 to 9`, `10 and more`. */
export function rangeWords({ least, most }: Degree): string {
  if (least === null) return most === null ? '' : t('briefing.at-most', { most: minus(most) });
  if (most === null) return t('briefing.at-least', { least: minus(least) });
  return least === most
    ? minus(least)
    : t('briefing.from-to', { least: minus(least), most: minus(most) });
}

/** How far it is to the next class up, if there is one. */
export function nextUp(terms: Terms): { degree: Degree; points: number } | null {
  const at = terms.degrees.findIndex((degree) => degree.here);
  const degree = at < 0 ? undefined : terms.degrees[at + 1];
  return degree && degree.least !== null ? { degree, points: degree.least - terms.total } : null;
}

/** What a prize is worth: `3 each hex`, `−1 for each 5 steps`. */
export function worthWords(prize: Prize): string {
  const worth = minus(prize.worth);
  if (prize.each === '') return worth;
  if (prize.each === 'hex') return prize.of === 1 ? worth : t('briefing.each-hex', { worth });
  return t('briefing.each-steps', { worth, count: Number(prize.each) });
}

/** How a prize stands. */
export function standWords(prize: Prize): string {
  const { stand, held, of } = prize;
  if (stand === 'end') return t('briefing.stand-end');
  if (stand === 'gone') return t('briefing.stand-gone');
  if (stand === 'part' && held === of) return t('briefing.stand-held');
  if (of > 1 && stand !== 'won') return t('briefing.stand-of', { held, of });
  return stand === 'won' ? t('briefing.stand-won') : t('briefing.stand-open');
}

export function minus(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
