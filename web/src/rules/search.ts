// Searching a book of rules: by number, by words of title and text, by what was ruled.

import type { RuleBook, RuleLine } from '../api/schema';

export interface Hit {
  rule: RuleLine;
  chapter: string;
  /** The words about the first that was found; empty where the number or title has it. */
  snippet: string;
}

const AROUND = 46;

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** The rules that have all the words wanted, numbers and titles before the rest. */
export function searched(book: RuleBook, wanted: string): Hit[] {
  const words = plain(wanted)
    .replaceAll(/[[\]]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const hits: { hit: Hit; rank: number }[] = [];
  for (const chapter of book.chapters) {
    for (const rule of chapter.rules) {
      const rank = ranked(rule, words);
      if (rank !== null)
        hits.push({ hit: { rule, chapter: chapter.title, snippet: snippet(rule, words) }, rank });
    }
  }
  return hits.sort((a, b) => a.rank - b.rank).map((one) => one.hit);
}

/** 0: that number; 1: numbers that begin so; 2: in the title; 3: in the text; 4: in what was ruled. */
function ranked(rule: RuleLine, words: readonly string[]): number | null {
  const [first] = words;
  const id = plain(rule.id);
  if (words.length === 1 && first !== undefined) {
    if (id === first) return 0;
    if (id.startsWith(first)) return 1;
  }
  const title = plain(`${rule.id} ${rule.title}`);
  if (words.every((word) => title.includes(word))) return 2;
  const text = `${title} ${plain(rule.text)}`;
  if (words.every((word) => text.includes(word))) return 3;
  const all = `${text} ${plain(rule.more)}`;
  return words.every((word) => all.includes(word)) ? 4 : null;
}

function snippet(rule: RuleLine, words: readonly string[]): string {
  for (const text of [rule.text, rule.more]) {
    const found = words.map((word) => plain(text).indexOf(word)).filter((at) => at >= 0);
    if (found.length === 0) continue;
    const at = Math.min(...found);
    const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1;
    const to =
      text.length <= at + 2 * AROUND ? text.length : text.lastIndexOf(' ', at + 2 * AROUND);
    return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
  }
  return '';
}
