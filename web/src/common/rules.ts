// Our summaries of rules and the books they stand in, asked for once each.

import { request } from '../api/client';
import type { RuleBook, RuleCard } from '../api/schema';

const cards = new Map<string, Promise<RuleCard>>();
const books = new Map<string, Promise<RuleBook>>();

export function ruleCard(system: string, rule: string): Promise<RuleCard> {
  return once(cards, `/systems/${encodeURIComponent(system)}/rules/${encodeURIComponent(rule)}`);
}

export function ruleBook(system: string): Promise<RuleBook> {
  return once(books, `/systems/${encodeURIComponent(system)}/rules`);
}

function once<T>(known: Map<string, Promise<T>>, path: string): Promise<T> {
  const asked = known.get(path) ?? request<T>('GET', path);
  known.set(path, asked);
  asked.catch(() => known.delete(path)); // what failed may be asked again
  return asked;
}
