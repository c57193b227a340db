/** Sight: the camera over one board, and going with it to hexes. */

import { Camera, type Fit } from '../map/camera.svelte';
import type { Plan } from '../map/plan';
import { around, type Rect } from '../orders/anchor';

/** What is nearer to the edge of the window than this is not well in sight. */
const EDGE = 60;

export class Sight {
  readonly camera = new Camera();
  /** How many pixels of the window, from its right edge, something else lies on. */
  covered = 0;

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
    const inside = there.every(([x, y]) => {
      const [sx, sy] = camera.toScreen(x, y);
      return (
        sx > EDGE &&
        sy > EDGE &&
        sx < camera.width - this.covered - EDGE &&
        sy < camera.height - EDGE
      );
    });
    if (inside && !always && camera.zoom > 0.4) return;
    if (there.length === 1) {
      const zoom = Math.max(camera.zoom, 0.75);
      camera.centreOn(first[0] + this.covered / 2 / zoom, first[1], { zoom });
    } else this.fit(there, { padding: 140, nearest: Math.max(camera.zoom, 0.9) });
  }

  /** Show points in what is not covered. */
  private fit(points: readonly [number, number][], options: Fit): void {
    this.camera.fit(points, { ...options, right: this.covered });
  }

  /** The hexes to look at first, or else the whole sheet. */
  front(hexes: readonly string[], smooth = true): void {
    if (hexes.length) {
      this.fit(this.points(hexes), { padding: 90, nearest: 1, smooth });
    } else this.camera.fitAll({ smooth });
  }

  /** Come nearer to what is in the middle. */
  zoom(factor: number): void {
    this.camera.glideAt(this.camera.width / 2, this.camera.height / 2, factor);
  }
}
