/** A chart laid out: everything a pen needs to know. */
import type { Chart, Point, Series, SideCard } from '../api/schema';
import { scale, spread, ticks, turnTicks, type Scale } from './scales';

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Curve {
  series: Series;
  path: string;
  dots: { x: number; y: number; point: Point }[];
  /** Where the name at its end stands. */
  label: { x: number; y: number } | null;
}

export interface Plot {
  x: Scale;
  y: Scale;
  values: number[];
  turns: number[];
  first: number;
  last: number;
  curves: Curve[];
}

/** What stands at the end of a line: the side, where that is enough to tell the lines apart. */
export function endLabels(chart: Chart, sides: readonly SideCard[]): string[] {
  const titles = chart.series.map((one) => sides.find((side) => side.id === one.side)?.title);
  const enough = new Set(titles).size === titles.length && !titles.includes(undefined);
  return chart.series.map((one, i) => short((enough ? titles[i] : undefined) ?? one.title));
}

const LONGEST = 16;

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`;
}

export function plotOf(chart: Chart, frame: Frame): Plot {
  const points = chart.series.flatMap((series) => series.points);
  const heights = points.map((point) => point.value);
  const wholes = heights.every(Number.isInteger);
  const values = ticks(Math.min(0, ...heights), Math.max(0, ...heights), 5, wholes);
  const first = Math.min(...points.map((point) => point.turn));
  const last = Math.max(...points.map((point) => point.turn));
  const x = scale(first, last, frame.left, frame.width - frame.right);
  const y = scale(values[0] ?? 0, values.at(-1) ?? 1, frame.height - frame.bottom, frame.top);
  const room = Math.max(2, (frame.width - frame.left - frame.right) / 26);
  const ends = chart.series.map((series) => series.points.at(-1));
  const labels = spread(
    ends.map((end) => y(end?.value ?? 0)),
    14,
    frame.top,
    frame.height - frame.bottom,
  );
  const curves = chart.series.map((series, i) => curve(series, ends[i], labels[i] ?? 0, x, y));
  return { x, y, values, turns: turnTicks(first, last, room), first, last, curves };
}

function curve(series: Series, end: Point | undefined, label: number, x: Scale, y: Scale): Curve {
  const dots = series.points.map((point) => ({ x: x(point.turn), y: y(point.value), point }));
  const path = dots.map((dot, i) => `${i ? 'L' : 'M'}${round(dot.x)} ${round(dot.y)}`).join('');
  return {
    series,
    path,
    dots,
    label: end ? { x: x(end.turn), y: label } : null,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The turn nearest to a place across the chart. */
export function turnNear(plot: Plot, x: number): number {
  const all = [...new Set(plot.curves.flatMap((c) => c.dots.map((dot) => dot.point.turn)))];
  return all.reduce(
    (best, turn) => (Math.abs(plot.x(turn) - x) < Math.abs(plot.x(best) - x) ? turn : best),
    plot.first,
  );
}

/** Every turn with the value of every series, for the table behind the chart. */
export function sheet(chart: Chart): { turn: number; values: (number | null)[] }[] {
  const turns = [...new Set(chart.series.flatMap((s) => s.points.map((p) => p.turn)))];
  return turns
    .sort((a, b) => a - b)
    .map((turn) => ({
      turn,
      values: chart.series.map((s) => s.points.find((p) => p.turn === turn)?.value ?? null),
    }));
}
