/**
 * Composing an answer out of parts: each counter its own way, each mission a part.
 *
 * An action whose part is a list of ways or numbers by counter, `{paths: {a: […], b: […]}}`, is put
 * together counter by counter; one whose part is a list of things, `{missions: [{…}, …]}`, thing by
 * thing. Nothing else of an action is looked at; whether the whole is legal the server says.
 */

import type { ActionCard } from '../api/schema';
import type { Action } from '../table/action';

type Parts = Record<string, unknown>;

function isParts(value: unknown): value is Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWay(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isThings(value: unknown): value is Parts[] {
  return Array.isArray(value) && value.length > 0 && value.every(isParts);
}

/** The ways that an action gives to counters. */
export function ways(action: Action): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const value of Object.values(action)) {
    if (!isParts(value)) continue;
    for (const [piece, way] of Object.entries(value)) if (isWay(way)) found.set(piece, way);
  }
  return found;
}

/** Whether answers can be put together out of parts of these. */
export function composable(choices: readonly ActionCard[]): boolean {
  return choices.some(
    ({ action }) => ways(action).size > 0 || Object.values(action).some(isThings),
  );
}

/** The shortest of the choices in which a counter ends in a hex. */
export function wayTo(
  choices: readonly ActionCard[],
  piece: string,
  goal: string,
): ActionCard | null {
  let best: ActionCard | null = null;
  let least = Infinity;
  for (const choice of choices) {
    const way = ways(choice.action).get(piece);
    if (way?.at(-1) === goal && way.length < least) [best, least] = [choice, way.length];
  }
  return best;
}

/**
 * The shortest way to a hex of a counter; where no choice names one of its own, as where there are
 * too many to list, that of another: whether it may go there too the server says.
 */
export function likelyWay(
  choices: readonly ActionCard[],
  piece: string,
  goal: string,
): { action: Action; piece: string } | null {
  const own = wayTo(choices, piece, goal);
  if (own) return { action: own.action, piece };
  const others = new Set(choices.flatMap(({ action }) => [...ways(action).keys()]));
  let best: { action: Action; piece: string } | null = null;
  let least = Infinity;
  for (const other of others) {
    const found = wayTo(choices, other, goal);
    const length = found ? (ways(found.action).get(other)?.length ?? Infinity) : Infinity;
    if (found && length < least) [best, least] = [{ action: found.action, piece: other }, length];
  }
  return best;
}

/** Where counters can end, by these choices. */
export function goals(choices: readonly ActionCard[], pieces: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const { action } of choices) {
    for (const [piece, way] of ways(action)) {
      const goal = way.at(-1);
      if (goal !== undefined && (pieces.length === 0 || pieces.includes(piece))) found.add(goal);
    }
  }
  return found;
}

/** An action in which one counter does as it does, or as `model` does, in another. */
export function withPiece(base: Action, other: Action, piece: string, model = piece): Action {
  const action: Action = { ...base };
  for (const [key, value] of Object.entries(other)) {
    const there = base[key];
    if (!isParts(value) || !(model in value)) continue;
    action[key] = { ...(isParts(there) ? there : {}), [piece]: value[model] };
  }
  return action;
}

/** An action without what a counter does in it. */
export function withoutPiece(base: Action, piece: string): Action {
  return Object.fromEntries(
    Object.entries(base).map(([key, value]) => {
      if (!isParts(value) || !(piece in value)) return [key, value];
      return [key, Object.fromEntries(Object.entries(value).filter(([one]) => one !== piece))];
    }),
  );
}

/** The things that an action lists, each with the part it is in and its place there. */
export function things(action: Action): { key: string; at: number; thing: Parts }[] {
  return Object.entries(action).flatMap(([key, value]) =>
    isThings(value) ? value.map((thing, at) => ({ key, at, thing })) : [],
  );
}

/** An action without one of the things that it lists. */
export function withoutThing(base: Action, key: string, at: number): Action {
  const there = base[key];
  if (!isThings(there)) return base;
  return { ...base, [key]: there.filter((_, i) => i !== at) };
}

/** A thing in words: counters by their names first, numbers with what they count last. */
export function wordsOf(thing: Parts, called: (id: string) => string): string {
  const [who, where, count]: [string[], string[], string[]] = [[], [], []];
  for (const [key, value] of Object.entries(thing)) {
    if (typeof value === 'number') count.push(`${key} ${value}`);
    for (const one of [value].flat()) {
      if (typeof one === 'string') (called(one) === one ? where : who).push(called(one));
    }
  }
  return [...who, ...where, ...count].join(', ');
}

/** An action with everything that another has in parts. */
export function withAll(base: Action, other: Action): Action {
  const action: Action = { ...base };
  for (const [key, value] of Object.entries(other)) {
    const there = base[key];
    if (isParts(value)) action[key] = { ...(isParts(there) ? there : {}), ...value };
    else if (isThings(value)) {
      const known = Array.isArray(there) ? there : [];
      const fresh = value.filter(
        (one) => !known.some((old) => JSON.stringify(old) === JSON.stringify(one)),
      );
      action[key] = [...known, ...fresh];
    }
  }
  return action;
}
