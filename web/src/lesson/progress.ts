/** How far a lesson has come in a game, kept in the browser so that a reload goes on there. */

const PLACE = 'grognard.lesson.at.';

/** The step a game's lesson is at; null where none was begun. */
export function kept(game: string): number | 'skipped' | null {
  try {
    const text = localStorage.getItem(PLACE + game);
    if (text === null || text === 'skipped') return text;
    const step = Number(text);
    return Number.isInteger(step) && step >= 0 ? step : 0;
  } catch {
    return null;
  }
}

export function keep(game: string, step: number | 'skipped'): void {
  try {
    localStorage.setItem(PLACE + game, String(step));
  } catch {
    // a browser that keeps nothing begins again
  }
}
