/** Drawing over hexes with the pointer, without the map moving under it. */

/** A hand may tremble by so many pixels before a press becomes a stroke. */
const TREMBLE = 5;
/** Between two places of the pointer it is looked every so many pixels which hex lies there. */
const STEP = 6;

export interface SweepTold {
  /** Whether hexes are drawn over now. */
  on: () => boolean;
  /** The hex at a place of the element; null beside the map. */
  at: (x: number, y: number) => string | null;
  /** The hexes of the stroke so far, each once. */
  ondraw: (hexes: readonly string[]) => void;
  ondone: (hexes: readonly string[]) => void;
}

/** The hexes between two places, the first and the last included. */
export function between(
  from: readonly [number, number],
  to: readonly [number, number],
  at: (x: number, y: number) => string | null,
): string[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / STEP));
  const found: string[] = [];
  for (let i = 0; i <= steps; i++) {
    const share = i / steps;
    const hex = at(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share);
    if (hex !== null && !found.includes(hex)) found.push(hex);
  }
  return found;
}

/**
 * An attachment that lets a drag draw over hexes while that is wanted; a mere click stays one. The
 * middle button still moves the map, and so does a second finger.
 */
export function sweeping(told: SweepTold): (element: HTMLElement) => () => void {
  return (element) => {
    let pointer: number | null = null;
    let last: [number, number] = [0, 0];
    let hexes: string[] = [];
    let drawing = false;
    const ending = new AbortController();
    const { signal } = ending;
    const place = (event: MouseEvent): [number, number] => {
      const { left, top } = element.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    const ofItsOwn = (target: EventTarget | null) =>
      target instanceof Element && target.closest('section, .corner, [data-own]') !== null;

    function down(event: PointerEvent): void {
      if (pointer !== null) {
        forget();
        return;
      }
      if (!told.on() || event.shiftKey || event.button !== 0 || ofItsOwn(event.target)) return;
      event.stopPropagation();
      pointer = event.pointerId;
      last = place(event);
      hexes = between(last, last, told.at);
    }

    function move(event: PointerEvent): void {
      if (event.pointerId !== pointer) return;
      const now = place(event);
      if (!drawing && Math.hypot(now[0] - last[0], now[1] - last[1]) < TREMBLE) return;
      event.stopPropagation();
      drawing = true;
      for (const hex of between(last, now, told.at)) if (!hexes.includes(hex)) hexes.push(hex);
      last = now;
      told.ondraw([...hexes]);
    }

    function up(event: PointerEvent): void {
      if (event.pointerId !== pointer) return;
      const [drawn, done] = [drawing, hexes];
      forget();
      if (!drawn || event.type === 'pointercancel') return;
      // The click that ends the stroke is none.
      element.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0);
      if (done.length) told.ondone(done);
    }

    function forget(): void {
      pointer = null;
      drawing = false;
      hexes = [];
      told.ondraw([]);
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
