/** A small table for tests: six hexes in a row, two sides. */

import type { CounterCard, StackCard, TableTop } from '../api/schema';

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
    system: 'toy',
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
    offers: [],
    standing: {},
    policies: {},
    ...more,
  };
}
