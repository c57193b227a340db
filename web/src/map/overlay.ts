// Layers drawn above the ground, sharp at every zoom.

import { type Box, grown, meets, union } from './box';
import type { Glass } from './blit';
import { behind } from './blit';
import {
  type Curve,
  type Hatch,
  type MapLayer,
  type MapLine,
  type Point,
  arrow,
  outline,
  regions,
  shortened,
  smooth,
  stations,
} from './layers';
import type { Plan } from './plan';

/** A layer made ready: what does not change with the view. */
export interface Prepared {
  readonly opacity: number;
  readonly regions: readonly PreparedRegion[];
  readonly rims: readonly {
    readonly hex: number;
    readonly stroke: string;
    readonly strong: boolean;
  }[];
  readonly texts: readonly {
    readonly hex: number;
    readonly text: string;
    readonly strong: boolean;
  }[];
  readonly lines: readonly {
    readonly line: MapLine;
    readonly curves: Curve[];
    readonly box: Box;
  }[];
}
interface PreparedRegion {
  readonly fill: string | undefined;
  readonly hatch: Hatch;
  readonly strong: boolean;
  readonly hexes: readonly number[];
  readonly edge: readonly Point[][];
}

/** The colours of the scheme that lettering and halos need. */
export interface Inks {
  readonly ink: string;
  readonly halo: string;
  /** A colour that may be written as `var(--name)`, as the canvas takes it. */
  colour(given: string): string;
}

/** The least radius of a hex, in pixels, at which texts in hexes are written. */
const LEAST_TEXT = 13;
/** So many radii of a hex before its middle a short line ends. */
const SHORT = 0.8;

export function prepare(plan: Plan, { paints, lines, opacity = 1 }: MapLayer): Prepared {
  const placed = paints.flatMap((paint) => {
    const hex = plan.index(paint.hex);
    return hex === undefined ? [] : [{ ...paint, hex, strong: paint.strong ?? false }];
  });
  return {
    opacity,
    regions: regions(plan, paints).map((each) => ({ ...each, edge: outline(plan, each.hexes) })),
    rims: placed.flatMap(({ hex, stroke, strong }) => (stroke ? [{ hex, stroke, strong }] : [])),
    texts: placed.flatMap(({ hex, text, strong }) => (text ? [{ hex, text, strong }] : [])),
    lines: lines.map((line) => {
      const points = stations(plan, line.hexes);
      const box = points.reduce<Box>(
        (around, [x, y]) => union(around, [x, y, x, y]),
        [Infinity, Infinity, -Infinity, -Infinity],
      );
      const curves = line.short ? shortened(smooth(points), SHORT * plan.size) : smooth(points);
      return { line, curves, box: grown(box, plan.size) };
    }),
  };
}

type Context = CanvasRenderingContext2D;

export class OverlayPainter {
  private readonly hatches = new Map<string, CanvasPattern | null>();
  private readonly words = new Map<string, HTMLCanvasElement>();

  constructor(
    private readonly plan: Plan,
    private readonly inks: Inks,
    private readonly ratio: number,
    private readonly family: string,
  ) {}

  draw(context: Context, layers: readonly Prepared[], glass: Glass): void {
    const view = grown(behind(glass), this.plan.size);
    for (const layer of layers) {
      for (const region of layer.regions) this.region(context, region, layer.opacity, glass, view);
      this.rims(context, layer, glass, view);
    }
    for (const layer of layers) {
      for (const line of layer.lines) {
        if (meets(line.box, view)) this.line(context, line, layer.opacity, glass);
      }
    }
    for (const layer of layers) this.texts(context, layer, glass, view);
    context.globalAlpha = 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  private seen(hex: number, view: Box): boolean {
    const [x, y] = this.plan.spot(hex);
    return x >= view[0] && x <= view[2] && y >= view[1] && y <= view[3];
  }

  private onSheet(context: Context, { scale, originX, originY }: Glass): void {
    context.setTransform(scale, 0, 0, scale, originX, originY);
  }

  private region(
    context: Context,
    { fill, hatch, strong, hexes, edge }: PreparedRegion,
    opacity: number,
    glass: Glass,
    view: Box,
  ): void {
    const shown = hexes.filter((hex) => this.seen(hex, view));
    if (shown.length === 0) return;
    const colour = this.inks.colour(fill ?? 'var(--ink)');
    const unit = this.ratio / glass.scale; // a CSS pixel in units of the sheet
    context.save();
    this.onSheet(context, glass);
    const shape = new Path2D();
    for (const hex of shown) trace(shape, this.plan.corners(hex));
    context.fillStyle = colour;
    if (fill !== undefined) {
      context.globalAlpha = opacity * (strong ? 0.4 : 0.24);
      context.fill(shape);
    }
    const pattern = this.hatch(hatch, colour, glass);
    if (pattern) {
      context.globalAlpha = opacity * (strong ? 0.85 : 0.6);
      context.fillStyle = pattern;
      context.fill(shape);
    }
    const rim = new Path2D();
    for (const line of edge) {
      if (!line.some(([x, y]) => x >= view[0] && x <= view[2] && y >= view[1] && y <= view[3]))
        continue;
      line.forEach(([x, y], i) => (i ? rim.lineTo(x, y) : rim.moveTo(x, y)));
    }
    context.lineJoin = 'round';
    context.strokeStyle = colour;
    context.globalAlpha = opacity * 0.9;
    context.lineWidth = (strong ? 2.4 : 1.6) * unit;
    context.stroke(rim);
    // A band of colour inside the edge, as old maps have along frontiers.
    context.clip(shape);
    context.globalAlpha = opacity * (strong ? 0.4 : 0.28);
    context.lineWidth = Math.max(0.24 * this.plan.size, 4 * unit);
    context.stroke(rim);
    context.restore();
  }

  private rims(context: Context, { rims, opacity }: Prepared, glass: Glass, view: Box): void {
    this.onSheet(context, glass);
    const unit = this.ratio / glass.scale;
    context.lineJoin = 'round';
    for (const { hex, stroke, strong } of rims) {
      if (!this.seen(hex, view)) continue;
      const [x, y] = this.plan.spot(hex);
      const corners = this.plan
        .corners(hex)
        .map(([u, v]): Point => [x + (u - x) * 0.9, y + (v - y) * 0.9]);
      const path = new Path2D();
      trace(path, corners);
      context.globalAlpha = opacity * 0.75;
      context.strokeStyle = this.inks.halo;
      context.lineWidth = (strong ? 5.5 : 4) * unit;
      context.stroke(path);
      context.globalAlpha = opacity;
      context.strokeStyle = this.inks.colour(stroke);
      context.lineWidth = (strong ? 3 : 2) * unit;
      context.stroke(path);
    }
  }

  private line(
    context: Context,
    { line, curves }: { line: MapLine; curves: Curve[] },
    opacity: number,
    glass: Glass,
  ): void {
    if (curves.length === 0) return;
    this.onSheet(context, glass);
    const zoom = glass.scale / this.ratio;
    const unit = 1 / zoom;
    // Lines grow with the map, but slower than it.
    const width = (line.width ?? 4) * Math.min(Math.max(Math.sqrt(zoom), 0.6), 1.6) * unit;
    const long = Math.max(3.4 * width, 9 * unit);
    const { shaft, head } = line.arrow ? arrow(curves, long) : { shaft: curves, head: [] };
    const path = new Path2D();
    shaft.forEach(([a, b, c, d], i) => {
      if (i === 0) path.moveTo(...a);
      path.bezierCurveTo(...b, ...c, ...d);
    });
    const tip = new Path2D();
    if (head.length > 0) trace(tip, head);
    context.lineJoin = 'round';
    context.lineCap = line.dash ? 'butt' : 'round';
    const casing = 1.6 * unit;
    context.globalAlpha = opacity * (line.dash ? 0.55 : 0.85);
    context.strokeStyle = this.inks.halo;
    context.setLineDash([]);
    context.lineWidth = width + 2 * casing;
    context.stroke(path);
    context.lineWidth = 2 * casing;
    if (head.length > 0) context.stroke(tip);
    context.globalAlpha = opacity;
    context.strokeStyle = context.fillStyle = this.inks.colour(line.colour);
    context.setLineDash((line.dash ?? []).map((dash) => dash * unit));
    context.lineWidth = width;
    context.stroke(path);
    context.setLineDash([]);
    if (head.length > 0) context.fill(tip);
  }

  private texts(context: Context, { texts, opacity }: Prepared, glass: Glass, view: Box): void {
    const radius = (this.plan.size * glass.scale) / this.ratio;
    if (radius < LEAST_TEXT || texts.length === 0) return;
    const size = Math.round(Math.min(Math.max(radius * 0.52, 10.5), 22));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = opacity;
    for (const { hex, text, strong } of texts) {
      if (!this.seen(hex, view)) continue;
      const word = this.word(text, size, strong);
      const [x, y] = this.plan.spot(hex);
      const left = x * glass.scale + glass.originX - word.width / 2;
      const top = y * glass.scale + glass.originY - word.height / 2;
      context.drawImage(word, Math.round(left), Math.round(top));
    }
  }

  /** A word drawn once, with its halo. */
  private word(text: string, size: number, strong: boolean): HTMLCanvasElement {
    const key = `${text}|${size}|${strong}`;
    let found = this.words.get(key);
    if (found) return found;
    found = document.createElement('canvas');
    const context = found.getContext('2d');
    const font = `${strong ? 'bold' : 'normal'} ${size * this.ratio}px ${this.family}`;
    if (context) {
      context.font = font;
      const halo = Math.max(2.5, size * 0.24) * this.ratio;
      found.width = Math.ceil(context.measureText(text).width + 2 * halo);
      found.height = Math.ceil(size * 1.3 * this.ratio + halo);
      context.font = font;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.lineJoin = 'round';
      context.lineWidth = halo;
      context.strokeStyle = this.inks.halo;
      const [x, y] = [found.width / 2, found.height / 2 + 0.04 * size * this.ratio];
      context.strokeText(text, x, y);
      context.fillStyle = this.inks.ink;
      context.fillText(text, x, y);
    }
    if (this.words.size > 600) this.words.clear();
    this.words.set(key, found);
    return found;
  }

  /** A hatching that stands still on the sheet while the view moves. */
  private hatch(hatch: Hatch, colour: string, glass: Glass): CanvasPattern | null {
    if (hatch === 'plain') return null;
    const key = `${hatch}|${colour}`;
    let pattern = this.hatches.get(key);
    if (pattern === undefined) {
      pattern = hatching(hatch, colour, this.ratio);
      this.hatches.set(key, pattern);
    }
    // The pattern is in device pixels; the path is in units of the sheet.
    const unit = 1 / glass.scale;
    pattern?.setTransform(new DOMMatrix([unit, 0, 0, unit, 0, 0]));
    return pattern;
  }
}

function trace(path: Path2D, corners: readonly Point[]): void {
  corners.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
}

function hatching(hatch: Hatch, colour: string, ratio: number): CanvasPattern | null {
  const side = Math.round(8 * ratio);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 1.1 * ratio;
  if (hatch === 'dots') {
    for (const [x, y] of [
      [0.25, 0.25],
      [0.75, 0.75],
    ] as const) {
      context.beginPath();
      context.arc(x * side, y * side, 1.05 * ratio, 0, 2 * Math.PI);
      context.fill();
    }
  } else {
    context.beginPath();
    for (const from of [-side, 0, side]) {
      context.moveTo(from, side);
      context.lineTo(from + side, 0);
      if (hatch === 'cross') {
        context.moveTo(from, 0);
        context.lineTo(from + side, side);
      }
    }
    context.stroke();
  }
  return context.createPattern(canvas, 'repeat');
}
