/** The text of a lesson: paragraphs with **strong** words, `words as typed`, and rules in [brackets]. */

import { TAGGED } from '../common/ruletext';

export interface Piece {
  text: string;
  strong: boolean;
  rule: string | null;
}

const PIECE = new RegExp(`\\*\\*([^*]+)\\*\\*|\`([^\`]+)\`|${TAGGED}`, 'g');

/** A text as paragraphs of pieces. */
export function paragraphs(text: string): Piece[][] {
  return text
    .split(/\n\s*\n/)
    .map((one) => pieces(one.trim().replace(/\s+/g, ' ')))
    .filter((one) => one.length > 0);
}

function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(PIECE)) {
    if (match.index > from) found.push(plain(text.slice(from, match.index)));
    const rule = match[3];
    const words = match[1] ?? match[2] ?? '';
    found.push(
      rule === undefined
        ? { text: words, strong: true, rule: null }
        : { text: '', strong: false, rule },
    );
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push(plain(text.slice(from)));
  return found;
}

function plain(text: string): Piece {
  return { text, strong: false, rule: null };
}
