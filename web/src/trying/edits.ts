// An edit as the rules take it, out of what was changed in a form.

import type { EditForm } from '../api/schema';

export type Edited = Record<string, string | number | boolean>;

export interface Change {
  map: string;
  key: string;
  set: Edited;
}

/** The changes of a form, map by map; null while something in it cannot be. */
export function changesOf(
  form: EditForm,
  edited: Readonly<Edited>,
  labels: ReadonlySet<string>,
): Change[] | null {
  const changes = new Map<string, Change>();
  for (const field of form.fields) {
    const value = edited[field.field];
    if (value === undefined || value === field.value) continue;
    if (field.kind === 'hex' && !labels.has(String(value))) return null;
    if (field.kind === 'number' && !Number.isInteger(value)) return null;
    const change = changes.get(field.map) ?? { map: field.map, key: form.piece, set: {} };
    change.set[field.field] = value;
    changes.set(field.map, change);
  }
  return [...changes.values()];
}
