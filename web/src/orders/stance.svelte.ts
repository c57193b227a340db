/** Stance: where this browser likes the card of a question, and whether it is folded. */

interface Kept {
  /** Whether it lies on the map, and not beside it; null: as is usual on such a screen. */
  floats: boolean | null;
  folded: boolean;
  /** Where it was put on the map; null where it looks for a place itself. */
  at: readonly [number, number] | null;
}

const PLACE = 'grognard.question';
const USUAL: Kept = { floats: null, folded: false, at: null };

/** What of something read is a stance; the rest is as usual. */
export function checked(read: unknown): Kept {
  const given = (typeof read === 'object' && read !== null ? read : {}) as Partial<Kept>;
  const [x, y] = Array.isArray(given.at) ? (given.at as unknown[]) : [];
  const placed = typeof x === 'number' && typeof y === 'number' && x >= 0 && y >= 0;
  return {
    floats: typeof given.floats === 'boolean' ? given.floats : null,
    folded: given.folded === true,
    at: placed ? [x, y] : null,
  };
}

function kept(): Kept {
  try {
    return checked(JSON.parse(localStorage.getItem(PLACE) ?? '{}'));
  } catch {
    return { ...USUAL };
  }
}

class Stance {
  #kept = $state.raw<Kept>(kept());

  get floats(): boolean | null {
    return this.#kept.floats;
  }

  get folded(): boolean {
    return this.#kept.folded;
  }

  get at(): readonly [number, number] | null {
    return this.#kept.at;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }
}

export const stance = new Stance();
