// The camera over the sheet: where one looks and how near, and the movements between.

import type { Box } from './box';
import {
  type Margin,
  NO_MARGIN,
  type View,
  between,
  boxOf,
  eased,
  farthest,
  filling,
  held,
  seen,
  showing,
  toMap,
  toScreen,
  zoomedAt,
} from './view';

export interface Move {
  zoom?: number;
  /** Glide there; people who asked for less motion are simply taken there. */
  smooth?: boolean;
}
export interface Fit extends Move {
  /** Pixels left free on every side. */
  padding?: number;
  /** No nearer than this. */
  nearest?: number;
  /** No farther than this, even if not all is shown then. */
  least?: number;
  /** Near enough to leave no empty desk beside the sheet, but for that no nearer than this. */
  fills?: number;
  /** Pixels from the right edge that something else lies on. */
  right?: number;
  /** The same from the lower edge. */
  bottom?: number;
}

/** A glide takes so long, in milliseconds. */
const GLIDE = 420;
/** A wheel's step is followed so quickly: the part still to go after a millisecond. */
const WHEEL = 0.985;
/** A flung map slows down so quickly: the part of its speed kept after a millisecond. */
const FRICTION = 0.9955;
/** Below so many pixels in a millisecond a flung map stands still. */
const STILL = 0.02;

export class Camera {
  /** The point of the sheet in the middle. */
  x = $state(0);
  y = $state(0);
  /** CSS pixels for a unit of the sheet. */
  zoom = $state(1);
  width = $state(0);
  height = $state(0);
  /** While something moves: a hand, a glide or a fling. */
  moving = $state(false);
  /** What lies on the window's edges. */
  margin: Margin = NO_MARGIN;
  private sheet: Box | null = null;
  private placed = false;
  private pending: (() => void) | null = null;
  private frame = 0;
  private hands = 0;

  toScreen(px: number, py: number): [number, number] {
    return toScreen(this, this, px, py);
  }

  toMap(sx: number, sy: number): [number, number] {
    return toMap(this, this, sx, sy);
  }

  /** The part of the sheet that is seen. */
  seen(): Box {
    return seen(this, this);
  }

  /** The least zoom there is: the whole sheet. */
  get least(): number {
    return this.sheet ? farthest(this.sheet, this) : 0.01;
  }

  /** The window has a size, or another. */
  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    const whole = this.atLeast();
    this.width = width;
    this.height = height;
    this.settle(whole);
  }

  /** The sheet beyond which there is nothing to see. */
  bound(sheet: Box): void {
    const whole = this.atLeast();
    this.sheet = sheet;
    this.settle(whole);
  }

  /** Whether the whole sheet is seen now. */
  private atLeast(): boolean {
    return this.placed && this.width > 0 && this.zoom <= this.least * 1.001;
  }

  private settle(whole: boolean): void {
    if (this.width <= 0) return;
    if (this.pending) {
      const { pending } = this;
      this.pending = null;
      pending();
    } else if ((!this.placed || whole) && this.sheet) {
      this.fitAll({ smooth: false });
    } else this.set(this);
  }

  centreOn(x: number, y: number, { zoom, smooth = true }: Move = {}): void {
    if (this.waits(() => this.centreOn(x, y, { ...(zoom ? { zoom } : {}), smooth: false }))) return;
    this.go({ x, y, zoom: zoom ?? this.zoom }, smooth);
  }

  fit(points: readonly (readonly [number, number])[], options: Fit = {}): void {
    if (this.waits(() => this.fit(points, { ...options, smooth: false }))) return;
    const box = boxOf(points);
    if (!box) return;
    const {
      padding = 64,
      nearest = 1.6,
      smooth = true,
      zoom,
      right = 0,
      bottom = 0,
      least = 0,
      fills = 0,
    } = options;
    const free = {
      width: Math.max(this.width - right, 1),
      height: Math.max(this.height - bottom, 1),
    };
    const view = showing(box, free, padding, nearest);
    const full = this.sheet && fills ? Math.min(filling(this.sheet, free), fills) : 0;
    const near = zoom ?? Math.max(view.zoom, least, full);
    this.go({ x: view.x + right / 2 / near, y: view.y + bottom / 2 / near, zoom: near }, smooth);
  }

  /** The whole sheet. */
  fitAll({ smooth = true }: Move = {}): void {
    const { sheet } = this;
    if (!sheet || this.waits(() => this.fitAll({ smooth: false }))) return;
    const [x, y] = [(sheet[0] + sheet[2]) / 2, (sheet[1] + sheet[3]) / 2];
    this.go({ x, y, zoom: this.least }, smooth);
  }

  /** Move the sheet by so many pixels. */
  panBy(dx: number, dy: number): void {
    this.stop();
    this.set({ x: this.x - dx / this.zoom, y: this.y - dy / this.zoom, zoom: this.zoom });
  }

  /** Come nearer by a factor, with the point under the pointer staying there. */
  zoomAt(sx: number, sy: number, factor: number): void {
    this.stop();
    this.set(this.zoomed(sx, sy, this.zoom * factor));
  }

  private wheelTo: { sx: number; sy: number; zoom: number } | null = null;

  /** The same, as a short glide that a wheel may prolong at any time. */
  glideAt(sx: number, sy: number, factor: number): void {
    if (calm()) {
      this.zoomAt(sx, sy, factor);
      return;
    }
    const goal = (this.wheelTo?.zoom ?? this.zoom) * factor;
    const zoom = this.zoomed(sx, sy, goal).zoom;
    this.wheelTo = { sx, sy, zoom };
    if (this.frame && this.wheeling) return;
    this.stop(true);
    this.wheeling = true;
    this.run((passed) => {
      const to = this.wheelTo;
      if (!to) return false;
      const left = Math.log(to.zoom / this.zoom) * WHEEL ** passed;
      const done = Math.abs(left) < 0.002;
      const next = done ? to.zoom : to.zoom / Math.exp(left);
      this.set(this.zoomed(to.sx, to.sy, next));
      return !done;
    });
  }

  private wheeling = false;

  /** Go on by the speed of the hand, in pixels for a millisecond, slowing down. */
  fling(vx: number, vy: number): void {
    if (calm() || Math.hypot(vx, vy) < 10 * STILL) return;
    this.stop();
    let [u, v] = [vx, vy];
    this.run((passed) => {
      const kept = FRICTION ** passed;
      const far = (1 - kept) / -Math.log(FRICTION);
      this.set({
        x: this.x - (u * far) / this.zoom,
        y: this.y - (v * far) / this.zoom,
        zoom: this.zoom,
      });
      [u, v] = [u * kept, v * kept];
      return Math.hypot(u, v) > STILL;
    });
  }

  /** A hand takes hold of the map. */
  grab(): void {
    this.stop();
    this.hands++;
    this.moving = true;
  }

  release(): void {
    this.hands = Math.max(0, this.hands - 1);
    this.moving = this.hands > 0 || this.frame !== 0;
  }

  /** Stand still. */
  stop(keepWheel = false): void {
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.wheeling = false;
    if (!keepWheel) this.wheelTo = null;
    this.moving = this.hands > 0;
  }

  private waits(later: () => void): boolean {
    if (this.width > 0 && this.height > 0) return false;
    this.pending = later;
    return true;
  }

  private zoomed(sx: number, sy: number, zoom: number): View {
    const free = { x: this.x, y: this.y, zoom: Math.max(zoom, 1e-4) };
    const held = this.held(free);
    return zoomedAt(this, this, sx, sy, held.zoom);
  }

  private go(view: View, smooth: boolean): void {
    this.stop();
    const to = this.held(view);
    if (!smooth || !this.placed || calm()) {
      this.set(to);
      return;
    }
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    let t = 0;
    this.run((passed) => {
      t = Math.min(1, t + passed / GLIDE);
      this.set(between(from, to, eased(t)));
      return t < 1;
    });
  }

  private held(view: View): View {
    return this.sheet && this.width > 0 ? held(view, this.sheet, this, this.margin) : view;
  }

  private set(view: View): void {
    const { x, y, zoom } = this.held(view);
    this.x = x;
    this.y = y;
    this.zoom = zoom;
    if (this.width > 0) this.placed = true;
  }

  /** Call `step` with the milliseconds since the last frame until it says that it is done. */
  private run(step: (passed: number) => boolean): void {
    let last: number | null = null;
    this.moving = true;
    const next = (now: number): void => {
      const passed = last === null ? 16 : Math.min(now - last, 64);
      last = now;
      this.frame = requestAnimationFrame(next);
      if (!step(passed)) this.stop();
    };
    this.frame = requestAnimationFrame(next);
  }
}

/** Whether the reader asked for less motion. */
function calm(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}
