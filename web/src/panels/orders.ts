/** The order of battle and the calendar, sorted as a printed card has them. */
import type { Arrival, Force, ForceLine } from '../api/schema';
import { speaksOf } from '../record/chapters';

/** The formations in which every word of a search is found, each with the lines that have them. */
export function found(forces: readonly Force[], words: string): Force[] {
  const wanted = words.trim();
  if (wanted === '') return [...forces];
  return forces.flatMap((force) => {
    if (speaksOf(force.title, wanted)) return [force];
    const named = new Set(force.lines.filter((line) => speaksOf(spoken(force, line), wanted)));
    // Who is looked for by a name, and not by a number, is looked for with his division.
    const divisions = new Set(/\d/.test(wanted) ? [] : [...named].map(division).filter(Boolean));
    const lines = force.lines.filter((line) => named.has(line) || divisions.has(division(line)));
    return lines.length ? [{ ...force, lines }] : [];
  });
}

/** The division that a counter's name ends with, as in `AR Reich/DR MOT`; empty if it has none. */
function division(line: ForceLine): string {
  return /\/([^/]+)$/.exec(line.name)?.[1] ?? '';
}

function spoken(force: Force, line: ForceLine): string {
  return [force.title, line.name, line.where, ...line.states].join(' ');
}

export interface SideForces {
  side: string;
  forces: Force[];
  /** Counters, counters gone, and steps that stand out of those there were. */
  counters: number;
  gone: number;
  step: number;
  steps: number;
}

/** The formations side by side, in the order in which the sides are named. */
export function bySide(forces: readonly Force[], sides: readonly string[]): SideForces[] {
  return sides.flatMap((side) => {
    const own = forces.filter((force) => force.side === side);
    if (own.length === 0) return [];
    const lines = own.flatMap((force) => force.lines);
    return [
      {
        side,
        forces: own,
        counters: lines.length,
        gone: lines.filter((line) => line.step <= 0).length,
        step: lines.reduce((sum, line) => sum + Math.max(line.step, 0), 0),
        steps: lines.reduce((sum, line) => sum + line.steps, 0),
      },
    ];
  });
}

export interface Leaf {
  turn: number;
  date: string;
  when: 'past' | 'now' | 'ahead';
  arrivals: Arrival[];
}

/** The calendar leaf by leaf, a turn each. */
export function leaves(arrivals: readonly Arrival[], now: number): Leaf[] {
  const byTurn = new Map<number, Leaf>();
  for (const arrival of arrivals) {
    const { turn, date } = arrival;
    const leaf: Leaf = byTurn.get(turn) ?? {
      turn,
      date,
      when: turn < now ? 'past' : turn === now ? 'now' : 'ahead',
      arrivals: [],
    };
    leaf.arrivals.push(arrival);
    byTurn.set(turn, leaf);
  }
  return [...byTurn.values()].sort((a, b) => a.turn - b.turn);
}
