import { describe, expect, it } from 'vitest';

import { drawing, printed } from './symbols';

const SOVIET_TANKS = '10061000211205000000';
const GERMAN_HQ = '10031002221211000000';

describe('the code of a printed symbol', () => {
  it('frames everybody as friend, since printed counters know no diamonds', () => {
    expect(printed(SOVIET_TANKS, true).code).toBe('10031000211205000000');
  });

  it('takes the staff of a headquarters away and says so', () => {
    expect(printed(GERMAN_HQ, true)).toEqual({ code: '10031000221211000000', headquarters: true });
  });

  it('keeps a task force', () => {
    expect(printed('10031006171211000000', true)).toEqual({
      code: '10031004171211000000',
      headquarters: true,
    });
  });

  it('leaves the size out when there is no room for it', () => {
    expect(printed(SOVIET_TANKS, false).code).toBe('10031000001205000000');
  });

  it('knows the codes in letters too', () => {
    expect(printed('SHGPUCI---AF---', true)).toEqual({
      code: 'SFGPUCI----F---',
      headquarters: true,
    });
    expect(printed('SHGPUCI----F---', false).code).toBe('SFGPUCI--------');
  });

  it('draws an empty frame for what is no code', () => {
    expect(printed('<script>', true).code).toBe('10031000000000000000');
  });
});

describe('drawings', () => {
  it('are made once', () => {
    expect(drawing(SOVIET_TANKS)).toBe(drawing(SOVIET_TANKS));
    expect(drawing(SOVIET_TANKS)).not.toBe(drawing(SOVIET_TANKS, false));
  });

  it('have their frames in the same place, in the ink of the counter', () => {
    const [tanks, staff] = [drawing(SOVIET_TANKS), drawing(GERMAN_HQ)];
    expect(tanks.box).toBe('20 5 160 150');
    expect(staff.box).toBe(tanks.box);
    expect(staff.headquarters).toBe(true);
    expect(tanks.body).toContain('currentColor');
    expect(tanks.body).not.toMatch(/<svg|rgb\(/);
  });

  it('carry more strokes with their size than without', () => {
    expect(drawing(SOVIET_TANKS).body.length).toBeGreaterThan(
      drawing(SOVIET_TANKS, false).body.length,
    );
  });

  it('of other frames have a room of their own', () => {
    const submarine = drawing('10033500001101000000');
    expect(submarine.box.split(' ')).toHaveLength(4);
    expect(submarine.body).toContain('<path');
  });
});

describe('what is printed as a silhouette', () => {
  it.each([
    ['10030100001101040000', 'a fighter'],
    ['10033000001202000000', 'ships'],
    ['10033000001203080000', 'landing craft'],
    ['10031000001634000000', 'a dump'],
    ['10031000001636000031', 'mules'],
  ])('%s: %s', (code) => {
    const { box, body } = drawing(code);
    expect(box).toBe('-80 -55 160 110');
    expect(body).toContain('currentColor');
    expect(body).not.toContain('<text');
  });

  it('tells bombers from fighters', () => {
    expect(drawing('10030100001101030000').body).not.toBe(drawing('10030100001101040000').body);
  });

  it('leaves units their map symbol', () => {
    expect(drawing('10031000171211000000').box).toBe('20 5 160 150');
  });
});
