// Tiles laid side by side: all the page itself has to draw of the ground.

import { type Box, overlap } from './box';
import type { Ground, Laid } from './ground';
import { type Tile, keyOf, tileBox, tilesFor } from './tiles';

export interface Glass {
  /** Where the origin of the sheet lies on the canvas, in device pixels, and how large a unit is. */
  readonly originX: number;
  readonly originY: number;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** The sheet on the glass; whole pixels, so that tiles drawn for this very zoom stay sharp. */
export function glassOf(
  view: { x: number; y: number; zoom: number; width: number; height: number },
  ratio: number,
): Glass {
  const scale = view.zoom * ratio;
  return {
    scale,
    originX: Math.round((view.width / 2) * ratio - view.x * scale),
    originY: Math.round((view.height / 2) * ratio - view.y * scale),
    width: Math.round(view.width * ratio),
    height: Math.round(view.height * ratio),
  };
}

/** The part of the sheet behind the glass. */
export function behind({ originX, originY, scale, width, height }: Glass): Box {
  const [left, top] = [-originX / scale, -originY / scale];
  return [left, top, left + width / scale, top + height / scale];
}

/** A box of the sheet on the glass, its edges on whole pixels so that neighbours meet. */
export function onGlass(box: Box, { originX, originY, scale }: Glass): Box {
  return [
    Math.round(box[0] * scale + originX),
    Math.round(box[1] * scale + originY),
    Math.round(box[2] * scale + originX),
    Math.round(box[3] * scale + originY),
  ];
}

/** A part of the sheet where the tile of this zoom is missing, and what is laid there instead. */
export interface Gap {
  readonly box: Box;
  /** Tiles of other scales, the nearer in scale the later, and so the higher. */
  readonly under: readonly Laid[];
  /** Whether those hide everything below. */
  readonly covered: boolean;
}

/** What there is to lay of the tiles that are seen, and where there are gaps. */
export function stack(
  laid: readonly Laid[],
  seen: readonly Tile[],
  sheet: Box,
  pixels: number,
): { over: Laid[]; gaps: Gap[] } {
  const scales = new Map<number, Map<string, Laid>>();
  for (const each of laid) {
    const { scale } = each.tile;
    const level = scales.get(scale) ?? new Map<string, Laid>();
    scales.set(scale, level.set(keyOf(each.tile), each));
  }
  const scale = seen[0]?.scale ?? 1;
  const own = scales.get(scale);
  scales.delete(scale);
  const off = (other: number): number => Math.abs(Math.log(other / scale));
  const others = [...scales].sort(([a], [b]) => off(a) - off(b));
  const over: Laid[] = [];
  const gaps: Gap[] = [];
  for (const tile of seen) {
    const found = own?.get(keyOf(tile));
    if (found) over.push(found);
    else gaps.push(filled(overlap(tileBox(tile, pixels), sheet), others, pixels));
  }
  return { over, gaps };
}

/** Fill a gap from the nearest scale, and from farther ones what that leaves open. */
function filled(
  box: Box,
  others: readonly (readonly [number, ReadonlyMap<string, Laid>])[],
  pixels: number,
): Gap {
  const under: Laid[] = [];
  for (const [scale, level] of others) {
    const needed = tilesFor(box, box, scale, pixels, 0);
    const found = needed.flatMap((tile) => level.get(keyOf(tile)) ?? []);
    under.unshift(...found);
    if (found.length === needed.length) return { box, under, covered: true };
  }
  return { box, under, covered: false };
}

/** Lay the ground; whether every tile that is seen was there. */
export function blit(
  context: CanvasRenderingContext2D,
  ground: Ground,
  glass: Glass,
  seen: readonly Tile[],
  pixels: number,
): boolean {
  if (!ground.box) return false;
  for (const tile of seen) ground.tiles.use(keyOf(tile));
  const { over, gaps } = stack(ground.tiles.values(), seen, ground.box, pixels);
  for (const { box, under, covered } of gaps) {
    const [left, top, right, bottom] = onGlass(box, glass);
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    if (!covered && ground.picture) lay(context, ground.picture, ground.box, glass);
    for (const { tile, bitmap } of under) lay(context, bitmap, tileBox(tile, pixels), glass);
    context.restore();
  }
  for (const { tile, bitmap } of over) lay(context, bitmap, tileBox(tile, pixels), glass);
  return gaps.length === 0;
}

/** Lay one bitmap over a box of the sheet. */
export function lay(
  context: CanvasRenderingContext2D,
  bitmap: ImageBitmap,
  box: Box,
  glass: Glass,
): void {
  const [left, top, right, bottom] = onGlass(box, glass);
  if (right - left === bitmap.width && bottom - top === bitmap.height) {
    context.drawImage(bitmap, left, top);
  } else context.drawImage(bitmap, left, top, right - left, bottom - top);
}
