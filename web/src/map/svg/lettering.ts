// Lettering: how a text is written along a line, and which names find room on a map drawn small.

import { type Box, meets, transformed } from '../box';
import { flattened } from './path';
import { type Lettering, letterSize } from './scene';

export interface Glyph {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** In radians. */
  readonly turn: number;
}

/**
 * Letters along a line: each stands upright on it at its own middle, as SVG has it. `width` measures
 * the beginning of the text, so that kerning is kept; letters that find no place are left out.
 */
export function alongLine(
  points: readonly (readonly [number, number])[],
  text: string,
  width: (beginning: string) => number,
  how: { at: number; part: boolean; spacing: number; anchor: CanvasTextAlign },
): Glyph[] {
  const lengths = [0];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]] as [[number, number], [number, number]];
    lengths.push((lengths[i - 1] as number) + Math.hypot(b[0] - a[0], b[1] - a[1]));
  }
  const total = lengths[lengths.length - 1] as number;
  const letters = Array.from(text);
  const whole = width(text) + how.spacing * letters.length;
  let from = how.part ? how.at * total : how.at;
  if (how.anchor === 'center') from -= whole / 2;
  if (how.anchor === 'right') from -= whole;
  const glyphs: Glyph[] = [];
  let segment = 1;
  let before = 0;
  letters.forEach((letter, i) => {
    const after = width(letters.slice(0, i + 1).join(''));
    const advance = after - before;
    const middle = from + before + how.spacing * i + advance / 2;
    before = after;
    if (middle < 0 || middle > total) return;
    while (segment < points.length - 1 && (lengths[segment] as number) < middle) segment++;
    const [ax, ay] = points[segment - 1] as [number, number];
    const [bx, by] = points[segment] as [number, number];
    const start = lengths[segment - 1] as number;
    const long = (lengths[segment] as number) - start;
    const t = long > 0 ? (middle - start) / long : 0;
    const turn = Math.atan2(by - ay, bx - ax);
    const [x, y] = [ax + (bx - ax) * t, ay + (by - ay) * t];
    const back = advance / 2;
    glyphs.push({ text: letter, x: x - back * Math.cos(turn), y: y - back * Math.sin(turn), turn });
  });
  return glyphs;
}

/** The line of a text as points. */
export function lineOf(item: Lettering): [number, number][] {
  return item.along ? flattened(item.along.line) : [];
}

/** Below so many pixels the numbers of hexes are not drawn. */
const LEAST_NUMBER = 5;
/** Names are not written smaller than this, but larger than the map is drawn, where there is room. */
const LEAST_NAME = 11;
/** Names larger than this on the sheet keep some of what they are above the others. */
const ORDINARY = 13;
/** Names along rivers and roads cannot be enlarged with them; below this they are left out. */
const LEAST_ALONG = 8.5;
/** Names are enlarged no more than so many times. */
const MOST_ENLARGED = 4.5;

/** How a text is written: so many times as large as on the sheet, and moved by so much. */
export interface Written {
  readonly much: number;
  readonly dx: number;
  readonly dy: number;
}
const AS_DRAWN: Written = { much: 1, dx: 0, dy: 0 };

/** A text and the box beyond which it would be cut off. */
export interface Hung {
  readonly item: Lettering;
  readonly room: Box;
}

/**
 * Which lettering is shown when a unit of the sheet is `zoom` pixels, and how each is written. A name
 * that would be too small is enlarged, and then must not touch a more important one: the hierarchy
 * of the sizes decides, and after it the order of the sheet.
 */
export function lettersAt(
  all: readonly Hung[],
  zoom: number,
  width: (item: Lettering) => number,
): Map<Lettering, Written> {
  const shown = new Map<Lettering, Written>();
  const names: Hung[] = [];
  const ways: Lettering[] = [];
  for (const hung of all) {
    const { item } = hung;
    const pixels = letterSize(item) * zoom;
    if (item.along) {
      if (pixels >= LEAST_ALONG) ways.push(item);
    } else if (item.layer === 'numbers') {
      if (pixels >= LEAST_NUMBER) shown.set(item, AS_DRAWN);
    } else if (item.layer.endsWith('names')) names.push(hung);
    else shown.set(item, AS_DRAWN);
  }
  const taken: Box[] = [];
  const enlarged: Box[] = []; // the sheet has found room for names as they are drawn, not for these
  const ranked = names.map(({ item, room }, i) => ({ item, room, i, size: letterSize(item) }));
  ranked.sort((a, b) => b.size - a.size || a.i - b.i);
  for (const { item, room, size } of ranked) {
    const least = LEAST_NAME + Math.max(0, size - ORDINARY) * 0.35;
    const much = Math.max(1, least / (size * zoom));
    if (much > MOST_ENLARGED) continue;
    const box = writtenBox(item, much, width(item));
    // Where nothing is enlarged the sheet itself has found room for everything.
    if (much === 1) {
      shown.set(item, AS_DRAWN);
      taken.push(box);
      continue;
    }
    const [dx, dy] = [
      inward(box[0], box[2], room[0], room[2]),
      inward(box[1], box[3], room[1], room[3]),
    ];
    const moved: Box = [box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy];
    if (taken.some((other) => meets(moved, other))) continue;
    taken.push(moved);
    enlarged.push(moved);
    shown.set(item, { much, dx, dy });
  }
  for (const item of ways) {
    const [left, top, right, bottom] = item.along?.line.box ?? item.box;
    const box = transformed(item.matrix, [left, top + item.y, right, bottom + item.y]);
    if (!enlarged.some((other) => meets(box, other))) shown.set(item, AS_DRAWN);
  }
  return shown;
}

/** By how much a stretch is to be moved to lie inside another. */
function inward(from: number, to: number, least: number, most: number): number {
  return Math.max(least - from, Math.min(0, most - to));
}

/** The room an enlarged name takes on the sheet. */
function writtenBox(item: Lettering, much: number, width: number): Box {
  const { style, x, y } = item;
  const wide = width * much;
  const high = style.size * much;
  const from = style.anchor === 'left' ? x : style.anchor === 'center' ? x - wide / 2 : x - wide;
  return transformed(item.matrix, [from, y - 0.78 * high, from + wide, y + 0.28 * high]);
}
