/** The coach: which turns are worth a second look, and what is said of them. */

import type { Chances, Coached, GameCard, OwnTurn, Range, Reviewed } from '../api/schema';
import { isTrouble } from '../api/client';

export const THOUSAND = 1000;
/** Thousandths of a victory that make a difference worth speaking of. */
const WORTH_SAYING = 15;
/** So many of the largest are rehearsed when the whole game is analysed. */
export const MOST = 3;
const TRIES = 6;

/** Whether the course of a game may be asked for: when it is over, or where one plays alone. */
export function coachable(
  game: Pick<GameCard, 'seats'> | null,
  over: boolean,
  playing: boolean,
): boolean {
  if (!game) return false;
  if (over) return true;
  const people = game.seats.filter((seat) => seat.role === 'player' && seat.kind !== 'ai');
  return playing && people.length > 0 && people.every((seat) => seat.mine);
}

/** A share in percent, as it is read. */
export function percent(share: number): string {
  return `${Math.round(share / 10)} %`;
}

/** A difference in points of percent, with its sign. */
export function points(difference: number): string {
  const rounded = Math.round(difference / 10);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '0';
}

export type Verdict = 'cost' | 'gain' | 'even';

/** What a difference says: something only if its interval leaves no doubt. */
export function verdict({ mean, low, high }: Range): Verdict {
  if (mean <= -WORTH_SAYING && high < 0) return 'cost';
  if (mean >= WORTH_SAYING && low > 0) return 'gain';
  return 'even';
}

/** The turns that are looked at again, the largest change first. */
export function pointedOut(told: Coached): OwnTurn[] {
  return told.largest.flatMap((number) => told.turns.find((one) => one.number === number) ?? []);
}

/** Turns with what is known of them: those that were rehearsed by what was found, the rest after. */
export function ranked(
  turns: readonly OwnTurn[],
  reviews: ReadonlyMap<number, Reviewed>,
): OwnTurn[] {
  const weight = ({ number, before, after, later }: OwnTurn): number => {
    const review = reviews.get(number);
    const swing = Math.max(Math.abs(after - before), Math.abs(later - before));
    if (!review) return swing - THOUSAND;
    return Math.max(Math.abs(review.decisions.mean), Math.abs(review.luck.mean));
  };
  return [...turns].sort((a, b) => weight(b) - weight(a) || a.number - b.number);
}

// ---- the graph

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Dot extends Chances {
  x: number;
  y: number;
}

/** The chances laid out from left to right, even from moment to moment. */
export function dots(chances: readonly Chances[], frame: Frame): Dot[] {
  const across = frame.width - frame.left - frame.right;
  const down = frame.height - frame.top - frame.bottom;
  const last = Math.max(1, chances.length - 1);
  return chances.map((one, i) => ({
    ...one,
    x: frame.left + (across * i) / last,
    y: frame.top + down * (1 - one.share / THOUSAND),
  }));
}

export function line(all: readonly Dot[]): string {
  return all.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** The surface between the line and the middle, which is nobody's. */
export function surface(all: readonly Dot[], middle: number): string {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return '';
  return `${line(all)}L${last.x.toFixed(1)} ${middle}L${first.x.toFixed(1)} ${middle}Z`;
}

// ---- asking

/** Ask for something; a server that has too much to do says when it would listen again. */
export async function patiently<T>(
  ask: () => Promise<T>,
  pause: (seconds: number) => Promise<void> = (seconds) =>
    new Promise((done) => setTimeout(done, seconds * 1000)),
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!isTrouble(error) || !error.passing || tries >= TRIES) throw error;
      await pause(Math.min(error.wait ?? tries, 30));
    }
  }
}
