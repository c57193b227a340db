/** Carrying: counters drawn over the page with a mouse, a pen or a finger, until they are let fall. */

/** A hand that trembles less than this, in pixels, carries nothing. */
const TREMBLE = 6;

export interface Carried {
  ids: readonly string[];
  x: number;
  y: number;
}

export class Carrying {
  /** What is carried, and where the hand is; null while nothing is. */
  carried = $state.raw<Carried | null>(null);

  constructor(private readonly fall: (ids: readonly string[], x: number, y: number) => void) {}

  /** A hand takes counters: they are carried when it moves. */
  take(ids: readonly string[], event: PointerEvent): void {
    if (event.button !== 0) return;
    const from = [event.clientX, event.clientY] as const;
    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y }) => {
        const far = Math.hypot(x - from[0], y - from[1]) > TREMBLE;
        if (this.carried || far) this.carried = { ids, x, y };
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      ({ clientX, clientY }) => {
        ending.abort();
        if (!this.carried) return;
        this.fall(ids, clientX, clientY);
        // the click that follows means nothing any more
        setTimeout(() => (this.carried = null));
      },
      { signal },
    );
    const leave = () => {
      ending.abort();
      this.carried = null;
    };
    window.addEventListener('pointercancel', leave, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
  }
}
