import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Camera } from './camera.svelte';
import { between, farthest, held, showing, toMap, toScreen, zoomedAt } from './view';

const SHEET = [0, 0, 3000, 4000] as const;
const WINDOW = { width: 1200, height: 800 };

describe('a view', () => {
  it('goes from the sheet to the window and back', () => {
    const view = { x: 700, y: 900, zoom: 1.7 };
    expect(toScreen(view, WINDOW, 700, 900)).toEqual([600, 400]);
    const [x, y] = toMap(view, WINDOW, ...toScreen(view, WINDOW, 123, 456));
    expect([x, y].map(Math.round)).toEqual([123, 456]);
  });

  it('zooms with the point under the pointer staying there', () => {
    const view = { x: 700, y: 900, zoom: 1 };
    const before = toMap(view, WINDOW, 100, 650);
    const after = toMap(zoomedAt(view, WINDOW, 100, 650, 2.5), WINDOW, 100, 650);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it('is never farther than the whole sheet nor nearer than four pixels a unit', () => {
    const least = farthest(SHEET, WINDOW);
    expect(least * 4000).toBeLessThanOrEqual(800);
    expect(least * 4000).toBeGreaterThan(700);
    expect(held({ x: 0, y: 0, zoom: 0.001 }, SHEET, WINDOW)).toEqual({
      x: 1500,
      y: 2000,
      zoom: least,
    });
    expect(held({ x: 1500, y: 2000, zoom: 50 }, SHEET, WINDOW).zoom).toBe(4);
  });

  it('does not lose the sheet', () => {
    const view = held({ x: -9e5, y: 9e5, zoom: 1 }, SHEET, WINDOW);
    const [left] = toScreen(view, WINDOW, SHEET[0], 0);
    const [, bottom] = toScreen(view, WINDOW, 0, SHEET[3]);
    expect(left).toBeCloseTo(120);
    expect(bottom).toBeCloseTo(800 - 120);
  });

  it('shows a box with room around it', () => {
    const view = showing([100, 100, 1100, 300], WINDOW, 100, 9);
    expect(view).toEqual({ x: 600, y: 200, zoom: 1 });
    expect(showing([100, 100, 101, 101], WINDOW, 100, 1.6).zoom).toBe(1.6);
  });

  it('glides between two views, ending exactly', () => {
    const [from, to] = [
      { x: 0, y: 0, zoom: 0.25 },
      { x: 100, y: 50, zoom: 1 },
    ];
    expect(between(from, to, 0)).toEqual(from);
    const end = between(from, to, 1);
    expect([end.x, end.y, end.zoom]).toEqual([100, 50, 1]);
    expect(between(from, to, 0.5).zoom).toBeCloseTo(0.5);
    expect(between(from, { ...to, zoom: 0.25 }, 0.5).x).toBeCloseTo(50);
  });
});

describe('the camera', () => {
  let camera: Camera;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    camera = new Camera();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function ready(): void {
    camera.bound(SHEET);
    camera.resize(1200, 800);
  }

  it('shows the whole sheet at first, and keeps showing it when the window changes', () => {
    ready();
    expect([camera.x, camera.y]).toEqual([1500, 2000]);
    expect(camera.zoom).toBeCloseTo(camera.least);
    camera.resize(600, 400);
    expect(camera.zoom).toBeCloseTo(camera.least);
    camera.bound([0, 0, 3000, 8000]);
    expect([camera.zoom, camera.y]).toEqual([camera.least, 4000]);
  });

  it('draws the sheet out from under what lies on the edges of the window', () => {
    ready();
    camera.centreOn(9000, 9000, { zoom: 1, smooth: false });
    const [x, y] = [camera.x, camera.y];
    camera.margin = { right: 380, bottom: 130 };
    camera.centreOn(9000, 9000, { zoom: 1, smooth: false });
    expect([camera.x - x, camera.y - y]).toEqual([380, 130]);
  });

  it('leaves no empty desk beside a long front, as far as that makes counters legible', () => {
    ready();
    const front = [
      [1500, 0],
      [1500, 4000],
    ] as const;
    camera.fit(front, { padding: 0, smooth: false });
    expect(camera.zoom * 3000).toBeLessThan(WINDOW.width);
    camera.fit(front, { padding: 0, fills: 9, smooth: false });
    expect(camera.zoom * 3000).toBeCloseTo(WINDOW.width);
    camera.fit(front, { padding: 0, fills: 0.3, smooth: false });
    expect(camera.zoom).toBeCloseTo(0.3);
  });

  it('remembers where to look until it has a window', () => {
    camera.centreOn(1000, 1200, { zoom: 1 });
    expect(camera.x).toBe(0);
    ready();
    expect([camera.x, camera.y, camera.zoom]).toEqual([1000, 1200, 1]);
  });

  it('glides to a place and says while it moves', () => {
    ready();
    camera.centreOn(1500, 2000, { zoom: 1, smooth: false });
    camera.centreOn(2000, 2500);
    expect(camera.moving).toBe(true);
    vi.advanceTimersByTime(120);
    expect(camera.x).toBeGreaterThan(1500);
    expect(camera.x).toBeLessThan(2000);
    vi.advanceTimersByTime(1000);
    expect([camera.x, camera.y, camera.moving]).toEqual([2000, 2500, false]);
  });

  it('does not glide for people who asked for less motion', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    ready();
    camera.centreOn(1500, 2000, { zoom: 1 });
    camera.centreOn(2000, 2500);
    expect([camera.x, camera.moving]).toEqual([2000, false]);
    camera.fling(3, 0);
    expect(camera.moving).toBe(false);
  });

  it('follows several steps of the wheel to their sum, the point under it fixed', () => {
    ready();
    camera.centreOn(1500, 2000, { zoom: 0.5, smooth: false });
    const before = camera.toMap(300, 200);
    camera.glideAt(300, 200, 1.5);
    vi.advanceTimersByTime(40);
    camera.glideAt(300, 200, 1.5);
    vi.advanceTimersByTime(2000);
    expect(camera.zoom).toBeCloseTo(0.5 * 2.25);
    const after = camera.toMap(300, 200);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
    expect(camera.moving).toBe(false);
  });

  it('slides on when flung, and stands still when grabbed', () => {
    ready();
    camera.centreOn(1500, 2000, { zoom: 1, smooth: false });
    camera.fling(-1, 0);
    vi.advanceTimersByTime(100);
    const early = camera.x;
    expect(early).toBeGreaterThan(1550);
    camera.grab();
    vi.advanceTimersByTime(500);
    expect(camera.x).toBe(early);
    camera.release();
    expect(camera.moving).toBe(false);
  });

  it('fits points into the window', () => {
    ready();
    camera.fit(
      [
        [1000, 1000],
        [1500, 1100],
      ],
      { padding: 100, smooth: false },
    );
    expect([camera.x, camera.y]).toEqual([1250, 1050]);
    expect(camera.toScreen(1000, 1000)[0]).toBeGreaterThanOrEqual(99);
  });
});
