// The map where no worker can draw it: the server's drawing as one picture.

import type { Box } from './box';

/** The rectangle an SVG shows. */
export function viewBox(source: string): Box | null {
  const found = /<svg\b[^>]*\bviewBox\s*=\s*["']([^"']*)["']/.exec(source)?.[1];
  const [x = NaN, y = NaN, width = NaN, height = NaN] = (found ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const box: Box = [x, y, x + width, y + height];
  return box.every(Number.isFinite) ? box : null;
}

/** A picture of the drawing and where it belongs; if it cannot be read, it is laid over the board. */
export async function plainSheet(url: string, board: Box): Promise<{ url: string; box: Box }> {
  try {
    const answer = await fetch(url, { credentials: 'same-origin' });
    const box = answer.ok ? viewBox(await answer.text()) : null;
    return { url, box: box ?? board };
  } catch {
    return { url, box: board };
  }
}
