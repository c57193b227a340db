import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Tone, TONE_DASH, TONE_HATCH } from './palette';

type Colour = [number, number, number];
type Matrix = [Colour, Colour, Colour];

/** How colours are seen without one sort of cones, in linear light (Machado and others, 2009). */
const EYES: Record<string, Matrix> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** In hundredths of OKLab: less than this is taken for the same colour in a painted hex. */
const LEAST = 8;

function times(matrix: Matrix, [x, y, z]: Colour): Colour {
  return matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as Colour;
}

function linear(hex: string): Colour {
  return [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Colour;
}

function oklab(light: Colour): Colour {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  ).map(Math.cbrt) as Colour;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

/** How far apart two colours look to some eyes. */
function apart(one: string, other: string, eyes: Matrix): number {
  const seen = (hex: string) =>
    oklab(times(eyes, linear(hex)).map((part) => Math.min(1, Math.max(0, part))) as Colour);
  const [a, b] = [seen(one), seen(other)];
  return 100 * Math.hypot(...a.map((part, i) => part - (b[i] ?? 0)));
}

function token(scheme: string, name: string): string {
  const css = readFileSync(join(process.cwd(), 'src/theme.css'), 'utf8');
  const block = css.split(`:root[data-scheme='${scheme}'] {`)[1] ?? '';
  return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? '';
}

const TONES: Record<Tone, string> = {
  good: 'good',
  bad: 'bad',
  warn: 'warn',
  info: 'info',
  plain: 'ink-soft',
};
const PAIRS = Object.keys(TONES).flatMap((one, i) =>
  Object.keys(TONES)
    .slice(i + 1)
    .map((other) => [one as Tone, other as Tone] as const),
);

describe.each(['paper', 'night'])('by %s', (scheme) => {
  it.each(Object.keys(EYES))('painted hexes are told apart by eyes with %s', (eyes) => {
    const alike = PAIRS.filter(
      ([one, other]) =>
        TONE_HATCH[one] === TONE_HATCH[other] &&
        apart(token(scheme, TONES[one]), token(scheme, TONES[other]), EYES[eyes] as Matrix) < LEAST,
    );
    expect(alike).toEqual([]);
  });

  it.each(Object.keys(EYES))('lines are told apart by eyes with %s', (eyes) => {
    const drawn: Tone[] = ['good', 'bad', 'warn', 'info'];
    const alike = PAIRS.filter(
      ([one, other]) =>
        drawn.includes(one) &&
        drawn.includes(other) &&
        String(TONE_DASH[one]) === String(TONE_DASH[other]) &&
        apart(token(scheme, TONES[one]), token(scheme, TONES[other]), EYES[eyes] as Matrix) < LEAST,
    );
    expect(alike).toEqual([]);
  });

  it.each(Object.keys(EYES))('what is chosen is told from what is open by eyes with %s', (eyes) => {
    const lit = token(scheme, 'lit');
    expect(apart(lit, token(scheme, 'info'), EYES[eyes] as Matrix)).toBeGreaterThan(LEAST);
    expect(apart(lit, token(scheme, 'paper'), EYES[eyes] as Matrix)).toBeGreaterThan(LEAST);
  });
});

it('knows what such eyes take for the same', () => {
  expect(apart('#3f6b32', '#a02c1e', EYES['all'] as Matrix)).toBeGreaterThan(20);
  expect(apart('#3f6b32', '#a02c1e', EYES['deuteranopia'] as Matrix)).toBeLessThan(4);
});
