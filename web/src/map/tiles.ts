// The sheet cut into square tiles: which are wanted, in which order, and which are kept.

import { type Box, meets } from './box';

/** The side of a tile in CSS pixels. */
export const TILE = 512;

/** One picture of a part of the sheet. Tiles of one scale tell a grid that begins at 0, 0. */
export interface Tile {
  /** Pixels of the device for a unit of the sheet. */
  readonly scale: number;
  readonly column: number;
  readonly row: number;
}

export function keyOf({ scale, column, row }: Tile): string {
  return `${scale}/${column}/${row}`;
}

/** The part of the sheet a tile of so many device pixels shows. */
export function tileBox({ scale, column, row }: Tile, pixels: number): Box {
  const side = pixels / scale;
  return [column * side, row * side, (column + 1) * side, (row + 1) * side];
}

/** The scale of the tiles while the zoom is still changing: few steps, so that they are used again. */
export function steppedScale(scale: number): number {
  return 2 ** (Math.round(2 * Math.log2(scale)) / 2);
}

/**
 * The tiles that cover a view, from its middle outwards, then a ring of so many around them.
 * Nothing is wanted beyond the sheet.
 */
export function tilesFor(view: Box, sheet: Box, scale: number, pixels: number, ring = 1): Tile[] {
  const side = pixels / scale;
  const [left, top, right, bottom] = view;
  const [middleX, middleY] = [(left + right) / 2 / side - 0.5, (top + bottom) / 2 / side - 0.5];
  const [c0, r0] = [Math.floor(left / side), Math.floor(top / side)];
  const [c1, r1] = [Math.ceil(right / side) - 1, Math.ceil(bottom / side) - 1];
  const found: { tile: Tile; out: number; far: number }[] = [];
  for (let row = r0 - ring; row <= r1 + ring; row++) {
    for (let column = c0 - ring; column <= c1 + ring; column++) {
      const tile = { scale, column, row };
      if (!meets(tileBox(tile, pixels), sheet)) continue;
      const out = Math.max(c0 - column, column - c1, r0 - row, row - r1, 0);
      found.push({ tile, out, far: Math.hypot(column - middleX, row - middleY) });
    }
  }
  found.sort((a, b) => a.out - b.out || a.far - b.far);
  return found.map(({ tile }) => tile);
}

/** How many of the tiles of `tilesFor` are seen now. */
export function seenTiles(tiles: readonly Tile[], view: Box, pixels: number): Tile[] {
  const [left, top, right, bottom] = view;
  return tiles.filter((tile) => {
    const box = tileBox(tile, pixels);
    return box[0] < right && box[2] > left && box[1] < bottom && box[3] > top;
  });
}

/** Keeps what was used last, up to a weight; what goes is given to `discard`. */
export class Shelf<T> {
  private readonly kept = new Map<string, { value: T; weight: number }>();
  private total = 0;

  constructor(
    readonly limit: number,
    private readonly discard: (value: T) => void = () => undefined,
  ) {}

  get weight(): number {
    return this.total;
  }

  get size(): number {
    return this.kept.size;
  }

  has(key: string): boolean {
    return this.kept.has(key);
  }

  /** What is kept under a key, and now is the last used. */
  use(key: string): T | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    this.kept.set(key, found);
    return found.value;
  }

  keep(key: string, value: T, weight: number): void {
    const old = this.kept.get(key);
    if (old) this.remove(key, old);
    this.kept.set(key, { value, weight });
    this.total += weight;
    for (const [oldest, entry] of this.kept) {
      if (this.total <= this.limit || oldest === key) break;
      this.remove(oldest, entry);
    }
  }

  /** Everything kept, the longest unused first. */
  values(): T[] {
    return Array.from(this.kept.values(), ({ value }) => value);
  }

  clear(): void {
    for (const [key, entry] of this.kept) this.remove(key, entry);
  }

  private remove(key: string, entry: { value: T; weight: number }): void {
    this.kept.delete(key);
    this.total -= entry.weight;
    this.discard(entry.value);
  }
}
