/** The story as a book: turns are chapters, phases are sections, and what was fought stands out. */
import type { TaleLine } from '../api/schema';

export type Row =
  | { kind: 'turn'; key: string; turn: number }
  | { kind: 'phase'; key: string; turn: number; phase: string; side: string | null }
  | { kind: 'seen'; key: string; count: number }
  | { kind: 'line'; key: string; line: TaleLine; battle: boolean };

export interface Sieve {
  /** Only what was fought. */
  battles: boolean;
  /** Only what one side did; null: everybody. */
  side: string | null;
  /** Only lines with all these words. */
  words: string;
}

export const EVERYTHING: Sieve = { battles: false, side: null, words: '' };

/** So many quiet lines may stand between two blows of one battle. */
const BREATH = 12;

function fought(line: TaleLine): boolean {
  return line.loud || line.dice.length > 0;
}

function samePhase(a: TaleLine, b: TaleLine): boolean {
  return a.turn === b.turn && a.phase === b.phase;
}

/**
 * Which lines belong to a battle: the blows themselves, what stands between two blows of a phase,
 * and what the same order still brought about. So a retreat is told with its battle.
 */
export function battleLines(lines: readonly TaleLine[]): boolean[] {
  const marked = lines.map(fought);
  let blow = -1;
  lines.forEach((line, i) => {
    const last = lines[blow];
    if (last !== undefined && !samePhase(last, line)) blow = -1;
    if (fought(line)) {
      if (blow >= 0 && i - blow - 1 <= BREATH) marked.fill(true, blow, i);
      blow = i;
    } else if (blow >= 0 && lines[blow]?.moment === line.moment) {
      marked[i] = true;
    }
  });
  return marked;
}

/** A text as it is compared: without capitals and accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether every word of a search begins a word of a text: `6 arm` is in `6 ARM`, not in `16 Army`. */
export function speaksOf(text: string, words: string): boolean {
  const where = folded(text);
  return folded(words)
    .split(/\s+/)
    .every((word) => begins(where, word));
}

function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

function passes(line: TaleLine, battle: boolean, sieve: Sieve): boolean {
  if (sieve.battles && !battle) return false;
  if (sieve.side !== null && line.side !== sieve.side) return false;
  if (sieve.words.trim() === '') return true;
  return speaksOf([line.text, line.rule, ...line.hexes].join(' '), sieve.words.trim());
}

/**
 * The rows of the log. `seen` is the last line that was looked at; a divider stands before the
 * first after it, where there is one on either side.
 */
export function chapters(
  lines: readonly TaleLine[],
  sieve: Sieve = EVERYTHING,
  seen: number | null = null,
): Row[] {
  const battle = battleLines(lines);
  const rows: Row[] = [];
  const fresh =
    seen === null
      ? 0
      : lines.filter((line, i) => line.seq > seen && passes(line, battle[i] ?? false, sieve))
          .length;
  let before: TaleLine | null = null;
  let divided = seen === null;
  lines.forEach((line, i) => {
    const fights = battle[i] ?? false;
    if (!passes(line, fights, sieve)) return;
    if (!divided && line.seq > (seen ?? 0)) {
      if (before !== null) rows.push({ kind: 'seen', key: 'seen', count: fresh });
      divided = true;
    }
    if (before === null || before.turn !== line.turn)
      rows.push({ kind: 'turn', key: `t${line.turn}.${line.seq}`, turn: line.turn });
    if (before === null || !samePhase(before, line))
      rows.push({
        kind: 'phase',
        key: `p${line.seq}`,
        turn: line.turn,
        phase: line.phase,
        side: line.side,
      });
    rows.push({ kind: 'line', key: `l${line.seq}.${i}`, line, battle: fights });
    before = line;
  });
  return rows;
}

/** The heading under which a row stands: what the running head shows. */
export function headOf(
  rows: readonly Row[],
  index: number,
): { turn: number; phase: string } | null {
  const titled = (row: Row): boolean => row.kind === 'line' || row.kind === 'phase';
  const found =
    rows[index]?.kind === 'turn'
      ? rows.slice(index).find(titled)
      : rows.slice(0, index + 1).findLast(titled);
  if (found?.kind === 'line') return { turn: found.line.turn, phase: found.line.phase };
  return found?.kind === 'phase' ? { turn: found.turn, phase: found.phase } : null;
}

/** The turns that are told, and the row where each begins. */
export function contents(rows: readonly Row[]): { turn: number; row: number }[] {
  return rows.flatMap((row, i) => (row.kind === 'turn' ? [{ turn: row.turn, row: i }] : []));
}
