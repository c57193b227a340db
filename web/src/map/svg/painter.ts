// A display list drawn on a canvas: any part of the sheet at any scale.

import {
  type Box,
  IDENTITY,
  type Matrix,
  apply,
  grown,
  inverse,
  meets,
  overlap,
  stretch,
  transformed,
} from '../box';
import { type Glyph, type Hung, type Written, alongLine, lettersAt, lineOf } from './lettering';
import { traceFill, traceStroke } from './path';
import type { Group, Item, Lettering, Pattern, Picture, Scene, Shape } from './scene';
import type { Paint, Style } from './style';

type Context = OffscreenCanvasRenderingContext2D;
export type Bitmaps = ReadonlyMap<string, ImageBitmap>;

export interface Part {
  /** The part of the sheet to be drawn. */
  readonly box: Box;
  /** Pixels of the canvas for a unit of the sheet. */
  readonly scale: number;
  /** Pixels of the screen (CSS) for a unit of the sheet: what can be read decides by this. */
  readonly zoom: number;
  /** Whether nothing is written. */
  readonly mute?: boolean;
}

interface Pass {
  readonly context: Context;
  readonly part: Part;
  /** From the sheet to the canvas. */
  readonly base: Matrix;
  readonly letters: ReadonlyMap<Lettering, Written>;
}

/** A pattern is drawn no larger than so many pixels each way, then it is enlarged. */
const LARGEST_PATTERN = 2048;

export class Painter {
  private readonly all: Hung[];
  private readonly letters = new Map<number, ReadonlyMap<Lettering, Written>>();
  private readonly widths = new Map<Lettering, number>();
  private readonly glyphs = new Map<Lettering, readonly Glyph[]>();
  private readonly patterns = new Map<string, CanvasPattern>();
  private readonly ruler: Context;

  constructor(
    readonly scene: Scene,
    private readonly bitmaps: Bitmaps,
  ) {
    this.ruler = contextOf(new OffscreenCanvas(1, 1));
    this.all = [...lettersIn(scene.items, scene.box)];
  }

  /** A part of the sheet on a canvas of its own. */
  draw(part: Part, width: number, height: number): OffscreenCanvas {
    const canvas = new OffscreenCanvas(width, height);
    const context = contextOf(canvas);
    const { scale, box } = part;
    const base: Matrix = [scale, 0, 0, scale, -box[0] * scale, -box[1] * scale];
    const letters = part.mute ? new Map<Lettering, Written>() : this.lettersAt(part.zoom);
    this.paint(this.scene.items, { context, part, base, letters });
    return canvas;
  }

  private lettersAt(zoom: number): ReadonlyMap<Lettering, Written> {
    let found = this.letters.get(zoom);
    if (!found) {
      found = lettersAt(this.all, zoom, (item) => this.width(item));
      if (this.letters.size > 32) this.letters.clear();
      this.letters.set(zoom, found);
    }
    return found;
  }

  private paint(items: readonly Item[], pass: Pass): void {
    const { box } = pass.part;
    for (const item of items) {
      if (item.kind === 'lettering') {
        this.write(item, pass);
        continue;
      }
      if (!meets(item.box, box)) continue;
      if (item.kind === 'group') this.paintGroup(item, pass);
      else if (item.kind === 'shape') this.paintShape(item, pass);
      else this.paintPicture(item, pass);
    }
  }

  private paintGroup(group: Group, pass: Pass): void {
    if (group.opacity < 1) {
      this.paintVeiled(group, pass);
      return;
    }
    const { context, part, base } = pass;
    context.save();
    if (group.clip) {
      context.beginPath();
      for (const { matrix, geometry } of group.clip) {
        place(context, base, matrix);
        traceFill(context, geometry, seenFrom(matrix, part.box));
      }
      context.clip(group.clip[0]?.evenOdd ? 'evenodd' : 'nonzero');
    }
    this.paint(group.items, pass);
    context.restore();
  }

  /** A group that is seen through as a whole is drawn apart first. */
  private paintVeiled(group: Group, pass: Pass): void {
    const { context } = pass;
    const { width, height } = context.canvas;
    const apart = contextOf(new OffscreenCanvas(width, height));
    this.paintGroup({ ...group, opacity: 1 }, { ...pass, context: apart });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = group.opacity;
    context.drawImage(apart.canvas, 0, 0);
    context.globalAlpha = 1;
  }

  private paintShape(shape: Shape, pass: Pass): void {
    const { style, opacity } = shape;
    if (opacity < 1 && style.fill && style.stroke) {
      const { box, layer } = shape;
      const items = [{ ...shape, opacity: 1 }];
      this.paintVeiled({ kind: 'group', box, layer, clip: null, opacity, items }, pass);
      return;
    }
    place(pass.context, pass.base, shape.matrix);
    if (style.strokeFirst) this.stroke(shape, pass);
    this.fill(shape, pass);
    if (!style.strokeFirst) this.stroke(shape, pass);
    pass.context.globalAlpha = 1;
  }

  private fill({ style, geometry, matrix, opacity }: Shape, { context, part }: Pass): void {
    if (!style.fill) return;
    context.beginPath();
    if (!traceFill(context, geometry, seenFrom(matrix, part.box))) return;
    context.globalAlpha = opacity * style.fillOpacity;
    context.fillStyle = this.paintFor(style.fill, part.scale * stretch(matrix));
    context.fill(style.evenOdd ? 'evenodd' : 'nonzero');
  }

  private stroke({ style, geometry, matrix, opacity }: Shape, { context, part }: Pass): void {
    if (!style.stroke || style.strokeWidth <= 0) return;
    const box = seenFrom(matrix, part.box);
    const paint = this.paintFor(style.stroke, part.scale * stretch(matrix));
    context.globalAlpha = opacity * style.strokeOpacity;
    const sharp = style.join === 'miter' ? Math.max(style.miter, 1.5) : 1.5;
    const reach = (style.strokeWidth / 2) * sharp;
    context.beginPath();
    if (traceStroke(context, geometry, box, reach, style.dash.length > 0)) {
      context.strokeStyle = paint;
      setLine(context, style, style.strokeWidth);
      context.stroke();
    }
    if (geometry.dots.length > 0 && style.cap === 'round') {
      context.beginPath();
      if (traceDots(context, geometry.dots, style.strokeWidth / 2, box)) {
        context.fillStyle = paint;
        context.fill();
      }
    }
  }

  private paintPicture({ matrix, frame, href, opacity }: Picture, { context, base }: Pass): void {
    const bitmap = this.bitmaps.get(href);
    if (!bitmap) return;
    place(context, base, matrix);
    context.globalAlpha = opacity;
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = 'high';
    const [left, top, right, bottom] = frame;
    context.drawImage(bitmap, left, top, right - left, bottom - top);
    context.globalAlpha = 1;
  }

  private paintFor(paint: Paint, scale: number): string | CanvasPattern {
    if ('colour' in paint) return paint.colour;
    const pattern = this.scene.patterns.get(paint.pattern);
    return pattern ? this.patternAt(paint.pattern, pattern, scale) : 'transparent';
  }

  /** A pattern drawn at the scale at which it is seen, in whole pixels. */
  private patternAt(id: string, pattern: Pattern, scale: number): CanvasPattern {
    const { width, height, x, y, items } = pattern;
    const fine = Math.min(scale, LARGEST_PATTERN / Math.max(width, height));
    const key = `${id} ${fine}`;
    let made = this.patterns.get(key);
    if (!made) {
      const [w, h] = [
        Math.max(1, Math.round(width * fine)),
        Math.max(1, Math.round(height * fine)),
      ];
      const canvas = new OffscreenCanvas(w, h);
      const context = contextOf(canvas);
      const base: Matrix = [w / width, 0, 0, h / height, (-x * w) / width, (-y * h) / height];
      const part = { box: [x, y, x + width, y + height] as Box, scale: fine, zoom: fine };
      this.paint(items, { context, part, base, letters: new Map() });
      made = context.createPattern(canvas, 'repeat') as CanvasPattern;
      const [a, b, c, d, e, f] = pattern.matrix;
      const unit: Matrix = [width / w, 0, 0, height / h, x, y];
      made.setTransform(new DOMMatrix([a, b, c, d, e, f]).multiply(new DOMMatrix([...unit])));
      if (this.patterns.size > 6) this.patterns.clear();
      this.patterns.set(key, made);
    }
    return made;
  }

  // ---- lettering

  private write(item: Lettering, pass: Pass): void {
    const written = pass.letters.get(item);
    if (!written) return;
    const { much, dx, dy } = written;
    const { context, part, base } = pass;
    const box = much === 1 ? item.box : enlarged(item, written);
    if (!meets(box, part.box)) return;
    const { style } = item;
    context.setTransform(...base);
    context.translate(dx, dy);
    context.transform(...item.matrix);
    setFont(context, style, item.along ? 0 : style.spacing);
    if (item.along) {
      for (const glyph of this.glyphsOf(item)) {
        context.save();
        context.translate(glyph.x, glyph.y);
        context.rotate(glyph.turn);
        this.letter(context, 'halo', item, glyph.text, 0, item.y);
        context.restore();
      }
      for (const glyph of this.glyphsOf(item)) {
        context.save();
        context.translate(glyph.x, glyph.y);
        context.rotate(glyph.turn);
        this.letter(context, 'ink', item, glyph.text, 0, item.y);
        context.restore();
      }
    } else {
      context.textAlign = style.anchor;
      context.translate(item.x, item.y);
      if (much !== 1) context.scale(much, much);
      this.letter(context, 'halo', item, item.text, 0, 0);
      this.letter(context, 'ink', item, item.text, 0, 0);
    }
    context.globalAlpha = 1;
  }

  private letter(
    context: Context,
    what: 'halo' | 'ink',
    { style, opacity }: Lettering,
    text: string,
    x: number,
    y: number,
  ): void {
    const stroking = (what === 'halo') === style.strokeFirst;
    if (stroking && style.stroke) {
      context.globalAlpha = opacity * style.strokeOpacity;
      context.strokeStyle = this.paintFor(style.stroke, 1);
      setLine(context, style, style.strokeWidth);
      context.strokeText(text, x, y);
    } else if (!stroking && style.fill) {
      context.globalAlpha = opacity * style.fillOpacity;
      context.fillStyle = this.paintFor(style.fill, 1);
      context.fillText(text, x, y);
    }
  }

  private width(item: Lettering): number {
    let found = this.widths.get(item);
    if (found === undefined) {
      setFont(this.ruler, item.style, 0);
      found = this.ruler.measureText(item.text).width + item.style.spacing * item.text.length;
      this.widths.set(item, found);
    }
    return found;
  }

  private glyphsOf(item: Lettering): readonly Glyph[] {
    let found = this.glyphs.get(item);
    if (!found && item.along) {
      setFont(this.ruler, item.style, 0);
      const width = (text: string): number => this.ruler.measureText(text).width;
      const { spacing, anchor } = item.style;
      found = alongLine(lineOf(item), item.text, width, { ...item.along, spacing, anchor });
      this.glyphs.set(item, found);
    }
    return found ?? [];
  }
}

/** All texts, each with the box it must keep to: the sheet, or what it is cut off by. */
function* lettersIn(items: readonly Item[], room: Box): Generator<Hung> {
  for (const item of items) {
    if (item.kind === 'lettering') yield { item, room };
    if (item.kind !== 'group') continue;
    yield* lettersIn(item.items, item.clip ? overlap(grown(item.box, -4), room) : room);
  }
}

function contextOf(canvas: OffscreenCanvas): Context {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser gives no drawing context to a worker');
  return context;
}

function place(context: Context, base: Matrix, matrix: Matrix): void {
  context.setTransform(...base);
  if (matrix !== IDENTITY) context.transform(...matrix);
}

/** The part that is drawn, as it is seen by what has a transform of its own. */
function seenFrom(matrix: Matrix, box: Box): Box {
  return matrix === IDENTITY ? box : transformed(inverse(matrix), box);
}

function enlarged({ matrix, box, x, y }: Lettering, { much, dx, dy }: Written): Box {
  const [u, v] = apply(matrix, x, y);
  const [left, top, right, bottom] = box;
  return [
    u + (left - u) * much + dx,
    v + (top - v) * much + dy,
    u + (right - u) * much + dx,
    v + (bottom - v) * much + dy,
  ];
}

function setLine(context: Context, style: Style, width: number): void {
  context.lineWidth = width;
  context.lineCap = style.cap;
  context.lineJoin = style.join;
  context.miterLimit = style.miter;
  context.setLineDash(style.dash as number[]);
  context.lineDashOffset = style.dashOffset;
}

function setFont(context: Context, style: Style, spacing: number): void {
  context.font = `${style.slant} ${style.weight} ${style.size}px ${style.family}`;
  context.letterSpacing = `${spacing}px`;
  context.textRendering = 'geometricPrecision';
  context.textAlign = 'left';
}

function traceDots(context: Context, dots: Float32Array, radius: number, box: Box): boolean {
  const [left, top, right, bottom] = box;
  let any = false;
  for (let i = 0; i < dots.length; i += 2) {
    const x = dots[i] as number;
    const y = dots[i + 1] as number;
    if (x + radius < left || x - radius > right || y + radius < top || y - radius > bottom)
      continue;
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    any = true;
  }
  return any;
}
