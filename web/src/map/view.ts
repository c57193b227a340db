// The arithmetic of looking at a sheet. A view is a point of the sheet in the middle of the window
// and the number of CSS pixels for a unit of the sheet.

import { type Box, NOWHERE, union } from './box';

export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
export interface Window {
  readonly width: number;
  readonly height: number;
}

/** The nearest one may come. */
export const NEAREST = 4;
/** How far, in pixels, the edge of the sheet may be drawn into the window. */
export const SLACK = 120;
/** The part of the window a whole sheet fills. */
const WHOLE = 0.97;

export function boxOf(points: Iterable<readonly [number, number]>): Box | null {
  let box = NOWHERE;
  for (const [x, y] of points) box = union(box, [x, y, x, y]);
  return box[0] > box[2] ? null : box;
}

/** The farthest one may go: the whole sheet in the window. */
export function farthest(sheet: Box, window: Window): number {
  const [width, height] = [sheet[2] - sheet[0], sheet[3] - sheet[1]];
  if (width <= 0 || height <= 0) return NEAREST;
  return Math.min(WHOLE * Math.min(window.width / width, window.height / height), NEAREST);
}

/** How near the sheet just fills the window. */
export function filling(sheet: Box, window: Window): number {
  return Math.max(window.width / (sheet[2] - sheet[0]), window.height / (sheet[3] - sheet[1]));
}

/** The view that shows a box with so many pixels around it, no nearer than `nearest`. */
export function showing(box: Box, window: Window, padding: number, nearest: number): View {
  const [width, height] = [box[2] - box[0], box[3] - box[1]];
  const room = (length: number): number => Math.max(length - 2 * padding, length / 3, 1);
  const zoom = Math.min(room(window.width) / width, room(window.height) / height, nearest);
  return { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2, zoom };
}

/** Pixels at the edges of the window that something else lies on: the sheet may be drawn from it. */
export interface Margin {
  right: number;
  bottom: number;
}

export const NO_MARGIN: Margin = { right: 0, bottom: 0 };

/** The nearest allowed view: neither lost beyond the edges nor too near or too far. */
export function held(view: View, sheet: Box, window: Window, margin = NO_MARGIN): View {
  const zoom = Math.min(Math.max(view.zoom, farthest(sheet, window)), NEAREST);
  const along = (at: number, from: number, to: number, length: number, covered: number): number => {
    // By so many pixels the sheet is larger than the window; one that is not stands in the middle.
    const over = Math.max(0, (to - from) * zoom - length);
    const free = (over / 2 + Math.min(SLACK, over)) / zoom;
    const middle = (from + to) / 2;
    return Math.min(Math.max(at, middle - free), middle + free + covered / zoom);
  };
  return {
    x: along(view.x, sheet[0], sheet[2], window.width, margin.right),
    y: along(view.y, sheet[1], sheet[3], window.height, margin.bottom),
    zoom,
  };
}

export function toScreen(view: View, window: Window, x: number, y: number): [number, number] {
  return [
    (x - view.x) * view.zoom + window.width / 2,
    (y - view.y) * view.zoom + window.height / 2,
  ];
}

export function toMap(view: View, window: Window, sx: number, sy: number): [number, number] {
  return [
    (sx - window.width / 2) / view.zoom + view.x,
    (sy - window.height / 2) / view.zoom + view.y,
  ];
}

/** The view with another zoom in which the same point of the sheet lies under a point of the window. */
export function zoomedAt(view: View, window: Window, sx: number, sy: number, zoom: number): View {
  const [x, y] = toMap(view, window, sx, sy);
  return {
    x: x - (sx - window.width / 2) / zoom,
    y: y - (sy - window.height / 2) / zoom,
    zoom,
  };
}

/** The part of the sheet that is seen. */
export function seen(view: View, window: Window): Box {
  const [left, top] = toMap(view, window, 0, 0);
  const [right, bottom] = toMap(view, window, window.width, window.height);
  return [left, top, right, bottom];
}

/** Slow at both ends. */
export function eased(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
}

/** A view between two. The zoom changes by equal factors, and the way is as long on the screen. */
export function between(from: View, to: View, t: number): View {
  const zoom = from.zoom * (to.zoom / from.zoom) ** t;
  const ratio = from.zoom / to.zoom;
  // With the zoom the speed over the sheet must change, or the start or the end would rush by.
  const s = Math.abs(ratio - 1) < 1e-6 ? t : (1 - from.zoom / zoom) / (1 - ratio);
  return { x: from.x + (to.x - from.x) * s, y: from.y + (to.y - from.y) * s, zoom };
}
