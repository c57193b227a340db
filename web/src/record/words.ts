/** A sentence of the story cut into plain words, places on the map, and rules. */
import type { TaleLine } from '../api/schema';

export type Word =
  | { kind: 'text'; text: string }
  | { kind: 'hex'; text: string; hex: string }
  | { kind: 'rule'; text: string; rule: string };

const RULE = /\[([A-Z]?[A-Z.]*\d+(?:\.\d+)*[a-z]?)\]/;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The words of a text in which the hexes it is about can be pointed at. */
export function wordsOf(line: Pick<TaleLine, 'text' | 'hexes'>): Word[] {
  const labels = [...new Set(line.hexes)].sort((a, b) => b.length - a.length).map(escaped);
  const places = labels.length ? `(?<![\\w.])(?:${labels.join('|')})(?![\\w.]*\\w)` : '(?!)';
  const pattern = new RegExp(`${RULE.source}|(${places})`, 'g');
  const words: Word[] = [];
  let end = 0;
  for (const found of line.text.matchAll(pattern)) {
    if (found.index > end) words.push({ kind: 'text', text: line.text.slice(end, found.index) });
    const [all, rule, hex] = found;
    if (rule !== undefined) words.push({ kind: 'rule', text: all, rule });
    else if (hex !== undefined) words.push({ kind: 'hex', text: hex, hex });
    end = found.index + all.length;
  }
  if (end < line.text.length) words.push({ kind: 'text', text: line.text.slice(end) });
  return words;
}
