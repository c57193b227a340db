// Hands on the map: dragging, flinging, pinching, the wheel, taps and long presses.

import type { Camera } from './camera.svelte';

export interface Told {
  /** A click, tap or long press that was no drag; or the pointer passing over the map. */
  pointed(event: PointerEvent, kind: 'click' | 'context' | 'move' | 'double'): void;
  left(event: PointerEvent): void;
}

/** A hand may tremble by so many pixels before a press becomes a drag. */
const TREMBLE = { mouse: 4, touch: 9 };
const LONG_PRESS = 500;
/** The speed of the hand is taken from the last so many milliseconds. */
const RECENT = 90;

interface Hand {
  x: number;
  y: number;
  readonly startX: number;
  readonly startY: number;
}

/** How fast a hand moved at the end, in pixels for a millisecond. */
export function speed(
  track: readonly { x: number; y: number; time: number }[],
  now: number,
): [number, number] {
  const recent = track.filter(({ time }) => now - time <= RECENT);
  const [first, last] = [recent[0], recent[recent.length - 1]];
  if (!first || !last || last.time - first.time < 8) return [0, 0];
  const passed = last.time - first.time;
  return [(last.x - first.x) / passed, (last.y - first.y) / passed];
}

/** By which factor a wheel event zooms. */
export function wheelFactor(event: {
  deltaY: number;
  deltaMode: number;
  ctrlKey: boolean;
}): number {
  const lines = event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1;
  const delta = Math.min(Math.max(event.deltaY * lines, -400), 400);
  return 2 ** (-delta / (event.ctrlKey ? 60 : 240));
}

/** Listen to an element; the answer ends it. */
export function handle(element: HTMLElement, camera: Camera, told: Told): () => void {
  const hands = new Map<number, Hand>();
  let track: { x: number; y: number; time: number }[] = [];
  let dragging = false;
  let quiet = false; // the click after a drag or a long press says nothing
  let press: ReturnType<typeof setTimeout> | undefined;

  const local = (event: MouseEvent): [number, number] => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  function startDrag(): void {
    if (dragging) return;
    dragging = true;
    quiet = true;
    clearTimeout(press);
    camera.grab();
    element.classList.add('dragging');
    for (const id of hands.keys()) {
      if (!element.hasPointerCapture(id)) element.setPointerCapture(id);
    }
  }

  function down(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && event.button === 2) return;
    const [x, y] = local(event);
    camera.stop();
    if (hands.size === 0) quiet = false;
    hands.set(event.pointerId, { x, y, startX: x, startY: y });
    track = [{ x, y, time: event.timeStamp }];
    clearTimeout(press);
    if (hands.size === 2) startDrag();
    else if (event.pointerType === 'touch') {
      press = setTimeout(() => {
        quiet = true;
        told.pointed(event, 'move'); // a finger that rests tells what a mouse is told over a hex
        told.pointed(event, 'context');
      }, LONG_PRESS);
    }
  }

  function move(event: PointerEvent): void {
    const hand = hands.get(event.pointerId);
    if (!hand) {
      if (event.pointerType !== 'touch') told.pointed(event, 'move');
      return;
    }
    const [x, y] = local(event);
    const tremble = event.pointerType === 'touch' ? TREMBLE.touch : TREMBLE.mouse;
    if (!dragging && Math.hypot(x - hand.startX, y - hand.startY) < tremble) return;
    const first = !dragging;
    startDrag();
    const others = [...hands].filter(([id]) => id !== event.pointerId);
    const other = others[0]?.[1];
    if (other) {
      const before = Math.hypot(hand.x - other.x, hand.y - other.y);
      const after = Math.hypot(x - other.x, y - other.y);
      camera.panBy((x - hand.x) / 2, (y - hand.y) / 2);
      if (before > 1) camera.zoomAt((x + other.x) / 2, (y + other.y) / 2, after / before);
    } else if (!first) camera.panBy(x - hand.x, y - hand.y);
    hand.x = x;
    hand.y = y;
    track.push({ x, y, time: event.timeStamp });
    if (track.length > 40) track = track.slice(-20);
  }

  function up(event: PointerEvent): void {
    clearTimeout(press);
    if (!hands.delete(event.pointerId)) return;
    if (hands.size > 0) {
      track = [];
      return;
    }
    if (!dragging) return;
    dragging = false;
    element.classList.remove('dragging');
    camera.release();
    if (event.type === 'pointerup') camera.fling(...speed(track, event.timeStamp));
    // A drag that ends over a button must not press it; the click comes at once or not at all.
    setTimeout(() => (quiet = false), 0);
  }

  function click(event: MouseEvent): void {
    if (quiet) {
      quiet = false;
      event.stopPropagation();
      event.preventDefault();
    }
  }

  function bubbled(event: MouseEvent): void {
    if (event.defaultPrevented || ofItsOwn(event.target, element)) return;
    told.pointed(event as PointerEvent, event.type === 'dblclick' ? 'double' : 'click');
  }

  function context(event: MouseEvent): void {
    if (event.defaultPrevented) return;
    event.preventDefault();
    // On a touch screen the long press has said it already.
    if ((event as PointerEvent).pointerType !== 'touch') {
      told.pointed(event as PointerEvent, 'context');
    }
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const [x, y] = local(event);
    if (event.ctrlKey) camera.zoomAt(x, y, wheelFactor(event));
    else camera.glideAt(x, y, wheelFactor(event));
  }

  const ending = new AbortController();
  const { signal } = ending;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
  element.addEventListener('pointerleave', (event) => told.left(event), { signal });
  element.addEventListener('click', click, { signal, capture: true });
  element.addEventListener('click', bubbled, { signal });
  element.addEventListener('dblclick', bubbled, { signal });
  element.addEventListener('contextmenu', context, { signal });
  element.addEventListener('wheel', wheel, { signal, passive: false });
  return () => {
    clearTimeout(press);
    ending.abort();
    if (dragging) camera.release();
  };
}

/** Whether a click was for something on the map that answers clicks itself. */
function ofItsOwn(target: EventTarget | null, map: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  const found = target.closest('button, a, input, select, textarea, [role="button"], [data-own]');
  return found !== null && found !== map && map.contains(found);
}
