// Presentation attributes of SVG as they are inherited, and the transforms.

import { IDENTITY, type Matrix, times } from '../box';
import type { XmlElement } from './xml';

/** A colour as the canvas takes it, or the name of a pattern. */
export type Paint = { readonly colour: string } | { readonly pattern: string };

export interface Style {
  readonly fill: Paint | null;
  readonly fillOpacity: number;
  readonly evenOdd: boolean;
  readonly stroke: Paint | null;
  readonly strokeOpacity: number;
  readonly strokeWidth: number;
  readonly cap: CanvasLineCap;
  readonly join: CanvasLineJoin;
  readonly miter: number;
  readonly dash: readonly number[];
  readonly dashOffset: number;
  readonly strokeFirst: boolean;
  readonly family: string;
  readonly size: number;
  readonly weight: string;
  readonly slant: string;
  readonly spacing: number;
  readonly anchor: CanvasTextAlign;
  readonly layer: string;
}

export const INITIAL: Style = {
  fill: { colour: '#000' },
  fillOpacity: 1,
  evenOdd: false,
  stroke: null,
  strokeOpacity: 1,
  strokeWidth: 1,
  cap: 'butt',
  join: 'miter',
  miter: 4,
  dash: [],
  dashOffset: 0,
  strokeFirst: false,
  family: 'serif',
  size: 16,
  weight: 'normal',
  slant: 'normal',
  spacing: 0,
  anchor: 'left',
  layer: '',
};

/** A picture that asks for something this drawing does not know; the caller shows it otherwise. */
export class UnknownDrawing extends Error {
  constructor(what: string) {
    super(`the map uses ${what}, which the canvas drawing does not know`);
    this.name = 'UnknownDrawing';
  }
}

const NEEDED = ['filter', 'mask', 'marker', 'marker-start', 'marker-mid', 'marker-end'];
const ANCHORS: Readonly<Record<string, CanvasTextAlign>> = {
  start: 'left',
  middle: 'center',
  end: 'right',
};

/** All properties an element gives, those of its `style` before its attributes. */
export function properties(element: XmlElement): ReadonlyMap<string, string> {
  const inline = element.attributes.get('style');
  const all = inline === undefined ? element.attributes : styled(element.attributes, inline);

  for (const name of NEEDED) {
    const value = all.get(name);
    if (value !== undefined && value !== 'none') throw new UnknownDrawing(name);
  }
  if ((all.get('mix-blend-mode') ?? 'normal') !== 'normal') throw new UnknownDrawing('blending');
  return all;
}

function styled(given: ReadonlyMap<string, string>, inline: string): ReadonlyMap<string, string> {
  const all = new Map(given);
  for (const part of inline.split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0) all.set(part.slice(0, colon).trim(), part.slice(colon + 1).trim());
  }
  return all;
}

type Change = { -readonly [K in keyof Style]?: Style[K] };

/** What is handed down; whoever gives none of it has the style of what is around it. */
const INHERITED: ReadonlySet<string> = new Set([
  'fill',
  'fill-opacity',
  'fill-rule',
  'clip-rule',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'stroke-dashoffset',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'data-layer',
]);

/** The style of an element inside another. */
export function inherit(parent: Style, given: ReadonlyMap<string, string>): Style {
  let own: Change | null = null;
  for (const [name, value] of given) {
    if (value !== 'inherit' && INHERITED.has(name)) change((own ??= {}), name, value);
  }
  return own ? { ...parent, ...own } : parent;
}

function change(own: Change, name: string, value: string): void {
  switch (name) {
    case 'fill':
      own.fill = paint(value);
      break;
    case 'fill-opacity':
      own.fillOpacity = share(value);
      break;
    case 'fill-rule':
    case 'clip-rule':
      own.evenOdd = value === 'evenodd';
      break;
    case 'stroke':
      own.stroke = paint(value);
      break;
    case 'stroke-opacity':
      own.strokeOpacity = share(value);
      break;
    case 'stroke-width':
      own.strokeWidth = length(value);
      break;
    case 'stroke-linecap':
      own.cap = value as CanvasLineCap;
      break;
    case 'stroke-linejoin':
      own.join = value as CanvasLineJoin;
      break;
    case 'stroke-miterlimit':
      own.miter = Number(value);
      break;
    case 'stroke-dasharray':
      own.dash = value === 'none' ? [] : numbers(value);
      break;
    case 'stroke-dashoffset':
      own.dashOffset = length(value);
      break;
    case 'paint-order':
      own.strokeFirst = value.startsWith('stroke');
      break;
    case 'font-family':
      own.family = value;
      break;
    case 'font-size':
      own.size = length(value);
      break;
    case 'font-weight':
      own.weight = value;
      break;
    case 'font-style':
      own.slant = value;
      break;
    case 'letter-spacing':
      own.spacing = value === 'normal' ? 0 : length(value);
      break;
    case 'text-anchor':
      own.anchor = ANCHORS[value] ?? 'left';
      break;
    case 'data-layer':
      own.layer = value;
      break;
  }
}

function paint(value: string): Paint | null {
  if (value === 'none' || value === 'transparent') return null;
  const id = reference(value);
  return id === null ? { colour: value } : { pattern: id };
}

/** The name in `url(#name)`. */
export function reference(value: string): string | null {
  return /^url\(\s*['"]?#([^'")\s]+)['"]?\s*\)/.exec(value)?.[1] ?? null;
}

export function share(value: string): number {
  const number = value.endsWith('%') ? parseFloat(value) / 100 : Number(value);
  return Math.min(Math.max(number, 0), 1);
}

export function length(value: string): number {
  const found = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(?:px)?\s*$/i.exec(value);
  if (!found) throw new UnknownDrawing(`the length “${value}”`);
  return Number(found[1]);
}

export function numbers(value: string): number[] {
  const found = value.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? [];
  return found.map(Number);
}

/** The matrix of a `transform` attribute. */
export function transform(value: string | undefined): Matrix {
  let matrix = IDENTITY;
  if (!value) return matrix;
  for (const [whole, name, list] of value.matchAll(/([a-zA-Z]+)\s*\(([^)]*)\)/g)) {
    const [a = 0, b, c] = numbers(list as string);
    const turn = (a * Math.PI) / 180;
    switch (name) {
      case 'translate':
        matrix = times(matrix, [1, 0, 0, 1, a, b ?? 0]);
        break;
      case 'scale':
        matrix = times(matrix, [a, 0, 0, b ?? a, 0, 0]);
        break;
      case 'rotate': {
        const [x, y] = [b ?? 0, c ?? 0];
        matrix = times(matrix, [1, 0, 0, 1, x, y]);
        const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
        matrix = times(matrix, [cos, sin, -sin, cos, 0, 0]);
        matrix = times(matrix, [1, 0, 0, 1, -x, -y]);
        break;
      }
      case 'skewX':
        matrix = times(matrix, [1, 0, Math.tan(turn), 1, 0, 0]);
        break;
      case 'skewY':
        matrix = times(matrix, [1, Math.tan(turn), 0, 1, 0, 0]);
        break;
      case 'matrix': {
        const six = numbers(list as string);
        if (six.length !== 6) throw new UnknownDrawing(whole);
        matrix = times(matrix, six as unknown as Matrix);
        break;
      }
      default:
        throw new UnknownDrawing(whole);
    }
  }
  return matrix;
}
