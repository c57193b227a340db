// Our summaries of rules, asked for once each.

import { request } from '../api/client';
import type { RuleCard } from '../api/schema';

const known = new Map<string, Promise<RuleCard>>();

export function ruleCard(system: string, rule: string): Promise<RuleCard> {
  const key = `${system}/${rule}`;
  const asked =
    known.get(key) ??
    request<RuleCard>(
      'GET',
      `/systems/${encodeURIComponent(system)}/rules/${encodeURIComponent(rule)}`,
    );
  known.set(key, asked);
  asked.catch(() => known.delete(key)); // what failed may be asked again
  return asked;
}
