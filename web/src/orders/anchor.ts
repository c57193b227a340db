/** Anchor: where a card stands beside what it is about, whole on the screen. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  left: number;
  top: number;
  /** On which side of the matter it stands. */
  side: 'right' | 'left' | 'below' | 'above' | 'corner';
}

const GAP = 14;

/** The smallest rectangle round points, with a margin. */
export function around(
  points: readonly (readonly [number, number])[],
  margin: number,
): Rect | null {
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

function kept(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}

/** How many pixels of `about` a card at a place would lie on. */
function covering(about: Rect, left: number, top: number, width: number, height: number): number {
  const across = Math.min(about.right, left + width) - Math.max(about.left, left);
  const along = Math.min(about.bottom, top + height) - Math.max(about.top, top);
  return Math.max(across, 0) * Math.max(along, 0);
}

/** The corner of the screen where a card lies on the least of what it is about; at best the upper right. */
export function cornered(about: Rect | null, width: number, height: number, screen: Rect): Place {
  const right = kept(screen.right - width, screen.left, screen.right);
  const bottom = kept(screen.bottom - height, screen.top, screen.bottom);
  const corners = [
    [right, screen.top],
    [screen.left, screen.top],
    [right, bottom],
    [screen.left, bottom],
  ] as const;
  const hidden = ([left, top]: readonly [number, number]) =>
    about === null ? 0 : covering(about, left, top, width, height);
  const [left, top] = corners.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
  return { left, top, side: 'corner' };
}

/**
 * A place for a card of `width` by `height` beside `about`, inside `screen` and beside it, never on
 * it, as long as there is room on any side; else in the upper corner that is farther from it.
 */
export function placed(about: Rect | null, width: number, height: number, screen: Rect): Place {
  const right = screen.right - width;
  const bottom = screen.bottom - height;
  if (about === null)
    return { left: kept(right, screen.left, right), top: screen.top, side: 'corner' };
  const midX = (about.left + about.right) / 2;
  const midY = (about.top + about.bottom) / 2;
  const top = kept(midY - height / 2, screen.top, bottom);
  const left = kept(midX - width / 2, screen.left, right);
  const room: [Place['side'], number, number, number][] = [
    ['right', screen.right - about.right - GAP - width, about.right + GAP, top],
    ['left', about.left - GAP - width - screen.left, about.left - GAP - width, top],
    ['below', screen.bottom - about.bottom - GAP - height, left, about.bottom + GAP],
    ['above', about.top - GAP - height - screen.top, left, about.top - GAP - height],
  ];
  for (const [side, spare, x, y] of room) {
    const seen = x >= screen.left && x <= right && y >= screen.top && y <= bottom;
    if (spare >= 0 && seen) return { left: x, top: y, side };
  }
  const far: Place = {
    left: midX > (screen.left + screen.right) / 2 ? screen.left : kept(right, screen.left, right),
    top: screen.top,
    side: 'corner',
  };
  return far;
}
