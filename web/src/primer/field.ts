/** Field: small boards for those who have never played on hexes, and what counters can do on them. */

import type { BoardPlan } from '../api/schema';
import { Plan } from '../map/plan';

/** What the ground is, as the page writes it. */
export const GROUNDS = [
  { id: 'open', title: 'open', colour: '#ddd3a6', letter: '.' },
  { id: 'wood', title: 'wood', colour: '#a9b985', letter: 'w' },
  { id: 'town', title: 'town', colour: '#cdbfae', letter: 't' },
] as const;
export type Ground = (typeof GROUNDS)[number]['id'];

const SIZE = 40;
const WIDE = SIZE * Math.sqrt(3);

/** A board from rows of letters; every second row is shifted half a hex to the right. */
export function board(rows: readonly string[]): BoardPlan {
  const labels: string[] = [];
  const [x, y, terrain]: [number[], number[], number[]] = [[], [], []];
  rows.forEach((row, r) => {
    [...row].forEach((letter, c) => {
      labels.push(label(c, r));
      x.push(WIDE * (c + (r % 2) / 2));
      y.push(SIZE * 1.5 * r);
      terrain.push(
        Math.max(
          GROUNDS.findIndex((ground) => ground.letter === letter),
          0,
        ),
      );
    });
  });
  const known = new Map(labels.map((name, i) => [name, i]));
  const neighbours = rows.flatMap((row, r) =>
    [...row].flatMap((_, c) => around(c, r).map(([u, v]) => known.get(label(u, v)) ?? -1)),
  );
  const half = WIDE / 2;
  return {
    name: 'field',
    orientation: 'pointy',
    size: SIZE,
    labels,
    x,
    y,
    neighbours,
    terrain,
    box: [
      Math.min(...x) - half,
      Math.min(...y) - SIZE,
      Math.max(...x) + half,
      Math.max(...y) + SIZE,
    ],
    grounds: GROUNDS.map(({ id, title, colour }) => ({ id, title, colour })),
    places: [],
    boxes: [],
    credits: [],
  };
}

function label(column: number, row: number): string {
  return `${column + 1}${row + 1}`;
}

/** The hexes round one, clockwise from the upper right. */
function around(c: number, r: number): [number, number][] {
  const odd = r % 2;
  return [
    [c + odd, r - 1],
    [c + 1, r],
    [c + odd, r + 1],
    [c - 1 + odd, r + 1],
    [c - 1, r],
    [c - 1 + odd, r - 1],
  ];
}

export class Field {
  readonly plan: Plan;
  private readonly paved: ReadonlySet<string>;

  constructor(
    rows: readonly string[],
    readonly road: readonly string[] = [],
  ) {
    this.plan = new Plan(board(rows));
    this.paved = new Set(
      road.slice(1).flatMap((to, n) => [`${road[n]}>${to}`, `${to}>${road[n]}`]),
    );
  }

  ground(hex: string): Ground {
    const kind = this.plan.board.terrain[this.plan.index(hex) ?? 0] ?? 0;
    return (GROUNDS[kind] ?? GROUNDS[0]).id;
  }

  near(hex: string): string[] {
    const i = this.plan.index(hex);
    return i === undefined ? [] : this.plan.neighbours(i).map((one) => this.plan.label(one));
  }

  /** The hexes that counters look into: those round them. */
  zone(hexes: Iterable<string>): Set<string> {
    return new Set([...hexes].flatMap((hex) => this.near(hex)));
  }

  /** What a step costs, in points: half of one on a road, two into a wood, one else. */
  cost(from: string, to: string): number {
    if (this.paved.has(`${from}>${to}`)) return 0.5;
    return this.ground(to) === 'wood' ? 2 : 1;
  }

  /** How many points it costs to get to each hex that can be reached; an enemy's zone stops. */
  reach(from: string, points: number, enemies: readonly string[] = []): Map<string, number> {
    const zone = this.zone(enemies);
    const costs = new Map([[from, 0]]);
    const open = [from];
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      if (at !== from && zone.has(at)) continue;
      for (const to of this.near(at)) {
        const cost = (costs.get(at) ?? 0) + this.cost(at, to);
        if (cost > points || enemies.includes(to) || cost >= (costs.get(to) ?? Infinity)) continue;
        costs.set(to, cost);
        open.push(to);
      }
    }
    costs.delete(from);
    return costs;
  }

  /** The shortest way from a hex to another that leads through no zone; none if there is none. */
  line(from: string, to: string, enemies: readonly string[]): string[] {
    const barred = new Set([...this.zone(enemies), ...enemies]);
    const before = new Map<string, string>();
    const open = barred.has(from) && enemies.includes(from) ? [] : [from];
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      if (at === to) break;
      for (const next of this.near(at)) {
        if (before.has(next) || next === from || barred.has(next)) continue;
        before.set(next, at);
        open.push(next);
      }
    }
    if (!before.has(to)) return [];
    const found = [to];
    for (let at = before.get(to); at !== undefined; at = before.get(at)) found.unshift(at);
    return found;
  }
}

// ---- odds

/** What may become of an attack, the worst for the attacker first. */
export type Fate = 'repelled' | 'nothing' | 'pushed' | 'broken';

const COLUMNS: readonly [least: number, title: string, fates: string][] = [
  [4, '4:1', '.ppbbb'],
  [3, '3:1', '.pppbb'],
  [2, '2:1', 'r.pppb'],
  [1, '1:1', 'rr..pp'],
  [0, '1:2', 'rrrr.p'],
];
const FATES: Readonly<Record<string, Fate>> = {
  r: 'repelled',
  '.': 'nothing',
  p: 'pushed',
  b: 'broken',
};

/** The column of an example's table by the strengths, in favour of the defender, and its six fates. */
export function odds(attack: number, defence: number): { title: string; fates: Fate[] } {
  const column = COLUMNS.find(([least]) => attack >= least * defence) ?? COLUMNS[4];
  const [, title, fates] = column as (typeof COLUMNS)[number];
  return { title, fates: [...fates].map((letter) => FATES[letter] ?? 'nothing') };
}
