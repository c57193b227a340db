import { describe, expect, it } from 'vitest';

import { glassOf, onGlass, stack } from './blit';
import type { Laid } from './ground';
import { levelFor } from './groundview';
import { MARGIN, Settling, paneAround, slide, suffices } from './pane';
import { Shelf, type Tile, keyOf, seenTiles, steppedScale, tileBox, tilesFor } from './tiles';

const SHEET = [0, 0, 4000, 4000] as const;

describe('tiles', () => {
  it('cover the view, from its middle outwards, then the ring', () => {
    const view = [1000, 1000, 2300, 2000] as const;
    const tiles = tilesFor(view, SHEET, 1, 500);
    const seen = seenTiles(tiles, view, 500);
    expect(seen.map(({ column, row }) => `${column},${row}`).sort()).toEqual([
      '2,2',
      '2,3',
      '3,2',
      '3,3',
      '4,2',
      '4,3',
    ]);
    expect(tiles.slice(0, 6)).toEqual(seen);
    expect(tiles[0]).toMatchObject({ column: 3 });
    expect(tiles).toHaveLength(5 * 4);
  });

  it('are not wanted beyond the sheet', () => {
    const tiles = tilesFor([-2000, -2000, 600, 600], SHEET, 1, 500, 3);
    for (const tile of tiles) {
      const [left, top, right, bottom] = tileBox(tile, 500);
      expect(right >= 0 && bottom >= 0 && left <= 4000 && top <= 4000).toBe(true);
    }
  });

  it('are drawn for the very zoom when it has settled, and seldom while it changes', () => {
    expect(levelFor(1, 1.234, true)).toBe(1.234);
    expect(levelFor(1, 1.234, false)).toBe(1);
    expect(levelFor(1, 1.9, false)).toBe(2);
    expect(levelFor(0, 1.9, false)).toBe(1.9);
    expect(steppedScale(1.4)).toBeCloseTo(Math.SQRT2);
  });

  it('lie on whole pixels, without gaps between neighbours', () => {
    const glass = glassOf({ x: 123.4, y: 567.8, zoom: 0.777, width: 801, height: 600 }, 1.5);
    expect([glass.originX, glass.originY].every(Number.isInteger)).toBe(true);
    const [, , right] = onGlass(tileBox({ scale: 1, column: 2, row: 1 }, 512), glass);
    const [left] = onGlass(tileBox({ scale: 1, column: 3, row: 1 }, 512), glass);
    expect(left).toBe(right);
    expect(Number.isInteger(left)).toBe(true);
    const own = onGlass(tileBox({ scale: glass.scale, column: 1, row: 1 }, 768), glass);
    expect([own[2] - own[0], own[3] - own[1]]).toEqual([768, 768]);
  });
});

describe('the pane', () => {
  const view = { x: 1000, y: 900, zoom: 1.5, width: 800, height: 600 };
  const window = glassOf(view, 2);
  const pane = paneAround(window, 2);
  const moved = (dx: number, zoom = view.zoom): typeof window =>
    glassOf({ ...view, x: view.x - dx / view.zoom, zoom }, 2);

  it('lies round the window', () => {
    expect([pane.width, pane.height]).toEqual([2 * (800 + 2 * MARGIN), 2 * (600 + 2 * MARGIN)]);
    expect(slide(pane, window, 2)).toEqual({ scale: 1, x: -MARGIN, y: -MARGIN });
  });

  it('is slid by as much as the view moves', () => {
    expect(slide(pane, moved(50), 2)).toEqual({ scale: 1, x: 50 - MARGIN, y: -MARGIN });
  });

  it('will do until the window comes to its edge', () => {
    expect(suffices(pane, moved(MARGIN - 1), 2, true)).toBe(true);
    expect(suffices(pane, moved(MARGIN + 1), 2, true)).toBe(false);
    expect(suffices(pane, moved(-MARGIN - 1), 2, true)).toBe(false);
  });

  it('is stretched only while the zoom changes, and not much', () => {
    expect(suffices(pane, moved(0, 1.6), 2, false)).toBe(true);
    expect(suffices(pane, moved(0, 1.6), 2, true)).toBe(false);
    expect(suffices(pane, moved(0, 3), 2, false)).toBe(false);
    expect(suffices(pane, moved(0, 0.9), 2, false)).toBe(false);
  });

  it('is made anew for a window of another size', () => {
    expect(suffices(pane, glassOf({ ...view, width: 801 }, 2), 2, true)).toBe(false);
  });

  it('knows when the zoom has settled', () => {
    const settling = new Settling(100);
    expect(settling.wait(1, 0)).toBe(0);
    expect(settling.wait(2, 10)).toBe(100);
    expect(settling.wait(2, 60)).toBe(50);
    expect(settling.wait(3, 70)).toBe(100);
    expect(settling.wait(3, 170)).toBe(0);
    settling.restart();
    expect(settling.wait(4, 180)).toBe(0);
  });
});

describe('what lies under missing tiles', () => {
  const laid = (scale: number, column: number, row: number): Laid => ({
    tile: { scale, column, row },
    bitmap: {} as ImageBitmap,
  });
  const seen: Tile[] = [
    { scale: 1, column: 0, row: 0 },
    { scale: 1, column: 1, row: 0 },
  ];

  it('is nothing where there are none missing', () => {
    const { over, gaps } = stack([laid(1, 0, 0), laid(1, 1, 0), laid(0.5, 0, 0)], seen, SHEET, 500);
    expect(over).toHaveLength(2);
    expect(gaps).toEqual([]);
  });

  it('is the nearest scale that fills the gap, and no other', () => {
    const near = laid(0.5, 0, 0);
    const { gaps } = stack([laid(1, 0, 0), laid(0.25, 0, 0), near], seen, SHEET, 500);
    expect(gaps).toEqual([{ box: [500, 0, 1000, 500], under: [near], covered: true }]);
  });

  it('is coarser where the nearer scale leaves something open', () => {
    const [fine, coarse] = [laid(2, 2, 0), laid(0.5, 0, 0)];
    const { gaps } = stack([laid(1, 0, 0), fine, coarse], seen, SHEET, 500);
    expect(gaps[0]).toMatchObject({ covered: true });
    expect(gaps[0]?.under.at(0)).toBe(coarse);
    expect(gaps[0]?.under.at(-1)).toBe(fine);
    expect(stack([laid(1, 0, 0), fine], seen, SHEET, 500).gaps[0]?.covered).toBe(false);
  });
});

describe('the shelf', () => {
  it('lets go of what was unused longest when it grows too heavy', () => {
    const gone: string[] = [];
    const shelf = new Shelf<string>(10, (value) => gone.push(value));
    shelf.keep('a', 'A', 4);
    shelf.keep('b', 'B', 4);
    expect(shelf.use('a')).toBe('A');
    shelf.keep('c', 'C', 4);
    expect(gone).toEqual(['B']);
    expect([shelf.has('a'), shelf.has('b'), shelf.weight, shelf.size]).toEqual([true, false, 8, 2]);
  });

  it('keeps the newest even if it is too heavy alone, and replaces by key', () => {
    const gone: string[] = [];
    const shelf = new Shelf<string>(10, (value) => gone.push(value));
    shelf.keep('a', 'A', 4);
    shelf.keep('a', 'A2', 20);
    expect([gone, shelf.use('a'), shelf.weight]).toEqual([['A'], 'A2', 20]);
    shelf.clear();
    expect([gone, shelf.weight, shelf.size]).toEqual([['A', 'A2'], 0, 0]);
  });

  it('tells tiles apart by scale and place', () => {
    expect(keyOf({ scale: 0.5, column: 1, row: 2 })).not.toBe(
      keyOf({ scale: 0.5, column: 2, row: 1 }),
    );
  });
});
