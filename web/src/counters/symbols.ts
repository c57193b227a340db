// The symbol on a counter: milsymbol's drawing, set as printed counters set it. All frames are the
// rectangle, whoever owns them, drawn in one ink on the counter's own paper. Aircraft, ships,
// vehicles and supply are printed as silhouettes.

import ms from 'milsymbol';

import { ROOM, silhouette } from './silhouettes';

/** A symbol ready to be drawn: its room, its strokes in `currentColor`, and whether it flies a flag. */
export interface Drawing {
  box: string;
  body: string;
  /** Whether it is a headquarters; the counter draws the staff itself, a short one. */
  headquarters: boolean;
}

/** The room of every framed symbol, so that all frames lie alike: with the size above it, or without. */
const WITH_SIZE = '20 5 160 150';
const WITHOUT_SIZE = '20 45 160 110';

const HEADQUARTERS = 2;
const TASK_FORCE = 4;

const drawings = new Map<string, Drawing>();

/** The code as a printed counter wants it: framed as friend, without staff, and without its size if so. */
export function printed(code: string, sized: boolean): { code: string; headquarters: boolean } {
  if (/^\d{20,30}$/.test(code)) {
    const mark = Number(code[7]);
    const size = sized ? code.slice(8, 10) : '00';
    const kept = `${code.slice(0, 3)}3${code.slice(4, 6)}0${mark & TASK_FORCE}${size}`;
    return { code: kept + code.slice(10), headquarters: (mark & HEADQUARTERS) !== 0 };
  }
  if (/^[A-Z*-]{10,15}$/.test(code)) {
    const padded = code.padEnd(15, '-');
    const size = sized ? padded.slice(11, 12) : '-';
    const kept = `${padded.slice(0, 1)}F${padded.slice(2, 10)}-${size}${padded.slice(12)}`;
    return { code: kept, headquarters: 'ABCD'.includes(padded.charAt(10)) };
  }
  return { code: '10031000000000000000', headquarters: false };
}

/** The drawing of a symbol, made once and kept. */
export function drawing(code: string, sized = true): Drawing {
  const key = sized ? code : `${code}/`;
  const kept = drawings.get(key);
  if (kept) return kept;
  const made = draw(code, sized);
  drawings.set(key, made);
  return made;
}

function draw(code: string, sized: boolean): Drawing {
  const shape = silhouette(code);
  if (shape !== null) return { box: ROOM, body: shape, headquarters: false };
  const wanted = printed(code, sized);
  const symbol = new ms.Symbol(wanted.code, {
    fill: false,
    infoFields: false,
    monoColor: 'currentColor',
    size: 100,
    strokeWidth: 5,
  });
  const svg = symbol.asSVG();
  const body = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
  const own = /viewBox="([^"]*)"/.exec(svg)?.[1] ?? '';
  const wide = sized ? WITH_SIZE : WITHOUT_SIZE;
  const box = within(own, wide) ? wide : own;
  return { box, body, headquarters: wanted.headquarters };
}

/** Whether one box, as SVG writes it, lies in another. */
function within(inner: string, outer: string): boolean {
  const [x = 0, y = 0, width = 0, height = 0] = inner.split(' ').map(Number);
  const [left = 0, top = 0, across = 0, down = 0] = outer.split(' ').map(Number);
  return x >= left && y >= top && x + width <= left + across && y + height <= top + down;
}
