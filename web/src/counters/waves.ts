// Much to draw at once is drawn in waves, one a frame, so that the hand on the map feels nothing.

/** So many stacks are drawn in one wave. */
export const WAVE = 48;

/** What is drawn after the next wave: what was drawn and is still wanted, and up to a wave of the rest. */
export function advance<T extends { key: string }>(
  drawn: readonly T[],
  wanted: readonly T[],
  first: (thing: T) => number,
): readonly T[] {
  const before = new Set(drawn.map((thing) => thing.key));
  const missing = wanted.filter((thing) => !before.has(thing.key));
  if (missing.length <= WAVE) return wanted;
  const next = missing
    .map((thing) => ({ thing, rank: first(thing) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, WAVE);
  for (const { thing } of next) before.add(thing.key);
  return wanted.filter((thing) => before.has(thing.key));
}

/** Bring lanes to a new value, one a frame, or all at once when there is little to do. */
export function lane<T>(lanes: readonly T[], value: T, little: boolean): readonly T[] {
  const next = lanes.findIndex((old) => old !== value);
  if (next < 0) return lanes;
  return lanes.map((old, n) => (little || n === next ? value : old));
}
