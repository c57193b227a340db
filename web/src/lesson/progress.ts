/** How far a lesson has come in a game, kept in the browser so that a reload goes on there. */

import type { Place } from './lesson';

const PLACE = 'grognard.lesson.at.';

/** The place a game's lesson is at; null where none was begun. */
export function kept(game: string): Place | 'skipped' | null {
  try {
    const text = localStorage.getItem(PLACE + game);
    if (text === null || text === 'skipped') return text;
    const read = JSON.parse(text) as Partial<Place> | null;
    return read && Number.isInteger(read.at) && Array.isArray(read.begun) && read.begun.length
      ? { at: read.at ?? 0, begun: read.begun, held: read.held === true, early: [] }
      : null;
  } catch {
    return null;
  }
}

export function keep(game: string, place: Place | 'skipped'): void {
  try {
    const text = place === 'skipped' ? place : JSON.stringify(place);
    localStorage.setItem(PLACE + game, text);
  } catch {
    // a browser that keeps nothing begins again
  }
}
