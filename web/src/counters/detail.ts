// How large a counter is, and how much of it can be read at that size.

/** A chip shows its arm; a plain face its symbol and values; a full one everything. */
export type Detail = 'chip' | 'plain' | 'full';

/** Least and greatest width of a counter on the screen, in pixels. */
export const SMALLEST = 13;
export const LARGEST = 132;

/** The width of a counter, in radii of a hex. */
const WIDTH = 1.15;

/** Beyond its limits a counter follows the zoom in steps of this factor, not with every frame. */
const STEP = 2 ** (1 / 6);

/** The width of a counter in map units, so that it neither vanishes nor fills the screen. */
export function counterWidth(radius: number, zoom: number): number {
  const wanted = WIDTH * radius;
  const pixels = wanted * zoom;
  if (pixels < SMALLEST) return wanted * stepped(SMALLEST / pixels);
  return pixels > LARGEST ? wanted / stepped(pixels / LARGEST) : wanted;
}

/** The next step at or above a factor. */
function stepped(factor: number): number {
  return STEP ** Math.ceil(Math.log(factor) / Math.log(STEP) - 1e-9);
}

/** What can be read on a counter that is so many pixels wide. */
export function detailAt(pixels: number): Detail {
  if (pixels < 22) return 'chip';
  return pixels <= 44 ? 'plain' : 'full';
}
