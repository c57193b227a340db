/** Layers: what the table page paints on the map, in words that MapView draws. */

import type { Asked, ActionCard, Overlay, PartCard, Reach, Weighing } from '../api/schema';
import type { HexPaint, MapLayer, MapLine } from '../map/layers';
import { figure } from './figures';
import { type Palette, TONE_DASH, TONE_HATCH } from './palette';
import type { Ranks } from './selection';

/**
 * Where the chosen can go and at what cost; enemy zones hatched, stops ringed. Under an overlay the
 * costs alone are written, so that its own colours can be told.
 */
export function reachLayer(reach: Reach, colours: Palette, overlaid = false): MapLayer {
  const open = new Set(reach.cells.map((cell) => cell.hex));
  const paints: HexPaint[] = reach.cells
    .filter((cell) => cell.before !== null || cell.cost !== '0')
    .map((cell) => ({
      hex: cell.hex,
      text: figure(cell.cost),
      strong: true,
      ...(overlaid ? {} : { fill: colours.lit }),
    }));
  if (overlaid) return { id: 'reach', paints, lines: [] };
  for (const hex of reach.zones) {
    if (open.has(hex)) paints.push({ hex, fill: colours.tones.bad, hatch: 'lines' });
  }
  for (const stop of reach.stops) paints.push({ hex: stop.hex, stroke: colours.tones.bad });
  return { id: 'reach', paints, lines: [] };
}

/** The way to the hex under the pointer. */
export function pathLayer(path: readonly string[], colours: Palette): MapLayer {
  const goal = path.at(-1);
  const lines: MapLine[] =
    path.length > 1 ? [{ hexes: [...path], colour: colours.accent, width: 7, arrow: true }] : [];
  const paints: HexPaint[] =
    goal === undefined ? [] : [{ hex: goal, stroke: colours.accent, strong: true }];
  return { id: 'path', paints, lines };
}

/** The hexes of the chosen. */
export function chosenLayer(hexes: readonly string[], colours: Palette): MapLayer {
  const paints = hexes.map((hex) => ({ hex, stroke: colours.lit, strong: true }));
  return { id: 'chosen', paints, lines: [] };
}

/** The hexes an attack, or another action, is aimed at: by the common parts of all systems. */
export function targetsOf(action: Record<string, unknown>): string[] {
  for (const key of ['targets', 'target', 'hexes', 'hex', 'to']) {
    const value = action[key];
    if (typeof value === 'string') return [value];
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  }
  return [];
}

/** The counters that a weighing has in it. */
export function piecesOf(weighing: Weighing): string[] {
  const named = weighing.extras.filter((extra) => extra.chosen).map((extra) => extra.id);
  const units = weighing.action['units'];
  const listed = Array.isArray(units) ? units.filter((one) => typeof one === 'string') : [];
  return [...new Set([...listed, ...named])];
}

/** An attack that is being weighed: arrows from those who are in it to where it goes. */
export function weighingLayer(weighing: Weighing, ranks: Ranks, colours: Palette): MapLayer {
  const targets = targetsOf(weighing.action);
  const goal = targets[0];
  const from = new Set<string>();
  for (const id of piecesOf(weighing)) {
    const hex = ranks.counters.get(id)?.hex;
    if (hex && !targets.includes(hex)) from.add(hex);
  }
  const lines: MapLine[] = [];
  if (goal !== undefined) {
    for (const hex of from) {
      lines.push({ hexes: [hex, goal], colour: colours.accent, width: 9, arrow: true });
    }
  }
  const paints = targets.map((hex) => ({
    hex,
    fill: colours.tones.bad,
    stroke: colours.tones.bad,
    strong: true,
  }));
  return { id: 'weighing', paints, lines };
}

/** What a question shows on the map. */
export interface Questioned {
  readonly asked: Pick<Asked, 'hexes'>;
  /** Where one may click. */
  readonly ends: ReadonlySet<string>;
  readonly preview: Pick<ActionCard, 'hexes' | 'pieces'> | null;
  /** The answer so far. */
  readonly parts: readonly Pick<PartCard, 'hexes' | 'path' | 'pieces'>[];
}

/** A question: its hexes lit, the ends of its answers, the one pointed at, the one in the making. */
export function questionLayer(question: Questioned, ranks: Ranks, colours: Palette): MapLayer {
  const paints: HexPaint[] = [];
  const { asked, ends, preview, parts } = question;
  for (const hex of asked.hexes) paints.push({ hex, stroke: colours.tones.info });
  for (const hex of ends) paints.push({ hex, fill: colours.tones.info, strong: true });
  const lines: MapLine[] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    const from = part.path ? ranks.counters.get(part.pieces[0] ?? '')?.hex : null;
    const way = from && from !== part.hexes[0] ? [from, ...part.hexes] : part.hexes;
    const name = way.join();
    if (seen.has(name) || way.length === 0) continue;
    seen.add(name);
    const marked = part.path ? part.hexes.slice(-1) : part.hexes;
    for (const hex of marked) {
      paints.push({ hex, fill: colours.accent, stroke: colours.accent, strong: true });
    }
    if (part.path && way.length > 1)
      lines.push({ hexes: [...way], colour: colours.accent, width: 6, arrow: true });
  }
  if (preview) {
    for (const hex of preview.hexes) {
      paints.push({ hex, fill: colours.accent, stroke: colours.accent, strong: true });
    }
    if (preview.hexes.length > 1) {
      lines.push({ hexes: preview.hexes, colour: colours.accent, width: 6, arrow: true });
    }
  }
  return { id: 'question', paints, lines };
}

/** Hexes that something on the page points at: a line of the log, a step of a lesson. */
export function lampLayer(hexes: readonly string[], colours: Palette): MapLayer {
  const paints = hexes.map((hex) => ({
    hex,
    fill: colours.lit,
    stroke: colours.lit,
    strong: true,
  }));
  return { id: 'lamp', paints, lines: [] };
}

/** Whether something of an overlay is shown in its side's colours or in its tone's, by the legend. */
export function inSideColours(
  legend: Overlay['legend'],
  { tone, side }: { tone: string; side: string | null },
): boolean {
  if (side === null) return false;
  if (legend.some((line) => line.side === side && line.tone === tone)) return true;
  if (legend.some((line) => line.side === null && line.tone === tone)) return false;
  return tone === 'plain' || legend.some((line) => line.side === side);
}

/** An overlay as the server tells it; sides and tones carry a hatch, so that colour is not all. */
export function overlayLayer(overlay: Overlay, colours: Palette): MapLayer {
  const sideOf = (one: { tone: string; side: string | null }) =>
    inSideColours(overlay.legend, one) ? colours.sides.get(one.side ?? '') : undefined;
  const paints: HexPaint[] = overlay.paints.map((paint) => {
    const side = sideOf(paint);
    const hatch = side?.hatch ?? TONE_HATCH[paint.tone];
    return {
      hex: paint.hex,
      fill: side?.paper ?? colours.tones[paint.tone],
      ...(hatch === 'plain' ? {} : { hatch }),
      ...(paint.text ? { text: figure(paint.text), strong: true } : {}),
    };
  });
  const lines: MapLine[] = overlay.threads.map((thread) => {
    const dash = TONE_DASH[thread.tone];
    return {
      hexes: thread.hexes,
      colour: sideOf(thread)?.paper ?? colours.tones[thread.tone],
      width: 4,
      arrow: thread.arrow,
      ...(dash ? { dash } : {}),
      ...(thread.title ? { title: thread.title } : {}),
    };
  });
  return { id: `overlay-${overlay.id}`, paints, lines };
}

/** The titles of an overlay's paints, hex by hex, for whoever points at one. */
export function overlayTitles(overlay: Overlay): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const paint of overlay.paints) {
    if (!paint.title) continue;
    found.set(paint.hex, [...(found.get(paint.hex) ?? []), paint.title]);
  }
  return found;
}
