/** An action as the server wrote it; it goes back as it came. */
export type Action = Record<string, unknown>;

/** Whether two actions are the same, whatever the order of their parts. */
export function sameAction(a: Action | null, b: Action | null): boolean {
  return a !== null && b !== null && written(a) === written(b);
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${parts.map(([key, part]) => `${JSON.stringify(key)}:${written(part)}`).join()}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
