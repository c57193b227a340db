// Where a card is put beside what it belongs to, so that it stays on the screen.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Room {
  width: number;
  height: number;
}

const GAP = 6;
const EDGE = 8;

/** Below what it belongs to if there is room, else above; slid sideways to stay on the screen. */
export function beside(anchor: Box, card: Room, room: Room): { left: number; top: number } {
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - GAP - card.height;
  const fits = below + card.height <= room.height - EDGE;
  const top = fits || above < EDGE ? Math.min(below, room.height - EDGE - card.height) : above;
  const centred = anchor.left + anchor.width / 2 - card.width / 2;
  const left = Math.min(Math.max(centred, EDGE), room.width - EDGE - card.width);
  return { left: Math.max(left, EDGE), top: Math.max(top, EDGE) };
}

/** An attachment that places an element beside another, and again whenever either may have moved. */
export function placedBeside(anchor: () => Element | undefined): (node: HTMLElement) => () => void {
  return (node) => {
    const place = (): void => {
      const to = anchor();
      if (!to) return;
      const { left, top } = beside(to.getBoundingClientRect(), node.getBoundingClientRect(), {
        width: window.innerWidth,
        height: window.innerHeight,
      });
      node.style.left = `${left}px`;
      node.style.top = `${top}px`;
    };
    place();
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place);
    sizes?.observe(node);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      sizes?.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  };
}
