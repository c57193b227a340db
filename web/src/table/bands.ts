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

/** A phase in a few letters, where there is no room for its name. */
export function brief(title: string): string {
  const [word = title] = title.split(/[\s-]/);
  return word.length > LETTERS + 1 ? `${word.slice(0, LETTERS)}.` : word;
}

/** The segment of a phase that takes orders now, where the ribbon's own word does not tell it. */
export function segmentOf(asked: Pick<Asked, 'name' | 'phase'>, bands: readonly Band[]): string {
  if (!asked.phase) return '';
  const now = bands.find((band) => band.state === 'now')?.title ?? '';
  const segment = asked.name.split(', ').at(-1) ?? '';
  return now === '' || segment.toLowerCase().includes(now.toLowerCase()) ? '' : segment;
}
