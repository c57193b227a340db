import { expect, test } from 'vitest';

import type { Overlay, Reach, Weighing } from '../api/schema';
import {
  inSideColours,
  overlayLayer,
  overlayTitles,
  pathLayer,
  reachLayer,
  targetsOf,
  weighingLayer,
} from './layers';
import type { Palette } from './palette';
import { table } from './sample';
import { Ranks } from './selection';

const colours: Palette = {
  tones: { good: '#00ff00', bad: '#ff0000', warn: '#ffff00', info: '#0000ff', plain: '#888888' },
  lit: '#ffaa00',
  accent: '#aa0000',
  ink: '#000000',
  sides: new Map(table().sides.map((side) => [side.id, side])),
};

test('every hex within reach shows its cost; zones are hatched only where one can go', () => {
  const reach: Reach = {
    cells: [
      { hex: '0101', cost: '0', before: null },
      { hex: '0102', cost: '1', before: '0101' },
    ],
    zones: ['0102', '0909'],
    stops: [{ hex: '0102', text: 'stops', rule: '4.2.1' }],
    refusals: [],
  };
  const { paints } = reachLayer(reach, colours);
  expect(paints.filter((paint) => paint.text).map((paint) => [paint.hex, paint.text])).toEqual([
    ['0102', '1'],
  ]);
  expect(paints.filter((paint) => paint.hatch).map((paint) => paint.hex)).toEqual(['0102']);
  expect(paints.some((paint) => paint.stroke === '#ff0000')).toBe(true);
  expect(reachLayer(reach, colours, true).paints).toEqual([
    { hex: '0102', text: '1', strong: true },
  ]);
});

test('a path is a line with an arrow, and no path is nothing', () => {
  expect(pathLayer(['1', '2', '3'], colours).lines[0]).toMatchObject({
    hexes: ['1', '2', '3'],
    arrow: true,
  });
  expect(pathLayer([], colours)).toEqual({ id: 'path', paints: [], lines: [] });
});

test('an attack has an arrow from each hex of its units, whatever the system calls its target', () => {
  expect(targetsOf({ do: 'attack', targets: ['5'] })).toEqual(['5']);
  expect(targetsOf({ do: 'shell', hex: '6' })).toEqual(['6']);
  expect(targetsOf({ do: 'end' })).toEqual([]);
  const weighing: Weighing = {
    action: { do: 'attack', units: ['b1', 'b2', 'b3'], targets: ['0104'] },
    text: '',
    refusals: [],
    column: '',
    sums: [],
    outcomes: [],
    unknown: [],
    supposed: [],
    warnings: [],
    extras: [],
  };
  const { lines } = weighingLayer(weighing, new Ranks(table()), colours);
  expect(lines.map((line) => line.hexes)).toEqual([
    ['0101', '0104'],
    ['0102', '0104'],
  ]);
});

test('an overlay shows sides by their hatch as well as their colour', () => {
  const overlay: Overlay = {
    id: 'zoc',
    title: 'Zones',
    paints: [
      { hex: '1', tone: 'plain', side: 'red', text: '', title: 'red zone' },
      { hex: '1', tone: 'bad', side: null, text: '3:1', title: '' },
    ],
    threads: [{ hexes: ['1', '2'], tone: 'bad', side: null, title: '', arrow: false }],
    legend: [],
    notes: [],
  };
  const layer = overlayLayer(overlay, colours);
  expect(layer.paints[0]).toMatchObject({ hatch: 'lines' });
  expect(layer.paints[1]).toMatchObject({ text: '3:1' });
  expect(layer.lines[0]?.dash).toBeDefined();
  expect(overlayTitles(overlay).get('1')).toEqual(['red zone']);
});

test('the legend says whether a side or a tone is meant', () => {
  const legend: Overlay['legend'] = [
    { tone: 'plain', side: 'red', text: 'zone' },
    { tone: 'good', side: null, text: '3:1 or better' },
  ];
  expect(inSideColours(legend, { tone: 'plain', side: 'red' })).toBe(true);
  expect(inSideColours(legend, { tone: 'good', side: 'red' })).toBe(false);
  expect(inSideColours(legend, { tone: 'info', side: 'red' })).toBe(true);
  expect(inSideColours(legend, { tone: 'info', side: 'blue' })).toBe(false);
  expect(inSideColours(legend, { tone: 'plain', side: null })).toBe(false);
});
