/** Steps: what changed on the table from one moment to the next, and how long one looks at it. */

import type { Step, TableTop } from '../api/schema';

/** How fast others are watched: by itself, at every press, or not at all. */
export const PACES = ['slow', 'normal', 'fast', 'step', 'end'] as const;
export type Pace = (typeof PACES)[number];

/** Whether the dice wait until one has looked, go on by themselves, or are not shown. */
export const DICE = ['wait', 'quick', 'none'] as const;
export type Dice = (typeof DICE)[number];

/** A part of a step: where it happens comes into sight, the dice lie there, the counters go. */
export type Beat = 'look' | 'card' | 'move';

/** The table after a step. */
export function after(table: TableTop, step: Step): TableTop {
  const gone = new Set(step.gone);
  const fresh = new Map(step.counters.map((counter) => [counter.id, counter]));
  const known = new Set(table.counters.map((counter) => counter.id));
  const lifted = new Set(step.lifted.map(([hex, side]) => `${hex}/${side}`));
  const laid = new Map(step.stacks.map((stack) => [`${stack.hex}/${stack.side}`, stack]));
  const lay = new Set(table.stacks.map((stack) => `${stack.hex}/${stack.side}`));
  return {
    ...table,
    moment: step.moment,
    seq: step.seq,
    headline: step.headline ?? table.headline,
    counters: [
      ...table.counters
        .filter((counter) => !gone.has(counter.id))
        .map((counter) => fresh.get(counter.id) ?? counter),
      ...step.counters.filter((counter) => !known.has(counter.id)),
    ],
    stacks: [
      ...table.stacks
        .filter((stack) => !lifted.has(`${stack.hex}/${stack.side}`))
        .map((stack) => laid.get(`${stack.hex}/${stack.side}`) ?? stack),
      ...step.stacks.filter((stack) => !lay.has(`${stack.hex}/${stack.side}`)),
    ],
    marks: step.marks ?? table.marks,
    side_marks: step.side_marks ?? table.side_marks,
  };
}

/** The way that each counter goes in a step: its own, or one that leads from where it lay to where it lies. */
export function pathsOf(table: TableTop, step: Step): Map<string, string[]> {
  const before = new Map(table.counters.map((counter) => [counter.id, counter.hex]));
  const found = new Map<string, string[]>();
  for (const { id, hex } of step.counters) {
    const from = before.get(id);
    if (!hex || !from || from === hex) continue;
    const own = step.ways.filter((way) => way.pieces.includes(id));
    const legs = own.flatMap((way) => way.path);
    const led = step.ways.find((way) => way.path[0] === from && way.path.at(-1) === hex);
    const path = legs.length ? legs : (led?.path ?? []);
    const way = [from, ...path].filter((label, n, all) => label !== all[n - 1]);
    if (way.length > 1 && way.at(-1) === hex) found.set(id, way);
  }
  return found;
}

/** Where a step happens: whence and whither, the place of the dice, or else what is told of. */
export function hexesOf(step: Step): string[] {
  const ways = step.ways.flatMap((way) => [way.path[0], way.path.at(-1)]);
  const places = [...(step.card?.hexes ?? []), ...ways].filter((hex) => hex !== undefined);
  const told = step.lines.length === 1 ? (step.lines[0]?.hexes ?? []) : [];
  return [...new Set(places.length ? places : told.length <= 6 ? told : [])];
}

/** Whether the dice of a step are those of one's own side, or fell by one's own order. */
export function ownDice(step: Step, side: string | null): boolean {
  if (!step.card) return false;
  return step.mine || step.card.throws.some((one) => one.side !== null && one.side === side);
}

export interface Wish {
  pace: Pace;
  dice: Dice;
  /** One's own side. */
  side: string | null;
}

/** What of a step is watched, in its order; nothing of it, if one wants to be at the end. */
export function beats(step: Step, wish: Wish): Beat[] {
  const card = step.card !== null && wish.dice !== 'none';
  if (wish.pace === 'end') return card && ownDice(step, wish.side) ? ['look', 'card'] : [];
  if (!card) return ['look', 'move'];
  return step.late ? ['look', 'move', 'card'] : ['look', 'card', 'move'];
}

/** Whether there is anything in a step that one has not seen by doing it. */
export function worthWatching(step: Step, wish: Wish): boolean {
  const shown = beats(step, wish);
  return shown.includes('card') || (!step.mine && shown.length > 0);
}

const FACTOR: Record<Pace, number> = { slow: 1.7, normal: 1, fast: 0.4, step: 1, end: 0 };

/** Milliseconds that a counter takes for a hex. */
export const HEX: Record<Pace, number> = { slow: 300, normal: 170, fast: 70, step: 170, end: 0 };

/**
 * How long one looks at a beat, in milliseconds, besides what the counters need for their ways;
 * null until one goes on. It hangs on what is told and on nothing else.
 */
export function looking(step: Step, beat: Beat, wish: Wish): number | null {
  const factor = FACTOR[wish.pace];
  if (beat === 'look') return 0;
  if (wish.pace === 'step') return null;
  if (beat === 'card') {
    if (wish.dice === 'wait' && step.card?.stops) return null;
    return (1600 + 350 * (step.card?.throws.length ?? 0)) * (factor || 1);
  }
  if (step.mine) return 150 * factor;
  const text = step.lines.reduce((sum, line) => sum + line.text.length, 0);
  const quiet = step.counters.length === 0 && step.stacks.length === 0;
  const loud = step.lines.some((line) => line.loud);
  const reading = Math.min(250 + 9 * text, 1400);
  return (loud ? reading + 500 : quiet ? Math.min(reading, 600) : reading) * factor;
}
