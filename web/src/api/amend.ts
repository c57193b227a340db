// A change taken over: old data as it is after it. What has not changed stays the very same object.

import type { Change } from './schema';

type Plain = Record<string, unknown>;

/** Old data after a change; neither is touched. */
export function amended<T>(old: T, change: Change): T {
  const made = Array.isArray(old) ? list(old, change) : map(old as Plain, change);
  return made as T;
}

function map(old: Plain, { cut, put, into }: Change): Plain {
  const made = { ...old };
  for (const name of cut) Reflect.deleteProperty(made, name);
  for (const [name, value] of put) made[name] = value;
  for (const [name, within] of into) made[name] = amended(old[name], within);
  return made;
}

function list(old: readonly unknown[], { cut, put, into }: Change): unknown[] {
  const gone = new Set(cut);
  const made = old.filter((_, i) => !gone.has(i));
  for (const [place, value] of put) made.splice(Number(place), 0, value);
  for (const [place, within] of into) {
    made[Number(place)] = amended(made[Number(place)], within);
  }
  return made;
}
