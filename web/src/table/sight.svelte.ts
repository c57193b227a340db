/** Sight: the camera over one board, and going with it to hexes. */

import { Camera, type Fit } from '../map/camera.svelte';
import type { Plan } from '../map/plan';
import { around, type Rect } from '../orders/anchor';

/** What is nearer to the edge of the window than this is not well in sight. */
const EDGE = 60;
/** How many pixels at the foot of the map the strip of a playback takes. */
const FOOT = 110;
/** Less of the map than this beside a card shows nothing. */
const LEAST = 160;
/** The radius of a hex, in pixels, in which a counter can be told. */
const LEGIBLE = 15;
/** Pixels round what is shown. */
const PADDING = 140;
/** Milliseconds until the map has glided somewhere. */
const GLIDE = 420;

export class Sight {
  readonly camera = new Camera();
  /** How many pixels of the window, from its right edge, something else lies on. */
  covered = 0;
  /** The same from its lower edge. */
  foot = 0;

  constructor(readonly plan: Plan) {}

  /** The middles of hexes; those that are not on the board are left out. */
  points(hexes: readonly string[]): [number, number][] {
    return hexes.flatMap((hex) => (this.knows(hex) ? [this.plan.centre(hex)] : []));
  }

  knows(hex: string): boolean {
    return this.plan.index(hex) !== undefined;
  }

  /** Where on the screen some hexes are; null if none of them is in sight. */
  whereabouts(hexes: readonly string[]): Rect | null {
    const { camera, plan } = this;
    const seen = this.points(hexes)
      .map(([x, y]) => camera.toScreen(x, y))
      .filter(([x, y]) => x > 0 && y > 0 && x < camera.width && y < camera.height);
    return around(seen, plan.size * camera.zoom);
  }

  /** Bring hexes into sight; nothing moves where they are in sight already, unless `always`. */
  show(hexes: readonly string[], always = false): void {
    const { camera } = this;
    const there = this.points(hexes);
    const [first] = there;
    if (!first) return;
    const seen = there.filter(([x, y]) => {
      const [sx, sy] = camera.toScreen(x, y);
      return (
        sx > EDGE &&
        sy > EDGE &&
        sx < camera.width - this.covered - EDGE &&
        sy < camera.height - this.foot - EDGE
      );
    });
    if (seen.length === there.length && !always && camera.zoom > 0.4) return;
    if (seen.length > 0 && !always && !this.fits(there)) return; // one looks through them oneself
    if (there.length === 1) {
      const zoom = Math.max(camera.zoom, 0.75);
      const [x, y] = [this.covered / 2 / zoom, this.foot / 2 / zoom];
      camera.centreOn(first[0] + x, first[1] + y, { zoom });
    } else
      this.fit(there, {
        padding: this.padding,
        nearest: Math.max(camera.zoom, 0.9),
        least: this.legible,
      });
  }

  /**
   * Follow what happens: where it is out of sight, or under what lies at the foot of the map or is
   * about to lie at its right, the map glides there, no nearer than it was. The milliseconds that
   * takes.
   */
  follow(hexes: readonly string[], beside = 0): number {
    const { camera } = this;
    const broad = camera.width - this.covered > beside + LEAST;
    const covered = this.covered + (broad ? beside : 0);
    const foot = broad || beside === 0 ? FOOT : camera.height * 0.7;
    const there = this.points(hexes);
    if (there.length === 0) return 0;
    const seen = there.map(([x, y]) => camera.toScreen(x, y));
    const [right, bottom] = [camera.width - covered, camera.height - foot];
    const inside = seen.every(
      ([x, y]) => x > EDGE && y > EDGE && x < right - EDGE && y < bottom - EDGE / 2,
    );
    if (inside) return 0;
    // The edge of the sheet may be drawn as far as that from under the card.
    camera.margin = { ...camera.margin, bottom: Math.max(camera.margin.bottom, foot) };
    const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];
    const wide = Math.max(...xs) - Math.min(...xs) > right - 2 * EDGE;
    const high = Math.max(...ys) - Math.min(...ys) > bottom - 2 * EDGE;
    if (wide || high) this.fit(there, { padding: this.padding, nearest: camera.zoom });
    else {
      const middle = (all: number[]) => (Math.min(...all) + Math.max(...all)) / 2;
      const [x, y] = [middle(there.map((one) => one[0])), middle(there.map((one) => one[1]))];
      const { zoom } = camera;
      camera.centreOn(x + covered / 2 / zoom, y + foot / 2 / zoom, { zoom });
    }
    return GLIDE;
  }

  /** On a small screen a long front is not shown whole, but near enough to tell who stands there. */
  private get legible(): number {
    return this.foot > 0 ? LEGIBLE / this.plan.size : 0;
  }

  /** Whether points have room beside one another, near enough to be told. */
  private fits(points: readonly [number, number][]): boolean {
    const across = (all: number[]) => (Math.max(...all) - Math.min(...all)) * this.legible;
    const { width, height } = this.camera;
    const wide = across(points.map(([x]) => x)) <= width - this.covered;
    return wide && across(points.map(([, y]) => y)) <= height - this.foot;
  }

  /** Pixels round what is shown: fewer where there are few. */
  private get padding(): number {
    const { width, height } = this.camera;
    if (width === 0) return PADDING;
    return Math.min(PADDING, 0.22 * Math.min(width - this.covered, height - this.foot));
  }

  /** Show points in what is not covered. */
  private fit(points: readonly [number, number][], options: Fit): void {
    this.camera.fit(points, { ...options, right: this.covered, bottom: this.foot });
  }

  /** The hexes to look at first, or else the whole sheet. */
  front(hexes: readonly string[], smooth = true): void {
    if (hexes.length) {
      const there = this.points(hexes);
      this.fit(there, {
        padding: Math.min(90, this.padding),
        nearest: 1,
        least: this.legible,
        fills: LEGIBLE / this.plan.size,
        smooth,
      });
    } else this.camera.fitAll({ smooth });
  }

  /** Come nearer to what is in the middle. */
  zoom(factor: number): void {
    this.camera.glideAt(this.camera.width / 2, this.camera.height / 2, factor);
  }
}
