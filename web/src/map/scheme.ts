// Colours of the page's scheme for canvases, which know no custom properties.

import type { Box } from './box';
import type { Inks } from './overlay';

/** A colour with its custom properties replaced; `read` gives the value of one. */
export function resolved(given: string, read: (name: string) => string): string {
  const found = /^var\(\s*(--[\w-]+)\s*(?:,\s*(.+?)\s*)?\)$/.exec(given.trim());
  if (!found) return given;
  const value = read(found[1] as string).trim();
  return resolved(value || found[2] || 'gray', read);
}

export function inksOf(element: Element): Inks {
  const style = getComputedStyle(element);
  const read = (name: string): string => style.getPropertyValue(name);
  const known = new Map<string, string>();
  const colour = (given: string): string => {
    let found = known.get(given);
    if (found === undefined) known.set(given, (found = resolved(given, read)));
    return found;
  };
  return {
    ink: colour('var(--ink, #2b2620)'),
    halo: colour('var(--panel-raised, #fffaec)'),
    colour,
  };
}

/** The shadow of the sheet on the table. */
export function shade(context: CanvasRenderingContext2D, sheet: Box, ratio: number): void {
  const [left, top, right, bottom] = sheet;
  for (const [far, strength] of [
    [14, 0.05],
    [9, 0.06],
    [5, 0.08],
    [2, 0.1],
  ] as const) {
    const by = far * ratio;
    context.fillStyle = `rgb(0 0 0 / ${strength})`;
    context.fillRect(left - by / 2, top - by / 3, right - left + by, bottom - top + by * 1.2);
  }
}
