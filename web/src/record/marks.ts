/** What stands on a timeline: where turns begin, and where it was fought. */
import type { TaleLine } from '../api/schema';

export interface TimeMark {
  moment: number;
  title: string;
  kind: 'turn' | 'battle';
}

/** The marks of a story; several blows at one moment are one mark, told by the first. */
export function marksOf(lines: readonly TaleLine[], turn: (number: number) => string): TimeMark[] {
  const marks: TimeMark[] = [];
  let now: number | null = null;
  let fought: number | null = null;
  for (const line of lines) {
    if (line.turn !== now) {
      now = line.turn;
      marks.push({ moment: line.moment, title: turn(line.turn), kind: 'turn' });
    }
    if (line.loud && line.moment !== fought) {
      fought = line.moment;
      marks.push({ moment: line.moment, title: line.text, kind: 'battle' });
    }
  }
  return marks;
}

/** The next mark of a kind after a moment, or the one before it. */
export function neighbour(
  marks: readonly TimeMark[],
  moment: number,
  way: 1 | -1,
  kind: TimeMark['kind'],
): TimeMark | null {
  const ordered = marks
    .filter((mark) => mark.kind === kind && (mark.moment - moment) * way > 0)
    .sort((a, b) => (a.moment - b.moment) * way);
  return ordered[0] ?? null;
}

/** The turn that a moment belongs to. */
export function turnAt(marks: readonly TimeMark[], moment: number): TimeMark | null {
  let found: TimeMark | null = null;
  for (const mark of marks) {
    if (mark.kind === 'turn' && mark.moment <= moment) found = mark;
  }
  return found;
}
