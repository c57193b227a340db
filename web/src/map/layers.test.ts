import { describe, expect, it } from 'vitest';

import { speed, wheelFactor } from './gestures';
import { sheetAddress } from './ground';
import { honeycomb } from './honeycomb.fixture';
import { arrow, onCurve, outline, regions, smooth, stations, upTo } from './layers';
import { prepare } from './overlay';
import { viewBox } from './plain';
import { Plan } from './plan';
import { resolved } from './scheme';

const plan = new Plan(honeycomb(6, 6, 'pointy'));
const at = (label: string): number => plan.index(label) as number;

describe('regions', () => {
  it('gather hexes painted alike and pass over unknown ones', () => {
    const found = regions(plan, [
      { hex: '0101', fill: 'red' },
      { hex: '0102', fill: 'red' },
      { hex: '0103', fill: 'red', strong: true },
      { hex: 'nowhere', fill: 'red' },
      { hex: '0104', text: '3' },
      { hex: '0105', hatch: 'dots' },
    ]);
    expect(found.map(({ hexes }) => hexes)).toEqual([
      [at('0101'), at('0102')],
      [at('0103')],
      [at('0105')],
    ]);
  });

  it('end where the neighbour is not of them', () => {
    expect(outline(plan, [at('0202')])).toHaveLength(1);
    expect(outline(plan, [at('0202')])[0]).toHaveLength(7);
    const pair = outline(plan, [at('0202'), at('0203')]);
    expect(pair).toHaveLength(1);
    expect(pair[0]).toHaveLength(11);
    const [first, last] = [pair[0]?.at(0), pair[0]?.at(-1)] as [[number, number], [number, number]];
    expect(first[0]).toBeCloseTo(last[0], 1);
    expect(first[1]).toBeCloseTo(last[1], 1);
  });

  it('have an inner edge round a hole', () => {
    const ring = plan.neighbours(at('0202'));
    expect(ring).toHaveLength(6);
    const lines = outline(plan, ring).map((line) => line.length);
    expect(lines.sort((a, b) => a - b)).toEqual([7, 19]);
  });
});

describe('lines', () => {
  it('pass through the middles of their hexes, each once', () => {
    const points = stations(plan, ['0101', '0101', 'nowhere', '0102', '0203']);
    expect(points).toEqual(['0101', '0102', '0203'].map((hex) => plan.centre(hex)));
    const curves = smooth(points);
    expect(curves.map(([from]) => from)).toEqual(points.slice(0, -1));
    expect(curves.at(-1)?.[3]).toEqual(points.at(-1));
  });

  it('are smooth: a curve leaves as the one before arrived', () => {
    const [a, b] = smooth([
      [0, 0],
      [70, 0],
      [105, 60],
    ]);
    if (!a || !b) throw new Error('two curves were expected');
    expect(onCurve(a, 1).turn).toBeCloseTo(onCurve(b, 0).turn);
    expect(onCurve(a, 1).at[0]).toBeCloseTo(70);
  });

  it('are straight between two hexes', () => {
    const [curve] = smooth([
      [0, 0],
      [90, 0],
    ]);
    expect(curve).toEqual([
      [0, 0],
      [30, 0],
      [60, 0],
      [90, 0],
    ]);
  });

  it('can be cut', () => {
    const [curve] = smooth([
      [0, 0],
      [90, 0],
    ]);
    if (!curve) throw new Error('a curve was expected');
    expect(upTo(curve, 0.5)[3][0]).toBeCloseTo(45);
  });

  it('end in an arrow whose tip is the last middle and whose shaft stops inside the head', () => {
    const { shaft, head } = arrow(
      smooth([
        [0, 0],
        [90, 0],
      ]),
      20,
    );
    expect(head[0]).toEqual([90, 0]);
    expect(head[1]?.[0]).toBeCloseTo(70, 1);
    expect(head[1]?.[1]).toBeCloseTo(-(head[2]?.[1] ?? NaN));
    expect(shaft.at(-1)?.[3][0]).toBeGreaterThan(70);
    expect(shaft.at(-1)?.[3][0]).toBeLessThan(85);
    expect(arrow([], 20)).toEqual({ shaft: [], head: [] });
  });
});

describe('a layer made ready', () => {
  it('has its regions, texts, rims and lines', () => {
    const ready = prepare(plan, {
      id: 'reach',
      paints: [
        { hex: '0101', fill: 'red', text: '2½' },
        { hex: '0102', stroke: 'blue' },
      ],
      lines: [{ hexes: ['0101', '0102'], colour: 'red' }],
    });
    expect(ready.opacity).toBe(1);
    expect(ready.regions[0]?.edge[0]).toHaveLength(7);
    expect(ready.texts).toEqual([{ hex: at('0101'), text: '2½', strong: false }]);
    expect(ready.rims).toEqual([{ hex: at('0102'), stroke: 'blue', strong: false }]);
    expect(ready.lines[0]?.curves).toHaveLength(1);
  });
});

describe('small things', () => {
  it('a colour may be a custom property, with something to fall back on', () => {
    const read = (name: string): string =>
      ({ '--bad': ' #a02c1e', '--alias': 'var(--bad)' })[name] ?? '';
    expect(resolved('#123', read)).toBe('#123');
    expect(resolved('var(--bad)', read)).toBe('#a02c1e');
    expect(resolved('var(--alias)', read)).toBe('#a02c1e');
    expect(resolved('var(--none, rgb(1 2 3))', read)).toBe('rgb(1 2 3)');
  });

  it('the scheme is asked for unless the address names one', () => {
    expect(sheetAddress('/map.svg', 'night')).toBe('/map.svg?scheme=night');
    expect(sheetAddress('/map.svg?a=1', 'night')).toBe('/map.svg?a=1&scheme=night');
    expect(sheetAddress('/map.svg?scheme=paper', 'night')).toBe('/map.svg?scheme=paper');
    expect(sheetAddress('/map.svg')).toBe('/map.svg');
  });

  it('a plain picture is laid where its viewBox says', () => {
    expect(viewBox('<svg width="3" viewBox="-5 -6 20 30">')).toEqual([-5, -6, 15, 24]);
    expect(viewBox('<svg width="3">')).toBeNull();
  });

  it('a hand that rested does not fling', () => {
    const track = [0, 10, 20, 30].map((time) => ({ x: time * 2, y: 0, time }));
    expect(speed(track, 30)).toEqual([2, 0]);
    expect(speed(track, 300)).toEqual([0, 0]);
  });

  it('a wheel turned away comes nearer, in lines or pixels alike', () => {
    const factor = wheelFactor({ deltaY: -120, deltaMode: 0, ctrlKey: false });
    expect(factor).toBeCloseTo(Math.SQRT2);
    expect(wheelFactor({ deltaY: 3, deltaMode: 1, ctrlKey: false })).toBeLessThan(1);
  });
});
