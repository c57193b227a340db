/**
 * Steady: a list that changed under the pointer does not hear the click that was meant for what
 * stood there before.
 *
 * Whoever clicks twice at the same spot means the same thing twice, never another order.
 */

import type { Attachment } from 'svelte/attachments';

/** For so many milliseconds after a change a click where one was before is not heard. */
export const SHORT = 700;
/** So many pixels away it is another place. */
export const NEAR = 24;

interface Press {
  x: number;
  y: number;
  at: number;
}

const NOWHERE: Press = { x: -Infinity, y: -Infinity, at: -Infinity };

/** The last time that somebody pressed anywhere on the page. */
let last = NOWHERE;
if (typeof window !== 'undefined') {
  window.addEventListener(
    'pointerdown',
    ({ clientX, clientY }) => (last = { x: clientX, y: clientY, at: performance.now() }),
    { capture: true },
  );
}

/** When a list has changed, and where one had pressed before. */
export class Steady {
  private changed = -Infinity;
  private before = NOWHERE;

  change(now: number, pressed: Press = last): void {
    this.changed = now;
    this.before = pressed;
  }

  /** Whether a click is for what stands there now. */
  heeds(x: number, y: number, now: number, pressed: Press = last): boolean {
    if (now - this.changed >= SHORT) return true;
    if (pressed.at < this.changed && pressed !== NOWHERE) return false;
    return Math.hypot(x - this.before.x, y - this.before.y) > NEAR;
  }
}

/** Watch a list: clicks that come too soon after it has changed are dropped. Keys are always heard. */
export function steady(): Attachment<HTMLElement> {
  return (element) => {
    const guard = new Steady();
    const changed = () => guard.change(performance.now());
    const watch = new MutationObserver(changed);
    const click = (event: MouseEvent) => {
      if (event.detail === 0) return;
      if (event.detail < 2 && guard.heeds(event.clientX, event.clientY, performance.now())) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    changed();
    watch.observe(element, { childList: true, subtree: true, characterData: true });
    element.addEventListener('click', click, { capture: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('click', click, { capture: true });
    };
  };
}
