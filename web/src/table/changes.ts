/** Changes: an umpire's mending of the position, one change a line as he writes it. */

type Change = Record<string, unknown>;

/** The changes in a text, one JSON object a line or all of them in a list; null if it is neither. */
export function changesIn(text: string): Change[] | null {
  const written = text.trim();
  if (written === '') return null;
  try {
    const found: unknown = written.startsWith('[')
      ? JSON.parse(written)
      : written.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line) as unknown] : []));
    return Array.isArray(found) && found.length > 0 && found.every(isChange) ? found : null;
  } catch {
    return null;
  }
}

function isChange(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
