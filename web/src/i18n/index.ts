// The words on the screen. Every area keeps its own file, en/<area>.json; a key is `area.key`.
// What another language has not yet is said in English.

import type { Areas } from './areas';

type Words = Readonly<Record<string, string>>;
type KeysOf<Area extends keyof Areas> = `${Area & string}.${keyof Areas[Area] & string}`;

/** Every key there is, by the English files. */
export type Key = { [Area in keyof Areas]: KeysOf<Area> }[keyof Areas];
export type Params = Readonly<Record<string, string | number>>;
export type Language = 'en' | 'pl' | 'de';

export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  pl: 'Polski',
  de: 'Deutsch',
};

const english = import.meta.glob<Words>('./en/*.json', { eager: true, import: 'default' });
const others = import.meta.glob<Words>(['./*/*.json', '!./en/*.json'], { import: 'default' });

function areaOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

function gathered(files: Readonly<Record<string, Words>>): Map<string, string> {
  const all = new Map<string, string>();
  for (const [path, words] of Object.entries(files)) {
    for (const [key, text] of Object.entries(words)) all.set(`${areaOf(path)}.${key}`, text);
  }
  return all;
}

const fallback = gathered(english);
let words: ReadonlyMap<string, string> = fallback;
let plurals = new Intl.PluralRules('en');
let current: Language = 'en';

/** The language in which the screen speaks now. */
export function language(): Language {
  return current;
}

/** Speak another language; the page is to be drawn again afterwards. */
export async function speak(wanted: Language): Promise<void> {
  const files: Record<string, Words> = {};
  const loading = Object.entries(others)
    .filter(([path]) => path.startsWith(`./${wanted}/`))
    .map(async ([path, load]) => {
      files[path] = await load();
    });
  await Promise.all(loading);
  words = wanted === 'en' ? fallback : gathered(files);
  plurals = new Intl.PluralRules(wanted);
  current = wanted;
  if (typeof document !== 'undefined') document.documentElement.lang = wanted;
}

/**
 * A text with its `{names}` filled in. Where a number decides, its forms stand in the text as
 * `{count|one:counter|other:counters}`, by the language's own plurals (one, few, many, other);
 * `#` in a form is the number itself.
 */
export function t(key: Key, params: Params = {}): string {
  const text = words.get(key) ?? fallback.get(key);
  if (text === undefined) return key;
  return fill(text, params);
}

/** Whether there is a text under a name that was put together at run time. */
export function has(key: string): key is Key {
  return fallback.has(key);
}

function fill(text: string, params: Params): string {
  return text.replace(/\{([\w-]+)(\|[^{}]*)?\}/g, (whole, name: string, forms?: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (forms === undefined) return String(value);
    const found = new Map(
      forms
        .slice(1)
        .split('|')
        .map((form) => {
          const colon = form.indexOf(':');
          return [form.slice(0, colon), form.slice(colon + 1)] as const;
        }),
    );
    const form = found.get(plurals.select(Number(value))) ?? found.get('other') ?? '';
    return form.replaceAll('#', String(value));
  });
}
