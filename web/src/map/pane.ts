// The canvases reach beyond the window on every side, so that most movements only shift them and
// nothing is drawn: a pane of glass that slides behind the window.

import type { Glass } from './blit';

/** So many CSS pixels the pane reaches beyond the window. */
export const MARGIN = 128;
/** While the zoom changes the pane may be stretched by this factor before it is drawn again. */
const STRETCH = 1.6;

/** How the pane lies on the window, in CSS pixels. */
export interface Slide {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A new pane round what the window shows. */
export function paneAround(window: Glass, ratio: number): Glass {
  const margin = Math.round(MARGIN * ratio);
  return {
    scale: window.scale,
    originX: window.originX + margin,
    originY: window.originY + margin,
    width: window.width + 2 * margin,
    height: window.height + 2 * margin,
  };
}

/** How a drawn pane must be slid to show what the window shows. */
export function slide(drawn: Glass, window: Glass, ratio: number): Slide {
  const scale = window.scale / drawn.scale;
  return {
    scale,
    x: (window.originX - scale * drawn.originX) / ratio,
    y: (window.originY - scale * drawn.originY) / ratio,
  };
}

/** Whether a drawn pane will do: it covers the window, and is stretched only while the zoom changes. */
export function suffices(drawn: Glass, window: Glass, ratio: number, settled: boolean): boolean {
  const fresh = paneAround(window, ratio);
  if (drawn.width !== fresh.width || drawn.height !== fresh.height) return false;
  const { scale, x, y } = slide(drawn, window, ratio);
  if (scale !== 1 && (settled || scale > STRETCH || scale < 1 / STRETCH)) return false;
  return (
    x <= 0 &&
    y <= 0 &&
    x * ratio + scale * drawn.width >= window.width &&
    y * ratio + scale * drawn.height >= window.height
  );
}

/** Tells when the zoom has been left alone for a while. */
export class Settling {
  private scale = 0;
  private since = -Infinity;

  constructor(private readonly patience: number) {}

  /** The next zoom is as the first. */
  restart(): void {
    this.scale = 0;
  }

  /** How many milliseconds it is still to wait; 0 if it has settled. The first zoom of all has. */
  wait(scale: number, now: number): number {
    if (scale !== this.scale) {
      this.since = this.scale ? now : -Infinity;
      this.scale = scale;
    }
    return Math.max(0, this.since + this.patience - now);
  }
}
