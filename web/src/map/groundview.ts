// The ground on its canvas: which sheet is shown, at which scale its tiles are wanted, and when a
// new sheet takes the place of the old.

import { type Glass, behind, blit, lay, onGlass } from './blit';
import type { Box } from './box';
import { Ground, type Laid } from './ground';
import { shade } from './scheme';
import { TILE, type Tile, keyOf, seenTiles, steppedScale, tileBox, tilesFor } from './tiles';

/** A new sheet is shown after so many milliseconds even if tiles of it are missing. */
const LONGEST_WAIT = 1500;

export interface Watcher {
  /** There is something new to draw. */
  again(): void;
  /** The sheet has this box. */
  sheet(box: Box): void;
  /** The sheet cannot be drawn here. */
  failed(why: string): void;
}

/**
 * The scale of tiles for a view. While the zoom is changing the tiles there are will do, unless they
 * are much too coarse or too fine; when it has settled, tiles are drawn for this very zoom.
 */
export function levelFor(level: number, scale: number, settled: boolean): number {
  if (settled || level === 0) return scale;
  const ratio = scale / level;
  return ratio > 1.7 || ratio < 0.6 ? steppedScale(scale) : level;
}

export class GroundView {
  private shown: Ground | null = null;
  private coming: Ground | null = null;
  private comingSince = 0;
  private level = 0;
  private waking: ReturnType<typeof setTimeout> | undefined;
  /** What the canvas shows, and the tiles that have come since. */
  private drawn = '';
  private fresh: Laid[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly watcher: Watcher,
    /** What is drawn as long as there is no sheet. */
    private readonly bare: (context: CanvasRenderingContext2D, glass: Glass) => void = () =>
      undefined,
  ) {}

  /** Show the sheet at an address, the old one until the new one is there. */
  look(url: string): void {
    if (this.coming?.url === url) return;
    this.coming?.leave(this.changed);
    this.coming = null;
    if (this.shown?.url !== url) {
      this.coming = Ground.enter(url, this.changed);
      this.comingSince = performance.now();
    }
    this.changed();
  }

  close(): void {
    clearTimeout(this.waking);
    this.shown?.leave(this.changed);
    this.coming?.leave(this.changed);
    this.shown = this.coming = null;
  }

  private readonly changed = (tile?: Laid): void => {
    const { coming, shown } = this;
    if (tile) this.fresh.push(tile);
    else this.drawn = '';
    const failure = (coming ?? shown)?.failure;
    if (failure) this.watcher.failed(failure);
    else this.watcher.again();
  };

  /** Draw what is missing on the canvas; `settled` says whether the zoom is to stay. */
  draw(glass: Glass, ratio: number, table: string, settled: boolean): void {
    this.level = levelFor(this.level, glass.scale, settled);
    const pixels = Math.round(TILE * ratio);
    const view = behind(glass);
    this.swapIfReady(view, ratio, pixels);
    const context = this.canvas.getContext('2d', { alpha: false });
    if (!context) return;
    const { shown } = this;
    const sheet = shown?.box ?? null;
    const tiles = sheet ? tilesFor(view, sheet, this.level, pixels) : [];
    const seen = seenTiles(tiles, view, pixels);
    const { width, height, originX, originY, scale } = glass;
    const now = [width, height, originX, originY, scale, this.level, shown?.url, table].join(' ');
    if (now === this.drawn) this.lay(context, glass, seen, pixels);
    else {
      this.fit(glass);
      this.drawWhole(context, glass, table, seen, pixels);
    }
    this.drawn = now;
    this.fresh = [];
    if (shown && !this.coming) shown.want(tiles, this.level / ratio, pixels);
  }

  private fit({ width, height }: Glass): void {
    const { canvas } = this;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  private drawWhole(
    context: CanvasRenderingContext2D,
    glass: Glass,
    table: string,
    seen: readonly Tile[],
    pixels: number,
  ): void {
    const sheet = this.shown?.box;
    const edge = sheet ? onGlass(sheet, glass) : null;
    const covered =
      edge && edge[0] <= 0 && edge[1] <= 0 && edge[2] >= glass.width && edge[3] >= glass.height;
    if (!covered) {
      context.fillStyle = table;
      context.fillRect(0, 0, glass.width, glass.height);
      if (edge) shade(context, edge, pixels / TILE);
      else this.bare(context, glass);
    }
    const { shown } = this;
    if (shown && sheet) {
      within(context, onGlass(sheet, glass), () => blit(context, shown, glass, seen, pixels));
    }
  }

  /** Only tiles have come since the last time: they alone are laid. */
  private lay(
    context: CanvasRenderingContext2D,
    glass: Glass,
    seen: readonly Tile[],
    pixels: number,
  ): void {
    const wanted = new Set(seen.map(keyOf));
    const sheet = this.shown?.box;
    // Tiles of the sheet that is still coming have the same names.
    const news = this.fresh.filter(
      (laid) => wanted.has(keyOf(laid.tile)) && this.shown?.tiles.use(keyOf(laid.tile)) === laid,
    );
    if (!sheet || news.length === 0) return;
    within(context, onGlass(sheet, glass), () => {
      for (const { tile, bitmap } of news) lay(context, bitmap, tileBox(tile, pixels), glass);
    });
  }

  private swapIfReady(view: Box, ratio: number, pixels: number): void {
    const { coming, shown } = this;
    if (!coming?.box) return;
    const tiles = seenTiles(tilesFor(view, coming.box, this.level, pixels, 0), view, pixels);
    const missing = tiles.some((tile) => !coming.tiles.has(keyOf(tile)));
    const waited = performance.now() - this.comingSince;
    if (shown?.ready && missing && waited < LONGEST_WAIT) {
      coming.want(tiles, this.level / ratio, pixels);
      this.wake(LONGEST_WAIT - waited);
      return;
    }
    shown?.leave(this.changed);
    this.shown = coming;
    this.coming = null;
    this.watcher.sheet(coming.box);
  }

  private wake(after: number): void {
    clearTimeout(this.waking);
    this.waking = setTimeout(() => this.watcher.again(), after + 1);
  }
}

function within(context: CanvasRenderingContext2D, box: Box, draw: () => void): void {
  const [left, top, right, bottom] = box;
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  draw();
  context.restore();
}
