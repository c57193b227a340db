// A board's plan with the lookups a screen needs: from numbers to hexes, from points to hexes.

import type { BoardPlan } from '../api/schema';
import type { Box } from './box';

export class Plan {
  readonly name: string;
  readonly labels: readonly string[];
  /** The radius of a hex. */
  readonly size: number;
  readonly box: Box;
  private readonly indices: ReadonlyMap<string, number>;
  private readonly cells = new Map<number, number[]>();
  private readonly cell: number;
  private readonly shape: readonly (readonly [number, number])[];
  private readonly sideOf: readonly number[];

  constructor(readonly board: BoardPlan) {
    this.name = board.name;
    this.labels = board.labels;
    this.size = board.size;
    this.box = board.box;
    this.indices = new Map(board.labels.map((label, i) => [label, i]));
    this.cell = board.size * 2;
    const first = board.orientation === 'pointy' ? -90 : -60;
    this.shape = Array.from({ length: 6 }, (_, k) => {
      const turn = ((first + 60 * k) * Math.PI) / 180;
      return [board.size * Math.cos(turn), board.size * Math.sin(turn)] as const;
    });
    board.labels.forEach((_, i) => {
      const [x, y] = this.spot(i);
      const key = this.key(Math.floor(x / this.cell), Math.floor(y / this.cell));
      const found = this.cells.get(key);
      if (found) found.push(i);
      else this.cells.set(key, [i]);
    });
    this.sideOf = this.sides();
  }

  index(label: string): number | undefined {
    return this.indices.get(label);
  }

  label(i: number): string {
    return this.labels[i] ?? '';
  }

  /** The hex under a point of the map. */
  at(x: number, y: number): number | undefined {
    const [c, r] = [Math.floor(x / this.cell), Math.floor(y / this.cell)];
    let best: number | undefined;
    let least = Infinity;
    for (let row = r - 1; row <= r + 1; row++) {
      for (let column = c - 1; column <= c + 1; column++) {
        for (const i of this.cells.get(this.key(column, row)) ?? []) {
          const [u, v] = this.spot(i);
          const far = (u - x) ** 2 + (v - y) ** 2;
          if (far < least) [best, least] = [i, far];
        }
      }
    }
    return best !== undefined && this.holds(best, x, y) ? best : undefined;
  }

  /** The middle of a hex; an unknown one is an error of the caller. */
  centre(label: string): [number, number] {
    const i = this.indices.get(label);
    if (i === undefined) throw new RangeError(`there is no hex ${label} on ${this.name}`);
    return this.spot(i);
  }

  /** The middle of a hex by its index. */
  spot(i: number): [number, number] {
    return [this.board.x[i] ?? NaN, this.board.y[i] ?? NaN];
  }

  /** The six corners, clockwise; side k runs from corner k to the next. */
  corners(i: number): [number, number][] {
    const [x, y] = this.spot(i);
    return this.shape.map(([u, v]) => [x + u, y + v]);
  }

  neighbours(i: number): number[] {
    return this.board.neighbours.slice(6 * i, 6 * i + 6).filter((h) => h >= 0);
  }

  /** For each side, from corner k to the next, the hex beyond it, or -1. */
  beyond(i: number): number[] {
    const found = [-1, -1, -1, -1, -1, -1];
    for (let d = 0; d < 6; d++) found[this.sideOf[d] ?? d] = this.board.neighbours[6 * i + d] ?? -1;
    return found;
  }

  /** The neighbour that lies most nearly in a direction, in radians clockwise from the right. */
  toward(i: number, turn: number): number | undefined {
    const [x, y] = this.spot(i);
    let best: number | undefined;
    let most = 0.4;
    for (const h of this.neighbours(i)) {
      const [u, v] = this.spot(h);
      const along = Math.cos(Math.atan2(v - y, u - x) - turn);
      if (along > most + 1e-6) [best, most] = [h, along];
    }
    return best;
  }

  private key(column: number, row: number): number {
    return (column + 32768) * 65536 + row + 32768;
  }

  private holds(i: number, x: number, y: number): boolean {
    const [u, v] = this.spot(i);
    const [dx, dy] = [Math.abs(x - u), Math.abs(y - v)];
    const [across, along] = this.board.orientation === 'pointy' ? [dx, dy] : [dy, dx];
    const inner = (this.size * Math.sqrt(3)) / 2;
    const ease = 1e-3 * this.size; // middles are given to a hundredth of a unit
    return across <= inner + ease && along + across / Math.sqrt(3) <= this.size + ease;
  }

  /** Which side of a hex each direction of the board leads over. */
  private sides(): number[] {
    const found = [0, 1, 2, 3, 4, 5];
    for (let d = 0; d < 6; d++) {
      const from = this.labels.findIndex((_, i) => (this.board.neighbours[6 * i + d] ?? -1) >= 0);
      if (from < 0) continue;
      const [x, y] = this.spot(from);
      const [u, v] = this.spot(this.board.neighbours[6 * from + d] as number);
      const turn = (Math.atan2(v - y, u - x) * 180) / Math.PI;
      const first = this.board.orientation === 'pointy' ? -60 : -30;
      found[d] = ((Math.round((turn - first) / 60) % 6) + 6) % 6;
    }
    return found;
  }
}
