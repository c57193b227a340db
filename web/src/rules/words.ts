// Options and their values as words: what the server calls them, or else their ids, which are short
// and plain; `on` and `off` are the same everywhere.

import { has, t } from '../i18n';

interface Named {
  readonly id: string;
  readonly label?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export function optionWords(option: Named): string {
  const words = option.label || option.id.replaceAll(/[_-]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function optionValue(option: Named, value: string): string {
  const key = `rules.value-${value}`;
  if (has(key)) return t(key);
  return option.labels?.[value] ?? value.replaceAll(/[_-]/g, ' ');
}
