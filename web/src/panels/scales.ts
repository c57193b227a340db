/** The scales of a chart, as a draughtsman would choose them. */

/**
 * Round numbers that cover a stretch in about so many steps; zero is always among them. Of what is
 * counted in `wholes` there are no halves.
 */
export function ticks(low: number, high: number, wanted = 5, wholes = false): number[] {
  const from = Math.min(0, low);
  const to = Math.max(0, high);
  if (from === to) return [0, 1];
  const rough = (to - from) / Math.max(wanted, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough * 0.999) ?? 10 * power;
  const step = wholes ? Math.max(1, round) : round;
  const first = Math.floor(from / step + 1e-9);
  const last = Math.ceil(to / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => tidy((first + i) * step));
}

/** Whole-numbered ticks for turns: not more than fit. */
export function turnTicks(first: number, last: number, room: number): number[] {
  const step = [1, 2, 5, 10, 20, 50].find((n) => (last - first) / n < room) ?? 100;
  const start = Math.ceil(first / step) * step;
  const found: number[] = [];
  for (let turn = start; turn <= last; turn += step) found.push(turn);
  return found;
}

/** A number without the dust of floating point. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

export type Scale = (value: number) => number;

/** From one stretch to another, in a straight line. */
export function scale(low: number, high: number, from: number, to: number): Scale {
  const length = high - low;
  if (length === 0) return () => (from + to) / 2;
  return (value) => from + ((value - low) / length) * (to - from);
}

/** Labels moved as little as need be so that none lies on another. */
export function spread(
  places: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = places.map((place, i) => ({ place, i })).sort((a, b) => a.place - b.place);
  const moved = order.map(({ place }) => place);
  for (let i = 1; i < moved.length; i++) {
    moved[i] = Math.max(moved[i] ?? 0, (moved[i - 1] ?? 0) + gap);
  }
  const over = Math.max(0, (moved.at(-1) ?? 0) - high);
  if (over > 0) {
    let ceiling = high;
    for (let i = moved.length - 1; i >= 0; i--) {
      moved[i] = Math.min(moved[i] ?? 0, ceiling);
      ceiling = (moved[i] ?? 0) - gap;
    }
  }
  const result = new Array<number>(places.length);
  order.forEach(({ i }, at) => (result[i] = Math.max(moved[at] ?? 0, low)));
  return result;
}

/** A number as it is printed: with a true minus, and no more digits than tell something. */
export function printed(value: number): string {
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toFixed(2)));
  return text.replace('-', '−');
}
