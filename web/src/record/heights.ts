/**
 * The heights of a long list of which only what is seen is drawn.
 *
 * A binary indexed tree: the place of a row, the row at a place, and a new height for a row all take
 * a handful of steps, however long the list is.
 */
export class Heights {
  readonly size: number;
  private readonly tree: Float64Array;
  private readonly own: Float64Array;
  private readonly top: number;

  constructor(heights: readonly number[]) {
    this.size = heights.length;
    this.own = Float64Array.from(heights);
    this.tree = new Float64Array(this.size + 1);
    for (let i = 1; i <= this.size; i++) {
      this.tree[i] = (this.tree[i] ?? 0) + (this.own[i - 1] ?? 0);
      const up = i + (i & -i);
      if (up <= this.size) this.tree[up] = (this.tree[up] ?? 0) + (this.tree[i] ?? 0);
    }
    this.top = this.size ? 2 ** Math.floor(Math.log2(this.size)) : 0;
  }

  height(row: number): number {
    return this.own[row] ?? 0;
  }

  /** Give a row another height; what it grew by. */
  set(row: number, height: number): number {
    if (row < 0 || row >= this.size) return 0;
    const grown = height - (this.own[row] ?? 0);
    if (grown === 0) return 0;
    this.own[row] = height;
    for (let i = row + 1; i <= this.size; i += i & -i) this.tree[i] = (this.tree[i] ?? 0) + grown;
    return grown;
  }

  /** Where a row begins. */
  start(row: number): number {
    let sum = 0;
    for (let i = Math.min(Math.max(row, 0), this.size); i > 0; i -= i & -i)
      sum += this.tree[i] ?? 0;
    return sum;
  }

  get total(): number {
    return this.start(this.size);
  }

  /** The row that covers a place; the first or the last beyond the ends. */
  at(place: number): number {
    let row = 0;
    let left = place;
    for (let step = this.top; step > 0; step >>= 1) {
      const next = row + step;
      const part = this.tree[next];
      if (next <= this.size && part !== undefined && part <= left) {
        row = next;
        left -= part;
      }
    }
    return Math.min(row, Math.max(this.size - 1, 0));
  }

  /** The rows to draw for a window, with some to spare: from the first, up to but without the last. */
  window(from: number, height: number, spare: number): [number, number] {
    if (this.size === 0) return [0, 0];
    return [this.at(Math.max(0, from - spare)), this.at(from + height + spare) + 1];
  }
}

/** Whether a list is at its end, as near as makes no difference. */
export function atEnd(scrolled: number, height: number, total: number, slack = 24): boolean {
  return scrolled + height >= total - slack;
}
