// What printed counters show instead of a map symbol: aircraft from above, ships and vehicles from
// the side, supply as crates. The codes are those of APP-6, by their symbol set and icon.

interface Silhouette {
  fill?: string;
  line?: string;
}

/** The room of every silhouette: as wide as a framed symbol, around nought. */
export const ROOM = '-80 -55 160 110';

const FIGHTER =
  'M0 -46C5 -46 7 -38 7 -29V-18L55 -11C62 -10 62 1 55 2L7 6L4 30L21 35V42L0 43L-21 42V35L-4 30L-7 6L-55 2C-62 1 -62 -10 -55 -11L-7 -18V-29C-7 -38 -5 -46 0 -46Z';
const BODY =
  'M0 -48C7 -48 9 -40 9 -30V-16L68 -9C75 -8 75 4 68 5L9 9L5 32L27 36V44L0 45L-27 44V36L-5 32L-9 9L-68 5C-75 4 -75 -8 -68 -9L-9 -16V-30C-9 -40 -7 -48 0 -48Z';
const INNER = 'M19 -12V-27C19 -31 31 -31 31 -27V-11ZM-19 -12V-27C-19 -31 -31 -31 -31 -27V-11Z';
const OUTER = 'M42 -9V-22C42 -26 52 -26 52 -22V-8ZM-42 -9V-22C-42 -26 -52 -26 -52 -22V-8Z';
const BOMBS = 'M30 16A6 6 0 1 0 42 16A6 6 0 1 0 30 16ZM-42 16A6 6 0 1 0 -30 16A6 6 0 1 0 -42 16Z';
const CARGO =
  'M0 -48C11 -48 14 -40 14 -28V-16L68 -9C75 -8 75 4 68 5L14 9L8 32L28 36V44L0 45L-28 44V36L-8 32L-14 9L-68 5C-75 4 -75 -8 -68 -9L-14 -16V-28C-14 -40 -11 -48 0 -48Z';

/** By symbol set and the four digits of the icon that count; the more exact comes first. */
const SILHOUETTES: ReadonlyMap<string, Silhouette> = new Map([
  ['01/110104', { fill: FIGHTER }],
  ['01/110105', { fill: FIGHTER + BOMBS }],
  ['01/110102', { fill: BODY + INNER }],
  ['01/110103', { fill: BODY + INNER + OUTER }],
  ['01/110107', { fill: CARGO + INNER }],
  ['01/1101', { fill: FIGHTER }],
  ['30/120100', { fill: 'M-74 -4H74V4L62 34H-60L-70 4H-74ZM12 -4V-24H20V-34H24V-24H34V-4Z' }],
  [
    '30/120307',
    {
      fill: 'M-70 -6H-30V-26H-10V-6H44L70 -16L58 34H-62Z',
    },
  ],
  ['30/120308', { fill: 'M-62 -8H34L62 -20V4L44 34H-54ZM-54 -8V-26H-34V-8Z' }],
  [
    '30/120303',
    {
      fill: 'M-64 -10H-20L-14 -24H10L16 -10H66L52 16H-56ZM-46 22A10 10 0 1 0 -26 22A10 10 0 1 0 -46 22ZM-10 22A10 10 0 1 0 10 22A10 10 0 1 0 -10 22ZM26 22A10 10 0 1 0 46 22A10 10 0 1 0 26 22Z',
    },
  ],
  [
    '30/12',
    {
      fill: 'M-74 4H-48V-6H-66V-10H-34V4H-18V-14H-8V-38H-4V-14H4V-28H16V-14H24V4H36V-6H34V-10H66V-6H52V4H74L62 34H-62Z',
    },
  ],
  [
    '10/163400',
    {
      line: 'M-52 4H-4V44H-52ZM4 4H52V44H4ZM-26 -40H26V-4H-26ZM-52 16H-4M4 16H52M-26 -28H26M-28 4V16M28 4V16M0 -40V-28',
    },
  ],
  [
    '10/163600',
    {
      line: 'M-64 -34H12V16H-64ZM20 -16H46L60 0V16H20Z',
      fill: 'M-54 28A13 13 0 1 0 -28 28A13 13 0 1 0 -54 28ZM-18 28A13 13 0 1 0 8 28A13 13 0 1 0 -18 28ZM28 28A13 13 0 1 0 54 28A13 13 0 1 0 28 28Z',
    },
  ],
]);

/** The strokes of a silhouette in `currentColor`; null where a code has a map symbol. */
export function silhouette(code: string): string | null {
  if (!/^\d{20,30}$/.test(code)) return null;
  const set = code.slice(4, 6);
  const icon = code.slice(10, 16);
  for (const length of [6, 4, 2]) {
    const found = SILHOUETTES.get(`${set}/${icon.slice(0, length)}`);
    if (found) return drawn(found);
  }
  return null;
}

function drawn({ fill, line }: Silhouette): string {
  const solid = fill ? `<path d="${fill}" fill="currentColor"/>` : '';
  const strokes = line
    ? `<path d="${line}" fill="none" stroke="currentColor" stroke-linejoin="round"/>`
    : '';
  return solid + strokes;
}
