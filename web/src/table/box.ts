/** Drawing a box with Shift held, without the map moving under it. */

import { type Box, boxed } from './selection';

const TREMBLE = 6;

export interface BoxTold {
  /** While it is drawn, in pixels of the element. */
  ondraw: (box: Box) => void;
  ondone: (box: Box) => void;
  onend: () => void;
}

/** An attachment that lets Shift and a drag draw a box; a mere Shift-click stays a click. */
export function boxing(told: BoxTold): (element: HTMLElement) => () => void {
  return (element) => {
    let from: [number, number] | null = null;
    let drawn: Box | null = null;
    const ending = new AbortController();
    const { signal } = ending;
    const at = (event: MouseEvent): [number, number] => {
      const { left, top } = element.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };

    function down(event: PointerEvent): void {
      if (!event.shiftKey || event.button !== 0 || event.pointerType === 'touch') return;
      event.stopPropagation();
      from = at(event);
      drawn = null;
    }

    function move(event: PointerEvent): void {
      if (!from) return;
      const to = at(event);
      if (!drawn && Math.hypot(to[0] - from[0], to[1] - from[1]) < TREMBLE) return;
      event.stopPropagation();
      drawn = boxed(...from, ...to);
      told.ondraw(drawn);
    }

    function up(): void {
      if (!from) return;
      from = null;
      if (!drawn) return;
      const box = drawn;
      // The click that ends the drag is none.
      element.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0);
      drawn = null;
      told.onend();
      told.ondone(box);
    }

    function swallow(event: Event): void {
      event.stopPropagation();
      event.preventDefault();
    }

    element.addEventListener('pointerdown', down, { signal, capture: true });
    window.addEventListener('pointermove', move, { signal, capture: true });
    window.addEventListener('pointerup', up, { signal, capture: true });
    window.addEventListener('pointercancel', up, { signal, capture: true });
    return () => ending.abort();
  };
}
