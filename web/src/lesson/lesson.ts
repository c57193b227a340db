/**
 * Lesson: how far a pupil has come, by what lies on the table.
 *
 * A step is done when the table is as it wants, however it came to be so: done early it is passed
 * over when its turn comes, taken back it is gone back to. Only what leaves no trace on the table,
 * as a refusal or a choice, is waited for as it happens.
 */

import type { LessonStep } from '../api/schema';
import { type Condition, type Happened, holds, lasting, legible, type Lying } from './condition';

/** Where the table stood when a step began. */
export interface Begun {
  moment: number;
  /** How much had been told by then; if some of it is taken back, so is the step. */
  seq: number;
}

export interface Place {
  at: number;
  /** When each step began, up to the one that is under way. */
  begun: readonly Begun[];
  /** Whether the step is done and waits to be read on from. */
  held: boolean;
  /** The steps that were passed over since they had been done already. */
  early: readonly number[];
}

export interface Back {
  /** When it was told that something was taken back, and how much of what was told counts still. */
  seq: number;
  to: number;
}

type Steps = readonly LessonStep[];

export function until(step: LessonStep | undefined): Condition | null {
  return step?.until ?? null;
}

/** What spoils a step although the table may be as it wants: the text of it, if there is one. */
export function spoilt(step: LessonStep, table: Lying): string | null {
  const found = step.spoilt.find((one) => holds(one.when, table));
  return found ? found.text : null;
}

/** Whether a step is done. */
export function done(step: LessonStep | undefined, table: Lying, happened: Happened = {}): boolean {
  const wanted = until(step);
  if (!step || wanted === null || spoilt(step, table) !== null) return false;
  return holds(wanted, table, happened);
}

/** Whether a step is over though it was never done. */
export function missed(step: LessonStep, table: Lying): boolean {
  return step.during !== null && !holds(step.during, table) && !done(step, table);
}

/** Whether it can be seen that a step is done, whoever did it and when. */
function seen(step: LessonStep, table: Lying): boolean {
  const wanted = until(step);
  return wanted !== null && legible(wanted) && done(step, table);
}

/** Whether a step leaves something on the table that later ones may need. */
function leavesTrace(step: LessonStep): boolean {
  const wanted = until(step);
  return wanted !== null && lasting(wanted);
}

export function first(begun: Begun): Place {
  return { at: 0, begun: [begun], held: false, early: [] };
}

/** Turn to a step because the pupil wants to; one that lies behind keeps the moment it began at. */
export function turned(place: Place, to: number, now: Begun): Place {
  const begun = [...place.begun];
  while (begun.length <= to) begun.push(now);
  return { at: to, begun, held: false, early: [] };
}

/**
 * The place after the table has changed or something has happened: on from a step that is done, and
 * over those that were done before or that the game has left behind.
 */
export function advanced(
  place: Place,
  steps: Steps,
  table: Lying,
  happened: Happened,
  now: Begun,
): Place {
  const step = steps[place.at];
  if (!step || place.held) return place;
  if (done(step, table, happened)) {
    if (step.stays) return { ...place, held: true };
    return passed(turned(place, place.at + 1, now), steps, table, now);
  }
  return passed(place, steps, table, now);
}

/** Over the steps that were done already, and those that are only to be read and come too late. */
export function passed(from: Place, steps: Steps, table: Lying, now: Begun): Place {
  let place = from;
  for (let step = steps[place.at]; step; step = steps[place.at]) {
    const late = !leavesTrace(step) && missed(step, table) && goneAhead(place.at, steps, table);
    if (!late && !seen(step, table)) break;
    if (step.stays && !late) return { ...place, held: true };
    const early = [...place.early, place.at];
    place = { ...turned(place, place.at + 1, now), early };
  }
  return place;
}

/** Whether the next step that leaves a trace has been taken. */
function goneAhead(at: number, steps: Steps, table: Lying): boolean {
  const next = steps.slice(at + 1).find(leavesTrace);
  return next !== undefined && seen(next, table);
}

/**
 * The place after something was taken back: where the table stands again. What began after that is
 * as it was, so that it may be asked any number of times.
 */
export function takenBack(place: Place, back: Back): Place {
  const kept = place.begun.findLastIndex(({ seq }) => seq <= back.to || seq >= back.seq);
  if (kept < 0 || kept >= place.at) return place;
  return { at: kept, begun: place.begun.slice(0, kept + 1), held: false, early: [] };
}

/** The last step that began before the table was as it is, to which one can go back. */
export function returnable(place: Place, moment: number): number | null {
  const found = place.begun.slice(0, place.at + 1).findLastIndex((begun) => begun.moment < moment);
  return found < 0 ? null : found;
}
