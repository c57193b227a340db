// A new table repeats most of the old one. What did not change keeps its identity, so that nothing
// of it is drawn again.

/** The same things as `next`, each the very object of `before` when it says the same. */
export function settle<T>(
  before: ReadonlyMap<string, T>,
  next: readonly T[],
  key: (thing: T) => string,
): Map<string, T> {
  const settled = new Map<string, T>();
  for (const thing of next) {
    const name = key(thing);
    const old = before.get(name);
    settled.set(name, old !== undefined && same(old, thing) ? old : thing);
  }
  return settled;
}

/** Whether two pieces of plain data say the same. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false;
    return one.every((part, n) => same(part, other[n]));
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) =>
    same((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}
