// A few counters to try things with.

import type { CounterCard, SideCard, StackCard, TableTop } from '../api/schema';

export const RED: SideCard = {
  id: 'red',
  title: 'Red',
  paper: '#a3352a',
  ink: '#ffeeb0',
  hatch: 'plain',
  mine: false,
};

export const GREY: SideCard = {
  id: 'grey',
  title: 'Grey',
  paper: '#46564f',
  ink: '#ffffff',
  hatch: 'lines',
  mine: true,
};

/** A counter like any other, except for what is said. */
export function counter(said: Partial<CounterCard> = {}): CounterCard {
  const name = said.name ?? '58';
  return {
    id: name,
    side: 'grey',
    hex: '0101',
    box: null,
    name,
    title: `Grey ${name}, 5-4-7`,
    symbol: '10031000171211000000',
    number: name,
    group: '',
    formation: '3 Div',
    stripe: null,
    values: [
      { name: 'attack', text: '5', title: 'attack' },
      { name: 'defence', text: '4', title: 'defence' },
      { name: 'move', text: '7', title: 'movement' },
    ],
    step: 2,
    steps: 2,
    states: [],
    done: false,
    movable: false,
    paper: null,
    sort: '',
    ink: null,
    ...said,
  };
}

/** A stack of those counters. */
export function stack(hex: string, counters: string[], said: Partial<StackCard> = {}): StackCard {
  return {
    hex,
    side: 'grey',
    counters,
    closed: false,
    count: String(counters.length),
    strength: '',
    mark: '',
    notes: [],
    ...said,
  };
}

/** A table with nothing on it but what is said. */
export function table(said: Partial<TableTop>): TableTop {
  return {
    moment: 1,
    mark: '',
    seq: 1,
    seen: 1,
    last: 1,
    system: 'any',
    edition: 'e1',
    over: false,
    result: null,
    winner: null,
    waiting_for: [],
    may_undo: false,
    headline: { scenario: '', turn: 1, turns: null, date: '', phase: '', bands: [] },
    sides: [GREY, RED],
    asked: [],
    asides: [],
    owed: [],
    counters: [],
    stacks: [],
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
    ...said,
  };
}
