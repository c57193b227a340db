/** Palette: the colours of the scheme as a canvas takes them. */

import type { Hatch } from '../map/layers';
import type { SideCard } from '../api/schema';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain';

export interface Palette {
  tones: Readonly<Record<Tone, string>>;
  lit: string;
  accent: string;
  ink: string;
  sides: ReadonlyMap<string, SideCard>;
}

const NAMES: Readonly<Record<Tone, string>> = {
  good: '--good',
  bad: '--bad',
  warn: '--warn',
  info: '--info',
  plain: '--ink-soft',
};

/** What tells the tones apart for eyes that see red as green: a pattern over the hexes, */
export const TONE_HATCH: Readonly<Record<Tone, Hatch>> = {
  good: 'plain',
  bad: 'cross',
  warn: 'lines',
  info: 'plain',
  plain: 'dots',
};

/** and strokes along lines; what is not here is drawn through. */
export const TONE_DASH: Readonly<Partial<Record<Tone, number[]>>> = {
  bad: [3, 5],
  warn: [10, 7],
};

/** The colours in force on the page; to be read again when the scheme changes. */
export function palette(
  sides: readonly SideCard[],
  root: Element = document.documentElement,
): Palette {
  const style = getComputedStyle(root);
  const read = (name: string, otherwise: string) =>
    style.getPropertyValue(name).trim() || otherwise;
  return {
    tones: {
      good: read(NAMES.good, '#427030'),
      bad: read(NAMES.bad, '#a02c1e'),
      warn: read(NAMES.warn, '#8a5a00'),
      info: read(NAMES.info, '#22467a'),
      plain: read(NAMES.plain, '#5f543f'),
    },
    lit: read('--lit', '#d99a1f'),
    accent: read('--accent', '#8f2d20'),
    ink: read('--ink', '#2b2620'),
    sides: new Map(sides.map((side) => [side.id, side])),
  };
}
