/** A small table for tests: six hexes in a row, two sides. */

import type { Composition, CounterCard, HandCard, StackCard, TableTop } from '../api/schema';

export function counter(
  id: string,
  side: string,
  hex: string | null,
  more: Partial<CounterCard> = {},
): CounterCard {
  return {
    id,
    side,
    hex,
    box: hex === null ? 'pool' : null,
    name: id,
    title: `${side} ${id}`,
    symbol: '10031000001211000000',
    number: id,
    group: '',
    formation: '',
    stripe: null,
    values: [],
    step: 1,
    steps: 1,
    states: [],
    done: false,
    movable: side === 'blue',
    paper: null,
    ink: null,
    sort: '',
    ...more,
  };
}

export function stack(hex: string, side: string, counters: string[], closed = false): StackCard {
  return {
    hex,
    side,
    counters,
    closed,
    count: String(counters.length),
    strength: '',
    mark: '',
    notes: [],
  };
}

export function table(more: Partial<TableTop> = {}): TableTop {
  return {
    moment: 5,
    seq: 9,
    seen: 9,
    last: 5,
    mark: '',
    system: 'toy',
    edition: 'e1',
    over: false,
    result: null,
    winner: null,
    waiting_for: ['blue'],
    may_undo: true,
    headline: { scenario: 'Toy', turn: 1, turns: 3, date: '', phase: 'Movement', bands: [] },
    sides: [
      { id: 'blue', title: 'Blue', paper: '#224', ink: '#fff', hatch: 'plain', mine: true },
      { id: 'red', title: 'Red', paper: '#a22', ink: '#fff', hatch: 'lines', mine: false },
    ],
    asked: [],
    asides: [],
    owed: [],
    counters: [
      counter('b1', 'blue', '0101'),
      counter('b2', 'blue', '0101', { movable: false, done: true }),
      counter('b3', 'blue', '0102'),
      counter('b4', 'blue', null),
      counter('r1', 'red', '0104'),
    ],
    stacks: [
      stack('0101', 'blue', ['b1', 'b2']),
      stack('0102', 'blue', ['b3']),
      stack('0104', 'red', ['r1']),
      stack('0105', 'red', [], true),
    ],
    marks: [],
    side_marks: [],
    off_map: [],
    front: [],
    score: [],
    overlays: [],
    budgeted: false,
    tracked: false,
    boxed: false,
    die: 6,
    offers: [],
    standing: {},
    policies: {},
    deputies: [],
    deputy: '',
    ...more,
  };
}

/** An answer of which nothing was said yet. */
export function composition(more: Partial<Composition> = {}): Composition {
  return {
    title: 'Retreat',
    sweeps: false,
    areas: [],
    action: { do: 'stand' },
    text: 'stand',
    refusals: [],
    weighed: false,
    at_once: false,
    composed: false,
    notes: [],
    hand: [],
    goals: [],
    parts: [],
    amounts: [],
    options: [],
    barred: [],
    places: {},
    ...more,
  };
}

/** A counter at hand for an answer. */
export function atHand(id: string, more: Partial<HandCard> = {}): HandCard {
  return { id, title: id, counter: null, taken: false, held: false, ...more };
}
