import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { has, speak, t } from './index';

type Words = Record<string, string>;
const HERE = join(process.cwd(), 'src/i18n');

function areas(language: string): Map<string, Words> {
  const files = readdirSync(join(HERE, language)).filter((name) => name.endsWith('.json'));
  return new Map(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(HERE, language, name), 'utf8')) as Words,
    ]),
  );
}

function names(text: string): string[] {
  return [...text.matchAll(/\{([\w-]+)/g)].map((found) => found[1] ?? '').sort();
}

/** Every text of the sources that could be a key: 'area.key' in quotes. */
function* keysUsed(folder: string): Generator<[string, string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* keysUsed(path);
    else if (/(?<!\.test)\.(ts|svelte)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
      const source = readFileSync(path, 'utf8');
      for (const found of source.matchAll(/\bt\(\s*['"]([a-z]+\.[\w-]+)['"]/g)) {
        yield [path, found[1] ?? ''];
      }
    }
  }
}

describe('words', () => {
  const english = areas('en');

  it('has every key that a source uses', () => {
    const missing = [...keysUsed(join(process.cwd(), 'src'))].filter(([, key]) => !has(key));
    expect(missing).toEqual([]);
  });

  it('names every area once in areas.ts', () => {
    const source = readFileSync(join(HERE, 'areas.ts'), 'utf8');
    for (const area of english.keys()) expect(source).toContain(`./en/${area}.json`);
  });

  it.each(['pl', 'de'])('%s has no key that English has not, and the same names in it', (code) => {
    for (const [area, words] of areas(code)) {
      const ours = english.get(area) ?? {};
      for (const [key, text] of Object.entries(words)) {
        expect(ours, `${code}/${area}.json`).toHaveProperty([key]);
        expect(names(text), `${code} ${area}.${key}`).toEqual(names(ours[key] ?? ''));
      }
    }
  });

  it.each(['pl', 'de'])('%s has a word for everything that English has', (code) => {
    const theirs = areas(code);
    for (const [area, words] of english) {
      const missing = Object.keys(words).filter((key) => !(key in (theirs.get(area) ?? {})));
      expect(missing, `${code}/${area}.json`).toEqual([]);
    }
  });

  it('keeps its files in order', () => {
    for (const code of ['en', 'pl', 'de']) {
      for (const area of ['common', 'lobby']) {
        const keys = Object.keys(areas(code).get(area) ?? {});
        expect(keys, `${code}/${area}.json`).toEqual([...keys].sort());
      }
    }
  });
});

describe('t', () => {
  afterEach(() => speak('en'));

  it('fills names in, and leaves what it was not given', () => {
    expect(t('common.rule', { rule: '5.1.3' })).toBe('Rule 5.1.3');
    expect(t('common.rule')).toBe('Rule {rule}');
  });

  it('counts as the language does', async () => {
    expect(t('lobby.counters', { count: 1 })).toBe('1 counter');
    expect(t('lobby.counters', { count: 5 })).toBe('5 counters');
    await speak('pl');
    expect(t('lobby.counters', { count: 1 })).toBe('1 żeton');
    expect(t('lobby.counters', { count: 3 })).toBe('3 żetony');
    expect(t('lobby.counters', { count: 5 })).toBe('5 żetonów');
  });

  it('does not read a value as a name', () => {
    expect(t('common.nowhere', { path: '{rule}' })).toContain('{rule}');
  });

  it('speaks English where another language has no word yet', async () => {
    await speak('de');
    expect(t('common.close')).toBe('Schließen');
    expect(document.documentElement.lang).toBe('de');
    const missing = Object.keys(areas('en').get('table') ?? {}).find(
      (key) => !(key in (areas('de').get('table') ?? {})),
    );
    if (missing) expect(t(`table.${missing}` as never)).toBe(areas('en').get('table')?.[missing]);
  });
});
