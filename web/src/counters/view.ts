// Which stacks are worth having on the page: those in sight and a margin around it.

export interface Sight {
  x: number;
  y: number;
  zoom: number;
  width: number;
  height: number;
}

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Up to so many stacks are all kept on the page. */
export const FEW = 160;

/**
 * What is in sight with a margin, rounded outward to large tiles. It changes only when the camera
 * has come into another tile, so that panning leaves the page alone.
 */
export function kept(sight: Sight): Rect {
  const step = 2 ** Math.floor(Math.log2(sight.zoom));
  const tile = Math.max(sight.width, sight.height, 1) / step / 2;
  const halfWidth = sight.width / sight.zoom / 2;
  const halfHeight = sight.height / sight.zoom / 2;
  return {
    left: (Math.floor((sight.x - halfWidth) / tile) - 0.5) * tile,
    top: (Math.floor((sight.y - halfHeight) / tile) - 0.5) * tile,
    right: (Math.ceil((sight.x + halfWidth) / tile) + 0.5) * tile,
    bottom: (Math.ceil((sight.y + halfHeight) / tile) + 0.5) * tile,
  };
}

export function inside(rect: Rect, x: number, y: number): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
}
