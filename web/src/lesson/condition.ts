/** Condition: what a step of a lesson waits for, said of the table as it lies and of what was done. */

import type { CounterCard, TableTop } from '../api/schema';

/** What has just happened at the table, as far as a lesson cares. */
export interface Happened {
  /** The last action done from this seat. */
  action?: Record<string, unknown>;
  /** An event that was told. */
  event?: Record<string, unknown>;
  /** The phase the game is in. */
  phase?: string;
  /** The name of a question that is open. */
  asked?: string;
  /** The rule by which the last order was refused. */
  refused?: string;
  /** The hex at which it was. */
  refusedAt?: string;
  /** The counters that are chosen. */
  selected?: readonly string[];
  /** The action that is being weighed. */
  weighed?: Record<string, unknown>;
  /** The overlay that is laid on the map. */
  overlay?: string;
  /** An undo. */
  undone?: boolean;
}

/** The table as a condition looks at it. */
export type Lying = Pick<TableTop, 'counters' | 'headline' | 'marks' | 'stacks'> & {
  /** Whether it is for the pupil to give orders, with no question before them. */
  free: boolean;
  /** The counters that are chosen. */
  selected: readonly string[];
  /** The action that is being weighed. */
  weighed: Readonly<Record<string, unknown>> | null;
  /** The overlay that is laid on the map. */
  overlay: string | null;
};

type Hexes = string | readonly string[];

/** All that is named must be so. `all`, `any` and `not` put conditions together. */
export interface Condition {
  all?: readonly Condition[];
  any?: readonly Condition[];
  not?: Condition;
  /** Where counters stand. */
  at?: Readonly<Record<string, Hexes>>;
  /** Counters that are not on the map any more. */
  gone?: readonly string[];
  /** Markers that counters bear. */
  bears?: Readonly<Record<string, string>>;
  /** Values that are printed on counters. */
  shows?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Whose counters stand in hexes; null: nobody's. */
  holds?: Readonly<Record<string, string | null>>;
  /** Things that lie on hexes and are no counters. */
  marks?: readonly unknown[];
  phase?: string;
  /** Whose phase it is. */
  side?: string;
  turn?: number;
  /** Whether it is for the pupil to give orders. */
  free?: boolean;
  /** Exactly the counters that are chosen. */
  selected?: readonly string[];
  weighed?: unknown;
  overlay?: string;
  action?: unknown;
  event?: unknown;
  asked?: unknown;
  refused?: unknown;
  refusedAt?: unknown;
  undone?: boolean;
}

/** Whether a thing is as a pattern says: objects by the parts it names, lists as sets within. */
export function matches(pattern: unknown, thing: unknown): boolean {
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(thing) && pattern.every((part) => thing.some((other) => matches(part, other)))
    );
  }
  if (pattern !== null && typeof pattern === 'object') {
    if (thing === null || typeof thing !== 'object') return false;
    const parts = thing as Record<string, unknown>;
    return Object.entries(pattern).every(([key, part]) => matches(part, parts[key]));
  }
  if (typeof pattern === 'string' && typeof thing === 'string') {
    return pattern === thing || (pattern.endsWith('*') && thing.startsWith(pattern.slice(0, -1)));
  }
  return pattern === thing;
}

/** What is over as soon as it has happened. */
const DEEDS = ['action', 'event', 'asked', 'refused', 'refusedAt', 'undone'] as const;
/** What is on the screen, and leaves no trace on the table. */
const LOOKS = ['selected', 'weighed', 'overlay'] as const;

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return others.length === some.length && some.every((one) => others.includes(one));
}

/** The side whose phase it is. */
function acting(table: Lying): string | null {
  return table.headline.bands.find((band) => band.state === 'now')?.side ?? null;
}

function counter(table: Lying, id: string): CounterCard | undefined {
  return table.counters.find((card) => card.id === id);
}

function stands(table: Lying, id: string, hexes: Hexes): boolean {
  const hex = counter(table, id)?.hex;
  return (
    typeof hex === 'string' && (typeof hexes === 'string' ? hexes === hex : hexes.includes(hex))
  );
}

function held(table: Lying, hex: string, side: string | null): boolean {
  const here = table.stacks.filter((stack) => stack.hex === hex);
  return side === null ? here.length === 0 : here.some((stack) => stack.side === side);
}

function shown(table: Lying, id: string, values: Readonly<Record<string, string>>): boolean {
  const card = counter(table, id);
  return Object.entries(values).every(([name, text]) =>
    card?.values.some((value) => value.name === name && matches(text, value.text)),
  );
}

function every<T>(
  named: Readonly<Record<string, T>> | undefined,
  is: (name: string, what: T) => boolean,
): boolean {
  return Object.entries(named ?? {}).every(([name, what]) => is(name, what));
}

/** Whether a condition holds now. */
export function holds(wanted: Condition, table: Lying, happened: Happened = {}): boolean {
  const is = (one: Condition) => holds(one, table, happened);
  return (
    (wanted.all ?? []).every(is) &&
    (!wanted.any || wanted.any.some(is)) &&
    (!wanted.not || !is(wanted.not)) &&
    (wanted.phase === undefined || matches(wanted.phase, table.headline.phase)) &&
    (wanted.side === undefined || wanted.side === acting(table)) &&
    (wanted.turn === undefined || wanted.turn === table.headline.turn) &&
    (wanted.free === undefined || wanted.free === table.free) &&
    every(wanted.at, (id, hexes) => stands(table, id, hexes)) &&
    (wanted.gone ?? []).every((id) => (counter(table, id)?.hex ?? null) === null) &&
    every(wanted.bears, (id, mark) => matches([{ id: mark }], counter(table, id)?.states)) &&
    every(wanted.shows, (id, values) => shown(table, id, values)) &&
    every(wanted.holds, (hex, side) => held(table, hex, side)) &&
    matches(wanted.marks ?? [], table.marks) &&
    (!wanted.selected || sameSet(wanted.selected, table.selected)) &&
    (wanted.weighed === undefined || matches(wanted.weighed, table.weighed)) &&
    (wanted.overlay === undefined || matches(wanted.overlay, table.overlay)) &&
    DEEDS.every((deed) => !(deed in wanted) || matches(wanted[deed], happened[deed]))
  );
}

function parts(wanted: Condition): Condition[] {
  return [...(wanted.all ?? []), ...(wanted.any ?? []), ...(wanted.not ? [wanted.not] : [])];
}

/** Whether a condition can be read off the screen at any time, whatever was done last. */
export function legible(wanted: Condition): boolean {
  return !DEEDS.some((deed) => deed in wanted) && parts(wanted).every(legible);
}

/** Whether a condition can be read off the table itself. */
export function lasting(wanted: Condition): boolean {
  const fleeting = [...DEEDS, ...LOOKS].some((name) => name in wanted);
  return !fleeting && parts(wanted).every(lasting);
}

/** The counters that are not yet where a condition wants them, and where it does. */
export function missing(wanted: Condition, table: Lying): [piece: string, hexes: string[]][] {
  const here = Object.entries(wanted.at ?? {})
    .filter(([id, hexes]) => !stands(table, id, hexes))
    .map(([id, hexes]): [string, string[]] => [
      id,
      [...(typeof hexes === 'string' ? [hexes] : hexes)],
    ]);
  return [...here, ...(wanted.all ?? []).flatMap((one) => missing(one, table))];
}
