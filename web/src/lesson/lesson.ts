/** Lesson: when a step of a guided lesson is done. */

import type { LessonStep } from '../api/schema';

/** What has just happened at the table, as far as a lesson cares. */
export interface Happened {
  /** The last action done from this seat. */
  action?: Record<string, unknown>;
  /** An event that was told. */
  event?: Record<string, unknown>;
  /** The phase the game is in. */
  phase?: string;
  /** The name of a question that is open. */
  asked?: string;
  /** The rule by which the last order was refused. */
  refused?: string;
  /** The counters that are chosen. */
  selected?: readonly string[];
  /** The action that is being weighed. */
  weighed?: Record<string, unknown>;
  /** The overlay that is laid on the map. */
  overlay?: string;
  /** An undo. */
  undone?: boolean;
}

/** Whether a thing is as a pattern says: objects by the parts it names, lists as sets within. */
export function matches(pattern: unknown, thing: unknown): boolean {
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(thing) && pattern.every((part) => thing.some((other) => matches(part, other)))
    );
  }
  if (pattern !== null && typeof pattern === 'object') {
    if (thing === null || typeof thing !== 'object') return false;
    const parts = thing as Record<string, unknown>;
    return Object.entries(pattern).every(([key, part]) => matches(part, parts[key]));
  }
  if (typeof pattern === 'string' && typeof thing === 'string') {
    return pattern === thing || (pattern.endsWith('*') && thing.startsWith(pattern.slice(0, -1)));
  }
  return pattern === thing;
}

const KINDS = [
  'action',
  'event',
  'phase',
  'asked',
  'refused',
  'selected',
  'weighed',
  'overlay',
  'undone',
];

/** What a step waits for; a bare action may stand for itself. */
function wanted(until: Record<string, unknown>): Record<string, unknown> {
  return KINDS.some((kind) => kind in until) ? until : { action: until };
}

/** Whether a step is done by what has happened; one that waits for nothing never is. */
export function done(step: LessonStep, happened: Happened): boolean {
  if (step.until === null) return false;
  return matches(wanted(step.until as Record<string, unknown>), happened);
}

/** The step after the one at `at`, given what has happened: further if later ones are done too. */
export function advanced(steps: readonly LessonStep[], at: number, happened: Happened): number {
  const step = steps[at];
  return step !== undefined && done(step, happened) ? at + 1 : at;
}
