// An SVG picture as a display list: what is to be drawn, in order, each thing with the box outside
// of which it cannot be seen. Nothing here needs a canvas.

import {
  type Box,
  IDENTITY,
  type Matrix,
  NOWHERE,
  grown,
  overlap,
  stretch,
  times,
  transformed,
  union,
} from '../box';
import type { Geometry } from './path';
import { readPath } from './pathdata';
import {
  INITIAL,
  type Style,
  UnknownDrawing,
  inherit,
  length,
  numbers,
  properties,
  reference,
  share,
  transform,
} from './style';
import { type XmlElement, readXml } from './xml';

interface Common {
  readonly box: Box;
  readonly layer: string;
}
export interface Group extends Common {
  readonly kind: 'group';
  /** Only what lies inside one of these shapes is seen. */
  readonly clip: readonly Outline[] | null;
  readonly opacity: number;
  readonly items: readonly Item[];
}
export interface Shape extends Common {
  readonly kind: 'shape';
  readonly matrix: Matrix;
  readonly geometry: Geometry;
  readonly style: Style;
  readonly opacity: number;
}
export interface Picture extends Common {
  readonly kind: 'picture';
  readonly matrix: Matrix;
  readonly frame: Box;
  readonly href: string;
  readonly opacity: number;
}
export interface Lettering extends Common {
  readonly kind: 'lettering';
  readonly matrix: Matrix;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly style: Style;
  readonly opacity: number;
  /** The line along which it is written, and where on it, from 0 to 1 or in units. */
  readonly along: { readonly line: Geometry; readonly at: number; readonly part: boolean } | null;
}
export type Item = Group | Shape | Picture | Lettering;

export interface Outline {
  readonly matrix: Matrix;
  readonly geometry: Geometry;
  readonly evenOdd: boolean;
}
export interface Pattern {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
  readonly matrix: Matrix;
  readonly items: readonly Item[];
}
export interface Scene {
  readonly box: Box;
  readonly items: readonly Item[];
  readonly patterns: ReadonlyMap<string, Pattern>;
}

interface Place {
  readonly style: Style;
  readonly matrix: Matrix;
}

/** Read a picture. */
export function readScene(source: string): Scene {
  return new Reader(readXml(source)).scene();
}

const SILENT = new Set(['defs', 'title', 'desc', 'metadata', 'clipPath', 'pattern', 'symbol']);

class Reader {
  private readonly byId = new Map<string, XmlElement>();
  /** By its data, for the same line is often drawn several times: casing, body and so on. */
  private readonly geometries = new Map<string, Geometry>();
  private readonly patterns = new Map<string, Pattern>();
  private readonly using: string[] = [];

  constructor(private readonly root: XmlElement) {
    if (root.name !== 'svg') throw new UnknownDrawing(`<${root.name}> instead of <svg>`);
    this.index(root);
  }

  scene(): Scene {
    const view = numbers(this.root.attributes.get('viewBox') ?? '');
    if (view.length !== 4) throw new UnknownDrawing('no viewBox of four numbers');
    const [x, y, width, height] = view as [number, number, number, number];
    const style = inherit(INITIAL, properties(this.root));
    const items = this.children(this.root, { style, matrix: IDENTITY });
    return { box: [x, y, x + width, y + height], items, patterns: this.patterns };
  }

  private index(element: XmlElement): void {
    const id = element.attributes.get('id');
    if (id !== undefined) this.byId.set(id, element);
    for (const child of element.children) this.index(child);
  }

  private children(element: XmlElement, place: Place): Item[] {
    return element.children.flatMap((child) => this.item(child, place));
  }

  private item(element: XmlElement, around: Place): Item[] {
    if (SILENT.has(element.name)) return [];
    const given = properties(element);
    if (given.get('display') === 'none' || given.get('visibility') === 'hidden') return [];
    const place: Place = {
      style: inherit(around.style, given),
      matrix: within(around.matrix, given.get('transform')),
    };
    const clip = this.clip(given.get('clip-path'), place.matrix);
    const opacity = share(given.get('opacity') ?? '1');
    if (opacity === 0) return [];
    const simple = element.name !== 'g' && element.name !== 'use';
    const items = this.drawn(element, given, place, simple ? opacity : 1);
    if (items.length === 0) return [];
    if (!clip && (simple || opacity === 1)) return items;
    return [group(items, clip, simple ? 1 : opacity, place.style.layer)];
  }

  private drawn(
    element: XmlElement,
    given: ReadonlyMap<string, string>,
    place: Place,
    opacity: number,
  ): Item[] {
    switch (element.name) {
      case 'g':
        return this.children(element, place);
      case 'use':
        return this.used(given, place);
      case 'image':
        return [this.picture(given, place, opacity)];
      case 'text':
        return this.lettering(element, given, place, opacity);
      default: {
        const shape = this.shape(element, place, opacity);
        return shape ? [shape] : [];
      }
    }
  }

  private used(given: ReadonlyMap<string, string>, place: Place): Item[] {
    const [id, target] = this.target(given);
    if (this.using.includes(id)) throw new UnknownDrawing(`#${id} inside itself`);
    this.using.push(id);
    const [x, y] = [length(given.get('x') ?? '0'), length(given.get('y') ?? '0')];
    const moved = { ...place, matrix: times(place.matrix, [1, 0, 0, 1, x, y]) };
    const items =
      target.name === 'symbol' ? this.children(target, moved) : this.item(target, moved);
    this.using.pop();
    return items;
  }

  private target(given: ReadonlyMap<string, string>): [string, XmlElement] {
    const href = given.get('href') ?? given.get('xlink:href') ?? '';
    const target = this.byId.get(href.slice(1));
    if (!href.startsWith('#') || !target) throw new UnknownDrawing(`a reference to “${href}”`);
    return [href.slice(1), target];
  }

  private geometry(element: XmlElement): Geometry {
    const data = pathData(element);
    const known = this.geometries.get(data);
    if (known) return known;
    const made = readPath(data);
    this.geometries.set(data, made);
    return made;
  }

  private shape(element: XmlElement, { style, matrix }: Place, opacity: number): Shape | null {
    const geometry = this.geometry(element);
    for (const paint of [style.fill, style.stroke]) {
      if (paint && 'pattern' in paint) this.pattern(paint.pattern);
    }
    if (!style.fill && !style.stroke) return null;
    const sharp = style.join === 'miter' ? Math.max(style.miter, 1.5) : 1.5;
    const reach = style.stroke ? (style.strokeWidth / 2) * sharp : 0;
    const box = transformed(matrix, grown(geometry.box, reach));
    return { kind: 'shape', box, layer: style.layer, matrix, geometry, style, opacity };
  }

  private picture(given: ReadonlyMap<string, string>, place: Place, opacity: number): Picture {
    const of = (name: string): number => length(given.get(name) ?? '0');
    const href = given.get('href') ?? given.get('xlink:href') ?? '';
    if (!href.startsWith('data:image/')) throw new UnknownDrawing('a picture outside its file');
    const frame: Box = [of('x'), of('y'), of('x') + of('width'), of('y') + of('height')];
    const { style, matrix } = place;
    const box = transformed(matrix, frame);
    return { kind: 'picture', box, layer: style.layer, matrix, frame, href, opacity };
  }

  private lettering(
    element: XmlElement,
    given: ReadonlyMap<string, string>,
    { style, matrix }: Place,
    opacity: number,
  ): Lettering[] {
    const of = (name: string): number => length(given.get(name) ?? '0');
    const [x, y] = [of('x') + of('dx'), of('y') + of('dy')];
    const common = { kind: 'lettering', matrix, opacity, x, y } as const;
    const made: Lettering[] = [];
    const own = element.text.replace(/\s+/g, ' ').trim();
    if (own) {
      const layer = style.layer || guessedLayer(own, style);
      const box = transformed(matrix, lettersBox(own, x, y, style));
      made.push({ ...common, box, layer, text: own, style, along: null });
    }
    for (const child of element.children) {
      if (child.name === 'title' || child.name === 'desc') continue;
      if (child.name !== 'textPath') throw new UnknownDrawing(`<${child.name}> in a text`);
      const theirs = properties(child);
      const line = this.geometry(this.target(theirs)[1]);
      const offset = theirs.get('startOffset') ?? '0';
      const part = offset.endsWith('%');
      const along = { line, part, at: part ? parseFloat(offset) / 100 : length(offset) };
      const written = inherit(style, theirs);
      const text = child.text.replace(/\s+/g, ' ').trim();
      const layer = written.layer || guessedLayer(text, written);
      const box = transformed(matrix, grown(line.box, Math.abs(y) + 2 * written.size));
      made.push({ ...common, box, layer, text, style: written, along });
    }
    return made;
  }

  private clip(value: string | undefined, matrix: Matrix): Outline[] | null {
    if (!value || value === 'none') return null;
    const id = reference(value);
    const element = id === null ? undefined : this.byId.get(id);
    if (element?.name !== 'clipPath') throw new UnknownDrawing(`the clip path “${value}”`);
    const place = {
      style: INITIAL,
      matrix: times(matrix, transform(element.attributes.get('transform'))),
    };
    const shapes = this.children(element, place);
    return shapes.map((shape) => {
      if (shape.kind !== 'shape') throw new UnknownDrawing('a clip path of more than shapes');
      return { matrix: shape.matrix, geometry: shape.geometry, evenOdd: shape.style.evenOdd };
    });
  }

  private pattern(id: string): void {
    if (this.patterns.has(id)) return;
    const element = this.byId.get(id);
    if (element?.name !== 'pattern') throw new UnknownDrawing(`the paint url(#${id})`);
    const given = properties(element);
    if (given.get('patternUnits') !== 'userSpaceOnUse') {
      throw new UnknownDrawing('a pattern measured by what it fills');
    }
    const of = (name: string): number => length(given.get(name) ?? '0');
    const items = this.children(element, { style: inherit(INITIAL, given), matrix: IDENTITY });
    const matrix = transform(given.get('patternTransform'));
    const [width, height] = [of('width'), of('height')];
    this.patterns.set(id, { width, height, x: of('x'), y: of('y'), matrix, items });
  }
}

/** The matrix of what is turned or moved inside something else, which most is not. */
function within(matrix: Matrix, moved: string | undefined): Matrix {
  return moved === undefined ? matrix : times(matrix, transform(moved));
}

function group(
  items: readonly Item[],
  clip: readonly Outline[] | null,
  opacity: number,
  layer: string,
): Group {
  let box = NOWHERE;
  for (const item of items) box = union(box, item.box);
  if (clip) {
    let shown = NOWHERE;
    for (const { matrix, geometry } of clip)
      shown = union(shown, transformed(matrix, geometry.box));
    box = overlap(box, shown);
  }
  return { kind: 'group', box, layer, clip, opacity, items };
}

/** Every basic shape as the data of a path. */
function pathData(element: XmlElement): string {
  const given = element.attributes;
  const of = (name: string): number => length(given.get(name) ?? '0');
  switch (element.name) {
    case 'path':
      return given.get('d') ?? '';
    case 'rect': {
      const [x, y, w, h] = [of('x'), of('y'), of('width'), of('height')];
      const rx = Math.min(length(given.get('rx') ?? given.get('ry') ?? '0'), w / 2);
      const ry = Math.min(length(given.get('ry') ?? given.get('rx') ?? '0'), h / 2);
      if (!rx || !ry) return `M${x} ${y}h${w}v${h}h${-w}Z`;
      const corner = (dx: number, dy: number): string => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
      return (
        `M${x + rx} ${y}h${w - 2 * rx}${corner(rx, ry)}v${h - 2 * ry}${corner(-rx, ry)}` +
        `h${2 * rx - w}${corner(-rx, -ry)}v${2 * ry - h}${corner(rx, -ry)}Z`
      );
    }
    case 'circle':
    case 'ellipse': {
      const rx = of(element.name === 'circle' ? 'r' : 'rx');
      const ry = of(element.name === 'circle' ? 'r' : 'ry');
      const half = `a${rx} ${ry} 0 1 1`;
      return `M${of('cx') - rx} ${of('cy')}${half} ${2 * rx} 0${half} ${-2 * rx} 0Z`;
    }
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'polyline':
    case 'polygon':
      return `M${given.get('points') ?? ''}${element.name === 'polygon' ? 'Z' : ''}`;
    default:
      throw new UnknownDrawing(`<${element.name}>`);
  }
}

/** Room enough for a text, without measuring it. */
function lettersBox(text: string, x: number, y: number, style: Style): Box {
  const width = text.length * (style.size * 0.75 + Math.max(style.spacing, 0));
  const left = style.anchor === 'left' ? 0 : style.anchor === 'center' ? width / 2 : width;
  const halo = style.stroke ? style.strokeWidth : 0;
  return grown([x - left, y - style.size, x - left + width, y + style.size * 0.4], halo);
}

/** A text that says not to which layer it belongs: the numbers of hexes are bare, names have halos. */
function guessedLayer(text: string, style: Style): string {
  if (style.strokeFirst && style.stroke) return 'names';
  return /^[A-Z]{0,2}\d[\d.]*$/.test(text) ? 'numbers' : '';
}

/** How large a thing is drawn, in units of the sheet. */
export function letterSize(item: Lettering): number {
  return item.style.size * stretch(item.matrix);
}
