/** Bands: the sequence of play, gathered into the stretches that one side has to itself. */

import type { Asked, Band } from '../api/schema';

export interface Stretch {
  side: string | null;
  bands: Band[];
  /** Whether all of it is over, some of it is now, or all is to come. */
  state: Band['state'];
}

export function stretches(bands: readonly Band[]): Stretch[] {
  const found: Stretch[] = [];
  for (const band of bands) {
    const last = found.at(-1);
    if (last && last.side === band.side) last.bands.push(band);
    else found.push({ side: band.side, bands: [band], state: 'ahead' });
  }
  for (const stretch of found) {
    const states = new Set(stretch.bands.map((band) => band.state));
    stretch.state = states.size === 1 ? (stretch.bands[0]?.state ?? 'ahead') : 'now';
  }
  return found;
}

/** So many letters tell a phase from the others. */
const LETTERS = 4;

/** How tightly the ribbon is laid: each is closer than the one before. */
export const ROOMY = 0;
export const CLOSE = 1;
/** The turns of others in short words. */
export const SHORT = 2;
/** All but the present phase in short words. */
export const SHORTER = 3;
/** And what is over is a mark that it was. */
export const SHORTEST = 4;
/** What is over, where there is no room for more. */
export const TICK = '✓';

/** A phase in a few letters, where there is no room for its name; a second word where others begin
 * with the same. */
export function brief(title: string, among: readonly string[] = []): string {
  const [word = title, second] = title.split(/[\s-]/);
  const alike = among.some((other) => other !== title && other.split(/[\s-]/)[0] === word);
  return alike && second ? `${cut(word, 2)} ${cut(second, 2)}` : cut(word, LETTERS);
}

function cut(word: string, letters: number): string {
  return word.length > letters + 1 ? `${word.slice(0, letters)}.` : word;
}

/** What the ribbon says of a phase when it is laid so tightly; null: its whole name. */
export function worded(
  band: Band,
  group: Stretch,
  snug: number,
  among: readonly string[],
): string | null {
  if (band.state === 'now' || snug < SHORT) return null;
  if (snug === SHORT && group.state === 'now') return null;
  return snug === SHORTEST && band.state === 'past' ? TICK : brief(band.title, among);
}

/** The segment of a phase that takes orders now, where the ribbon's own word does not tell it. */
export function segmentOf(asked: Pick<Asked, 'name' | 'phase'>, bands: readonly Band[]): string {
  if (!asked.phase) return '';
  const now = bands.find((band) => band.state === 'now')?.title ?? '';
  const segment = asked.name.split(', ').at(-1) ?? '';
  return now === '' || segment.toLowerCase().includes(now.toLowerCase()) ? '' : segment;
}
