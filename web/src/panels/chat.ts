/** What was said at the table, out of the news of the stream. */

export interface Saying {
  seq: number;
  seat: string | null;
  side: string | null;
  name: string;
  /** Whether he has not registered that name. */
  guest: boolean;
  text: string;
  /** To one's own side alone. */
  quiet: boolean;
  /** When, in seconds since 1970. */
  at: number;
}

interface News {
  type: string;
  seq: number;
  matter?: {
    kind: string;
    seat: string | null;
    side: string | null;
    private: boolean;
    at: number;
    [key: string]: unknown;
  };
}

/** The sayings among the news, in order. */
export function sayings(news: readonly News[]): Saying[] {
  return news.flatMap(({ type, seq, matter }) => {
    if (type !== 'matter' || matter?.kind !== 'said') return [];
    const { seat, side, at } = matter;
    const text = typeof matter['text'] === 'string' ? matter['text'] : '';
    const name = typeof matter['name'] === 'string' ? matter['name'] : '';
    const guest = matter['guest'] === true;
    return [{ seq, seat, side, name, guest, text, quiet: matter.private, at }];
  });
}

export interface Talk {
  seat: string | null;
  side: string | null;
  name: string;
  guest: boolean;
  quiet: boolean;
  at: number;
  lines: Saying[];
}

/** Within so many seconds somebody goes on talking rather than beginning again. */
const BREATH = 300;

/** Sayings of one person in one breath, together under his name. */
export function talks(said: readonly Saying[]): Talk[] {
  const found: Talk[] = [];
  for (const saying of said) {
    const last = found.at(-1);
    const before = last?.lines.at(-1);
    const goesOn =
      last !== undefined &&
      before !== undefined &&
      last.seat === saying.seat &&
      last.quiet === saying.quiet &&
      saying.at - before.at <= BREATH;
    if (goesOn) last.lines.push(saying);
    else {
      const { seat, side, name, guest, quiet, at } = saying;
      found.push({ seat, side, name, guest, quiet, at, lines: [saying] });
    }
  }
  return found;
}
