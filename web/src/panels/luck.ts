/** Luck: what dice showed against what was to be expected, in words that do not flatter. */
import type { LuckRow } from '../api/schema';

export type Verdict =
  | 'few'
  | 'remarkably-low'
  | 'low'
  | 'rather-low'
  | 'middling'
  | 'rather-high'
  | 'high'
  | 'remarkably-high';

/** With fewer rolls nothing can be said. */
export const FEW = 5;

const STEPS: [number, Verdict][] = [
  [0.025, 'remarkably-low'],
  [0.1, 'low'],
  [0.3, 'rather-low'],
  [0.7, 'middling'],
  [0.9, 'rather-high'],
  [0.975, 'high'],
];

/** What is to be said about some rolls. High is not always good: that is the rule's business. */
export function verdict(row: Pick<LuckRow, 'rolls' | 'luckier'>): Verdict {
  if (row.rolls < FEW) return 'few';
  return STEPS.find(([limit]) => row.luckier <= limit)?.[1] ?? 'remarkably-high';
}

/** How many of a hundred runs of dice are lower, never none and never all. */
export function ofHundred(luckier: number): number {
  return Math.min(99, Math.max(1, Math.round(luckier * 100)));
}

/** The height of the bell at a distance from its middle, one at the top. */
export function bell(z: number): number {
  return Math.exp((-z * z) / 2);
}

/**
 * How far from the middle of a bell a share of it ends (Acklam's approximation of the normal
 * quantile, good to nine digits); held within `limit`.
 */
export function distance(share: number, limit = 3): number {
  if (share <= 0) return -limit;
  if (share >= 1) return limit;
  return Math.min(limit, Math.max(-limit, quantile(share)));
}

const A = [
  -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
  2.506628277459239,
] as const;
const B = [
  -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572,
  1,
] as const;
const C = [
  -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734,
  4.374664141464968, 2.938163982698783,
] as const;
const D = [
  0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1,
] as const;

function polynomial(factors: readonly number[], x: number): number {
  return factors.reduce((sum, factor) => sum * x + factor, 0);
}

function quantile(share: number): number {
  if (share < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(share));
    return polynomial(C, q) / polynomial(D, q);
  }
  if (share > 1 - 0.02425) return -quantile(1 - share);
  const q = share - 0.5;
  const r = q * q;
  return (polynomial(A, r) * q) / polynomial(B, r);
}
