/** Areas: stretches of the map that are drawn over, each tinted and with its border. */

import type { Inquiry } from '../orders/inquiry.svelte';
import type { HexPaint, MapLayer } from '../map/layers';
import type { Palette } from './palette';

/** The areas as they would be, and the stroke that is being drawn. */
export function areaLayer(
  inquiry: Pick<Inquiry, 'composition' | 'sweeping' | 'draft'>,
  colours: Palette,
): MapLayer {
  const paints: HexPaint[] = [];
  for (const area of inquiry.composition?.areas ?? []) {
    const fill = colours.tones[area.tone];
    for (const hex of area.hexes) paints.push({ hex, fill, strong: area.chosen });
  }
  const drawn = inquiry.draft?.['hexes'];
  for (const hex of Array.isArray(drawn) ? (drawn as string[]) : []) {
    paints.push({ hex, stroke: colours.accent });
  }
  for (const hex of inquiry.sweeping) {
    paints.push({ hex, fill: colours.accent, stroke: colours.accent, strong: true });
  }
  return { id: 'areas', paints, lines: [] };
}
