/** Reasons: many refusals of the same kind told as one. */

import type { Refusal } from '../api/schema';

export interface Told extends Refusal {
  /** How many more there are by the same rule. */
  more: number;
}

/** One reason for each rule, those that stand alone first: they say the most. */
export function gathered(reasons: readonly Refusal[]): Told[] {
  const byRule = new Map<string, Told>();
  const texts = new Set<string>();
  for (const reason of reasons) {
    if (texts.has(reason.text)) continue;
    texts.add(reason.text);
    const told = byRule.get(reason.rule);
    if (told) told.more++;
    else byRule.set(reason.rule, { ...reason, more: 0 });
  }
  return [...byRule.values()].sort((a, b) => a.more - b.more);
}
