// The map by keyboard. Arrows move the sheet, with Shift they move a cursor from hex to hex.

import type { Camera } from './camera.svelte';
import type { Plan } from './plan';

export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}
/** What a key does to a hex. */
export interface Meant {
  readonly hex: number;
  readonly kind: 'click' | 'context' | 'move' | 'double';
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** The part of the window by which an arrow moves the sheet. */
const STEP = 0.16;

/**
 * Follow a key: true if it has moved the camera, or what it means for a hex, or false if it is none
 * of the map's. `own` says whether the map itself has the focus, and not something that lies on it.
 */
export function steer(
  event: Pressed,
  camera: Camera,
  plan: Plan,
  cursor: number | null,
  own: boolean,
): boolean | Meant {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const way = WAYS[event.key];
  if (way && event.shiftKey) return own ? stepped(camera, plan, cursor, way) : false;
  if (way) {
    const step = STEP * Math.min(camera.width, camera.height);
    camera.centreOn(
      camera.x + (way[0] * step) / camera.zoom,
      camera.y + (way[1] * step) / camera.zoom,
    );
    return true;
  }
  const [x, y] = [camera.width / 2, camera.height / 2];
  switch (event.key) {
    case '+':
    case '=':
      camera.glideAt(x, y, Math.SQRT2);
      return true;
    case '-':
    case '_':
      camera.glideAt(x, y, Math.SQRT1_2);
      return true;
    case '0':
    case 'Home':
      camera.fitAll();
      return true;
    case 'Enter':
    case ' ':
      return own && cursor !== null ? { hex: cursor, kind: 'click' } : false;
    case 'ContextMenu':
      return own && cursor !== null ? { hex: cursor, kind: 'context' } : false;
    case 'F10':
      return own && event.shiftKey && cursor !== null ? { hex: cursor, kind: 'context' } : false;
    default:
      return false;
  }
}

function stepped(
  camera: Camera,
  plan: Plan,
  cursor: number | null,
  [dx, dy]: readonly [number, number],
): boolean | Meant {
  // Without a cursor yet the hex in the middle of the window gets it.
  if (cursor === null) {
    const middle = plan.at(camera.x, camera.y);
    return middle === undefined ? false : { hex: middle, kind: 'move' };
  }
  // Where no hex lies straight ahead the two at the sides take turns, so that the way is straight.
  const ahead = Math.atan2(dy, dx);
  const lean = (zigzag(plan, cursor, dx) ? 1 : -1) * 0.3;
  const hex = plan.toward(cursor, ahead + lean) ?? plan.toward(cursor, ahead - lean);
  return hex === undefined ? true : { hex, kind: 'move' };
}

/** Whether a hex stands in an odd row (or column, when moving sideways). */
function zigzag(plan: Plan, hex: number, dx: number): boolean {
  const [x, y] = plan.spot(hex);
  const [first] = plan.labels.length ? [plan.spot(0)] : [[0, 0] as const];
  const line = dx ? (x - first[0]) / (1.5 * plan.size) : (y - first[1]) / (1.5 * plan.size);
  return Math.abs(Math.round(line)) % 2 === 1;
}
