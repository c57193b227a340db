// Options and their values as words: their ids are short and plain, and few are the same everywhere.

import { has, t } from '../i18n';

export function optionWords(id: string): string {
  const words = id.replaceAll(/[_-]/g, ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function optionValue(value: string): string {
  const key = `rules.value-${value}`;
  return has(key) ? t(key) : value.replaceAll(/[_-]/g, ' ');
}
