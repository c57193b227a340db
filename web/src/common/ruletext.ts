// A text in which rules stand in brackets, as pieces: words, and tags that lead to a rule.

export interface Piece {
  text: string;
  /** The rule that a tag names; null for words. */
  rule: string | null;
}

// 5.1.3, 9.11c, 12.8e(C), 8.2.2-b2, S1.10, T.combat, IV.B, 2.3-end, GL-engineer; but no hex and no list.
const NUMBERED =
  /(?:[A-Z]{1,3}|[A-Z]?\d+)(?:\.[A-Za-z\d]+)+(?:\([A-Za-z\d]+\))*(?:-[A-Za-z\d]+)*(?:\([A-Za-z\d]+\))?/;
const NAMED = /[A-Z]{2,4}-[A-Za-z\d-]+|[A-Z]\d{1,2}/;
/** How a tag is written, for those who look for other things beside it. */
export const TAGGED = `\\[(${NUMBERED.source}|${NAMED.source})\\]`;
const TAG = new RegExp(TAGGED, 'g');

export function ruled(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(TAG)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index), rule: null });
    found.push({ text: match[0], rule: match[1] ?? '' });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), rule: null });
  return found;
}

const OURS = new Set(['', 'house', 'form', 'consent', 'turn', 'undo', 'standing', 'stale']);

/** What is ours is in no book: there is no card to open. */
export function inBook(rule: string): boolean {
  return !OURS.has(rule);
}
