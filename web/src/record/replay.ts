/** A shared game: its board, its story, and the table at every moment, fetched as it is wanted. */
import { request } from '../api/client';
import type { BoardPlan, GameCard, Intents, Story, TableTop, TaleLine } from '../api/schema';
import { Trouble } from '../api/trouble';
import type { Plan } from '../map/plan';
import type { Manned } from '../trying/manning';

/** What a replay asks; a test puts its own in its place. */
export interface ReplayServer {
  board(): Promise<BoardPlan>;
  map(): string;
  table(moment?: number): Promise<TableTop>;
  story(since: number): Promise<Story>;
  /** What programs were about in a turn, once the game is over. */
  intents(turn: number | null): Promise<Intents>;
  branch(moment: number, wish: Manned): Promise<GameCard>;
}

export function replayServer(token: string): ReplayServer {
  const at = `/replays/${encodeURIComponent(token)}`;
  return {
    board: () => request('GET', `${at}/board`),
    map: () => `/api/v1${at}/map.svg`,
    table: (moment) =>
      request('GET', moment === undefined ? `${at}/table` : `${at}/table?moment=${moment}`),
    story: (since) => request('GET', `${at}/story?since=${since}`),
    intents: (turn) =>
      request('GET', turn === null ? `${at}/intents` : `${at}/intents?turn=${turn}`),
    branch: (moment, wish) => request('POST', `${at}/branch`, { moment, ...wish }),
  };
}

/** So many tables are kept. */
const KEPT = 60;
const TRIES = 5;

/** Tables by moment: each asked for once, the longest unused forgotten first. */
export class Moments {
  private readonly kept = new Map<number, Promise<TableTop>>();

  constructor(
    private readonly load: (moment: number) => Promise<TableTop>,
    private readonly pause: (seconds: number) => Promise<void> = (seconds) =>
      new Promise((done) => setTimeout(done, seconds * 1000)),
  ) {}

  at(moment: number): Promise<TableTop> {
    const known = this.kept.get(moment);
    this.kept.delete(moment);
    const table = known ?? this.fetched(moment);
    this.kept.set(moment, table);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) break;
      this.kept.delete(oldest);
    }
    if (!known) table.catch(() => this.kept.delete(moment));
    return table;
  }

  keep(table: TableTop): void {
    this.kept.set(table.moment, Promise.resolve(table));
  }

  /** A server that is asked too much says when it would listen again. */
  private async fetched(moment: number): Promise<TableTop> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.load(moment);
      } catch (error) {
        if (!(error instanceof Trouble) || !error.passing || tries >= TRIES) throw error;
        await this.pause(Math.min(error.wait ?? tries, 10));
      }
    }
  }
}

/** The whole story, as many pieces as it comes in. */
export async function wholeStory(story: ReplayServer['story']): Promise<TaleLine[]> {
  const lines: TaleLine[] = [];
  for (let since = 0; ;) {
    const piece = await story(since);
    lines.push(...piece.lines);
    if (!piece.more || piece.seq <= since) return lines;
    since = piece.seq;
  }
}

export interface Happening {
  hexes: string[];
  pieces: string[];
  /** The ways that were gone, and who went them. */
  ways: { path: string[]; pieces: string[] }[];
}

/** Where something happened at a moment, to whom, and which ways were gone. */
export function happened(
  lines: readonly TaleLine[],
  moment: number,
  plan: Pick<Plan, 'index' | 'neighbours'>,
): Happening {
  const now = lines.filter((line) => line.moment === moment);
  const gone = now.filter((line) => line.pieces.length > 0 && isWay(line.hexes, plan));
  const still = now.filter((line) => !gone.includes(line));
  const ends = gone.flatMap((line) => line.hexes.slice(-1));
  return {
    hexes: [...new Set([...still.flatMap((line) => line.hexes), ...ends])],
    pieces: [...new Set(now.flatMap((line) => line.pieces))],
    ways: gone.map(({ hexes, pieces }) => ({ path: hexes, pieces })),
  };
}

/** Whether hexes follow each other as neighbours. */
export function isWay(hexes: readonly string[], plan: Pick<Plan, 'index' | 'neighbours'>): boolean {
  const places = hexes.map((hex) => plan.index(hex));
  return (
    places.length > 1 &&
    places.every((place, i) => {
      const before = places[i - 1];
      if (i === 0) return place !== undefined;
      return place !== undefined && before !== undefined && plan.neighbours(before).includes(place);
    })
  );
}
