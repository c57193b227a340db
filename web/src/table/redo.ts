/** Redo: what was taken back here, until something else is done. */

import type { Action } from './action';

interface Done {
  action: Action;
  /** The moment after which it counted. */
  moment: number;
}

/** What this page did and took back. What another page did is not known here. */
export class Redo {
  private done: Done[] = [];
  private undone: Action[] = [];

  /** Something was done, and the game then stood at `moment`. */
  did(action: Action, moment: number): void {
    this.done.push({ action, moment });
    this.undone = [];
  }

  /** What an undo at `moment` would take back, if this page knows it. */
  last(moment: number): Action | null {
    const top = this.done.at(-1);
    return top && top.moment === moment ? top.action : null;
  }

  /** The last thing done was taken back; the game stood at `before` and stands at `after` now. */
  tookBack(before: number, after: number): void {
    const action = this.last(before);
    this.done.pop();
    if (action === null) this.undone = [];
    else this.undone.push(action);
    const top = this.done.at(-1);
    if (top) top.moment = after; // taking back is a moment of its own
  }

  get next(): Action | null {
    return this.undone.at(-1) ?? null;
  }

  /** The next one was done again, and the game then stood at `moment`. */
  didAgain(moment: number): void {
    const action = this.undone.pop();
    if (action) this.done.push({ action, moment });
  }

  /** Something happened that was not done here: nothing can be done again. */
  forget(): void {
    this.done = [];
    this.undone = [];
  }
}
