/** Where a value comes from, and how that is marked. */
import { has, t } from '../i18n';

/** The sign that stands beside a value: none for what the rulebook prints. */
export const SIGNS: Readonly<Record<string, string>> = { house: '*', inferred: '†', example: '‡' };

/** The sources that are worth a word, the weightiest first. */
const ORDER = ['house', 'inferred', 'example'];

/** Those of some sources that must be explained below, each once. */
export function explainedSources(sources: Iterable<string>): string[] {
  const found = new Set(sources);
  return ORDER.filter((source) => found.has(source));
}

/** What a source means, in a sentence. */
export function sourceWords(source: string): string {
  const key = `record.source-${source}`;
  return has(key) ? t(key) : source;
}

const VULGAR: Readonly<Record<string, string>> = {
  '1/2': '½',
  '1/3': '⅓',
  '2/3': '⅔',
  '1/4': '¼',
  '3/4': '¾',
};

/** A number as it is printed: `9/2` is 4½, and a minus is a minus. Other words stay as they are. */
export function mixed(text: string): string {
  const found = /^([+\-−]?)(\d+)(?:\/(\d+))?$/.exec(text.trim());
  if (!found) return text;
  const sign = (found[1] ?? '').replace('-', '−');
  const over = Number(found[2]);
  const under = Number(found[3] ?? 1);
  if (under <= 1) return sign + String(over);
  const whole = Math.floor(over / under);
  const rest = `${over % under}/${under}`;
  const part = VULGAR[rest] ?? (whole ? ` ${rest}` : rest);
  return over % under === 0 ? sign + String(whole) : `${sign}${whole || ''}${part}`;
}
