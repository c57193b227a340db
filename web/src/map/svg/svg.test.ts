import { describe, expect, it } from 'vitest';

import type { Box } from '../box';
import { alongLine, lettersAt } from './lettering';
import { type Pen, flattened, traceFill, traceStroke } from './path';
import { readPath } from './pathdata';
import { type Lettering, type Shape, readScene } from './scene';
import { transform } from './style';
import { readXml } from './xml';

/** A pen that writes down what it is told. */
function scribe(): { pen: Pen; said: string[] } {
  const said: string[] = [];
  const note =
    (letter: string) =>
    (...numbers: number[]): void =>
      void said.push(letter + numbers.map((n) => Math.round(n * 100) / 100).join(' '));
  return {
    said,
    pen: {
      moveTo: note('M'),
      lineTo: note('L'),
      quadraticCurveTo: note('Q'),
      bezierCurveTo: note('C'),
      closePath: note('Z'),
    },
  };
}
const EVERYWHERE: Box = [-1e6, -1e6, 1e6, 1e6];
function traced(d: string, box = EVERYWHERE): string {
  const { pen, said } = scribe();
  traceFill(pen, readPath(d), box);
  return said.join('');
}

describe('XML', () => {
  it('is read with attributes, text, entities and comments', () => {
    const root = readXml(
      `<?xml version="1.0"?><!-- a & b --><a x='1' y="&lt;&#65;"><b/>R&amp;D<c><![CDATA[<x>]]></c></a>\n`,
    );
    expect(root.name).toBe('a');
    expect([...root.attributes]).toEqual([
      ['x', '1'],
      ['y', '<A'],
    ]);
    expect(root.text).toBe('R&D');
    expect(root.children.map((child) => child.name)).toEqual(['b', 'c']);
    expect(root.children[1]?.text).toBe('<x>');
  });

  it.each([
    ['<a><b></a></b>', '</a> does not close <b>'],
    ['<a>', '<a> is never closed'],
    ['<a x=1/>', 'no proper end'],
    ['<a x="1" x="2"/>', 'x is given twice'],
    ['<a>&nbsp;</a>', 'unknown entity &nbsp;'],
    ['<a/><b/>', 'exactly one root'],
    ['words', 'text outside'],
    ['<a>\n<1/></a>', 'line 2'],
  ])('that is not well formed is refused: %s', (source, message) => {
    expect(() => readXml(source)).toThrow(message);
  });
});

describe('path data', () => {
  it('knows absolute and relative commands, written as tightly as can be', () => {
    expect(traced('M1 2L3 4H5V6Z')).toBe('M1 2L3 4L5 4L5 6L1 2Z');
    expect(traced('m1 2l2 2h2v2z')).toBe('M1 2L3 4L5 4L5 6L1 2Z');
    expect(traced('M-9-5.5l2.5.5.5.5')).toBe('M-9 -5.5L-6.5 -5L-6 -4.5');
    expect(traced('M1e1-2E-1 3,4')).toBe('M10 -0.2L3 4');
  });

  it('mirrors the handles of smooth curves', () => {
    expect(traced('M0 0Q1 1 2 0T4 0t2 0')).toBe('M0 0Q1 1 2 0Q3 -1 4 0Q5 1 6 0');
    expect(traced('M0 0C1 1 2 1 3 0S5-1 6 0')).toBe('M0 0C1 1 2 1 3 0C4 -1 5 -1 6 0');
    expect(traced('M0 0L2 0T4 0')).toBe('M0 0L2 0Q2 0 4 0');
  });

  it('draws arcs as curves through the right points', () => {
    const half = flattened(readPath('M-5 0a5 5 0 0 1 10 0'));
    for (const [x, y] of half) expect(Math.hypot(x, y)).toBeCloseTo(5, 2);
    expect(half.every(([, y]) => y <= 1e-6)).toBe(true);
    expect(half.at(-1)).toEqual([5, 0]);
    expect(flattened(readPath('M-5 0A5 5 0 00 5 0')).every(([, y]) => y >= -1e-6)).toBe(true);
  });

  it('goes on where a closed sub-path began', () => {
    expect(traced('M1 1h2v2zl-1 0')).toBe('M1 1L3 1L3 3L1 1ZM1 1L0 1');
  });

  it('keeps sub-paths without length as dots', () => {
    const path = readPath('M3 4h0M5 6l0 0zM7 8h1');
    expect([...path.dots]).toEqual([3, 4, 5, 6]);
    expect(path.subPaths).toHaveLength(1);
    expect(path.box).toEqual([3, 4, 8, 8]);
  });

  it.each(['L1 2', 'M1', 'M1 2X3', 'M1 2L3 4 nonsense', 'M0 0A1 1 0 2 0 1 1'])(
    'that cannot be read is refused: %s',
    (d) => {
      expect(() => readPath(d)).toThrow('cannot be read');
    },
  );
});

describe('what a tile draws', () => {
  const islands = 'M0 0h10v10h-10zM100 0h10v10h-10zM-50-50h300v300h-300z';

  it('of a fill is every sub-path that can colour it, also one that surrounds it', () => {
    expect(traced(islands, [0, 0, 20, 20])).toContain('M0 0');
    expect(traced(islands, [0, 0, 20, 20])).not.toContain('M100 0');
    expect(traced(islands, [40, 40, 60, 60])).toBe('M-50 -50L250 -50L250 250L-50 250L-50 -50Z');
    expect(traced(islands, [400, 400, 500, 500])).toBe('');
  });

  const stroked = (d: string, box: Box, dashed = false): string => {
    const { pen, said } = scribe();
    traceStroke(pen, readPath(d), box, 2, dashed);
    return said.join('');
  };
  const long = `M0 0${Array.from({ length: 100 }, (_, i) => `L${(i + 1) * 10} 0`).join('')}`;

  it('of a long stroke is only the run nearby', () => {
    const near = stroked(long, [500, -5, 510, 5]);
    expect(near.startsWith('M480 0')).toBe(true);
    expect(near).toContain('L510 0');
    expect(near).not.toContain('L10 0');
    expect(near).not.toContain('L1000 0');
  });

  it('of a dashed stroke is all of it, for the dashes count from its beginning', () => {
    expect(stroked(long, [500, -5, 510, 5], true)).toBe(stroked(long, EVERYWHERE));
  });

  it('of a closed stroke is joined where it begins', () => {
    const ring = Array.from({ length: 96 }, (_, i) => {
      const turn = (i / 96) * 2 * Math.PI;
      return `${Math.round(1000 * Math.cos(turn))} ${Math.round(1000 * Math.sin(turn))}`;
    });
    const d = `M${ring.join('L')}Z`;
    const near = stroked(d, [990, -20, 1010, 20]);
    expect(near.match(/M/g)).toHaveLength(1);
    expect(near).toContain(`L1000 0L${ring[1]}`);
    expect(near).not.toContain('Z');
    expect(stroked(d, EVERYWHERE).endsWith('Z')).toBe(true);
  });
});

describe('transforms', () => {
  it('are applied from the right', () => {
    const rounded = transform('translate(10 20) rotate(90) scale(2)').map(
      (n) => Math.round(n * 1e6) / 1e6,
    );
    expect(rounded.map((n) => n + 0)).toEqual([0, 2, -2, 0, 10, 20]);
    expect(transform(undefined)).toEqual([1, 0, 0, 1, 0, 0]);
    expect(() => transform('perspective(3)')).toThrow('perspective');
  });
});

const svg = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 200">${inside}</svg>`;

describe('a scene', () => {
  it('inherits styles and gives each shape its box', () => {
    const { box, items } = readScene(
      svg(
        '<g fill="none" stroke="#123456" stroke-width="4"><path d="M10 10H20" style="stroke-linecap:round"/></g>',
      ),
    );
    expect(box).toEqual([0, 0, 100, 200]);
    const [shape] = items as [Shape];
    expect(shape.style).toMatchObject({ fill: null, stroke: { colour: '#123456' }, cap: 'round' });
    expect(shape.box[0]).toBeLessThanOrEqual(8);
    expect(shape.box[2]).toBeGreaterThanOrEqual(22);
  });

  it('follows references, with the style and transform of where they are used', () => {
    const { items } = readScene(
      svg(
        '<defs><path id="p" d="M0 0h10v10z"/></defs><use href="#p" fill="#abc" transform="translate(50 60)"/>',
      ),
    );
    expect(items).toHaveLength(1);
    expect((items[0] as Shape).style.fill).toEqual({ colour: '#abc' });
    expect(items[0]?.box.slice(0, 2)).toEqual([50, 60]);
  });

  it('shares the geometry of the same line drawn twice', () => {
    const [a, b] = readScene(svg('<path d="M0 0h9v9z"/><path d="M0 0h9v9z" fill="#fff"/>'))
      .items as Shape[];
    expect(a?.geometry).toBe(b?.geometry);
  });

  it('cuts a clipped group to what is seen of it', () => {
    const { items } = readScene(
      svg(
        '<clipPath id="c"><rect width="30" height="40"/></clipPath><g clip-path="url(#c)"><circle cx="20" cy="20" r="90"/></g>',
      ),
    );
    expect(items[0]).toMatchObject({ kind: 'group', box: [0, 0, 30, 40] });
  });

  it('keeps patterns, pictures, layers and lettering', () => {
    const scene = readScene(
      svg(
        '<pattern id="p" width="8" height="9" patternUnits="userSpaceOnUse"><path d="M1 1h3"/></pattern>' +
          '<rect width="5" height="5" fill="url(#p)"/><image width="7" height="8" href="data:image/png;base64,AAAA"/>' +
          '<g data-layer="names"><text x="5" y="6" font-size="12">Klin</text></g><text>0139</text>',
      ),
    );
    expect(scene.patterns.get('p')).toMatchObject({ width: 8, height: 9 });
    expect(scene.items[1]).toMatchObject({ kind: 'picture', href: 'data:image/png;base64,AAAA' });
    expect(scene.items.map((item) => item.layer)).toEqual(['', '', 'names', 'numbers']);
    expect(scene.items[2]).toMatchObject({ kind: 'lettering', text: 'Klin', x: 5, y: 6 });
  });

  it.each([
    ['<linearGradient/>', '<linearGradient>'],
    ['<path d="M0 0h1" filter="url(#f)"/>', 'filter'],
    ['<use href="#nowhere"/>', '#nowhere'],
    ['<g id="a"><use href="#a"/></g>', 'inside itself'],
    ['<text><tspan>x</tspan></text>', '<tspan>'],
    ['<image href="http://elsewhere/x.png"/>', 'outside its file'],
    ['<rect width="3em" height="1"/>', '3em'],
  ])('says what it does not know: %s', (inside, message) => {
    expect(() => readScene(svg(inside))).toThrow(message);
  });
});

describe('lettering along a line', () => {
  const how = { at: 0.5, part: true, spacing: 0, anchor: 'center' } as const;
  const ten = (text: string): number => 10 * text.length;

  it('stands on the line about its middle', () => {
    const glyphs = alongLine(
      [
        [0, 5],
        [100, 5],
      ],
      'abc',
      ten,
      how,
    );
    expect(glyphs.map(({ text, x, y }) => [text, x, y])).toEqual([
      ['a', 35, 5],
      ['b', 45, 5],
      ['c', 55, 5],
    ]);
  });

  it('turns with it', () => {
    const [, glyph] = alongLine(
      [
        [0, 0],
        [0, 30],
      ],
      'abc',
      ten,
      how,
    );
    expect(glyph?.turn).toBeCloseTo(Math.PI / 2);
    expect(glyph?.y).toBeCloseTo(10);
  });

  it('leaves out letters for which it is too short', () => {
    expect(
      alongLine(
        [
          [0, 0],
          [20, 0],
        ],
        'abcd',
        ten,
        how,
      ).map((g) => g.text),
    ).toEqual(['b', 'c']);
  });
});

describe('lettering on a small map', () => {
  const { items } = readScene(
    svg(
      '<g data-layer="names" text-anchor="middle"><text x="50" y="50" font-size="20">CITY</text>' +
        '<text x="52" y="58" font-size="10">village</text><text x="5" y="150" font-size="10">hamlet</text></g>' +
        '<g data-layer="numbers"><text font-size="7">0101</text></g>',
    ),
  );
  const texts = items as Lettering[];
  const hung = texts.map((item) => ({ item, room: [0, 0, 100, 200] as Box }));
  const at = (zoom: number): Map<string, { much: number; dx: number }> => {
    const shown = lettersAt(hung, zoom, (item) => item.text.length * item.style.size * 0.5);
    return new Map([...shown].map(([item, how]) => [item.text, how]));
  };

  it('is all there and as drawn when near', () => {
    expect([...at(2).values()].every(({ much }) => much === 1)).toBe(true);
    expect(at(2).size).toBe(4);
  });

  it('is enlarged to be read, and gives way to larger places', () => {
    const far = at(0.5);
    expect(far.get('CITY')?.much).toBeGreaterThan(1);
    expect(far.has('village')).toBe(false);
    expect(far.has('0101')).toBe(false);
  });

  it('is moved inward where it would be cut off', () => {
    expect(at(0.5).get('hamlet')?.dx).toBeGreaterThan(0);
  });
});
