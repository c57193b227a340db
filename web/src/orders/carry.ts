/** Carry: a card on the map is taken by its head and laid elsewhere. */

interface Spot {
  left: number;
  top: number;
}

/** Follow a hand that takes a card at `from`; `lay` is told where it lies now. */
export function carry(
  event: PointerEvent,
  from: Spot,
  lay: (left: number, top: number) => void,
): void {
  if ((event.target as Element).closest('button, a, summary')) return;
  const grip = event.currentTarget as HTMLElement;
  const [x, y] = [event.clientX - from.left, event.clientY - from.top];
  const ending = new AbortController();
  grip.setPointerCapture(event.pointerId);
  grip.addEventListener(
    'pointermove',
    (moved) => lay(moved.clientX - x, moved.clientY - y),
    ending,
  );
  grip.addEventListener('lostpointercapture', () => ending.abort(), { once: true });
}

/** Where a card may lie that was put somewhere: its head stays on the screen. */
export function within(
  [left, top]: readonly [number, number],
  width: number,
  screen: { left: number; top: number; right: number; bottom: number },
): Spot {
  return {
    left: Math.max(screen.left, Math.min(left, screen.right - width)),
    top: Math.max(screen.top, Math.min(top, screen.bottom - HEAD)),
  };
}

/** The height of a head, by which a card can be taken again. */
const HEAD = 90;
