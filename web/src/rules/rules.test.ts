import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { mount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';

import type { RuleBook, RuleCard, RuleLine } from '../api/schema';
import { inBook, ruled } from '../common/ruletext';
import { speak, t } from '../i18n';
import RuleView from './RuleView.svelte';
import { searched } from './search';

function line(id: string, title: string, text: string, more = ''): RuleLine {
  return { id, title, kind: 'mechanic', text, more, options: 0, rulings: 0, read: 'twice' };
}

const BOOK: RuleBook = {
  system: 'wb95',
  title: 'WB-95',
  rulings: [],
  chapters: [
    {
      id: '5',
      title: 'Combat',
      rules: [
        line('5.1.3', 'Units in enemy ZoC must attack', 'Whoever is unfortified must attack.'),
        line('5.1.30', 'Retreat', 'A beaten side goes back.'),
        line('5.3.1', 'Retreat of guns', 'Towed guns are lost.', 'ruled: headquarters at Paternò'),
      ],
    },
  ],
};

describe('the search of a book', () => {
  const ids = (wanted: string) => searched(BOOK, wanted).map((hit) => hit.rule.id);

  it('finds a number first, then those that begin so', () => {
    expect(ids('5.1.3')).toEqual(['5.1.3', '5.1.30']);
    expect(ids('[5.3.1]')).toEqual(['5.3.1']);
  });

  it('finds all words, in the title before the text before what was ruled', () => {
    expect(ids('retreat')).toEqual(['5.1.30', '5.3.1']);
    expect(ids('guns lost')).toEqual(['5.3.1']);
    expect(ids('paterno')).toEqual(['5.3.1']);
    expect(searched(BOOK, 'paterno')[0]?.snippet).toContain('Paternò');
    expect(ids('nothing like it')).toEqual([]);
    expect(ids('  ')).toEqual([]);
  });
});

describe('a text with rules in it', () => {
  it.each([
    '5.1.3',
    '9.11c',
    '12.8e(C)',
    'S1.10',
    'T.combat',
    'IV.B',
    '2.3-end',
    'GL-engineer',
    'O4',
  ])('knows %s as a rule', (rule) => {
    expect(ruled(`see [${rule}].`)).toEqual([
      { text: 'see ', rule: null },
      { text: `[${rule}]`, rule },
      { text: '.', rule: null },
    ]);
  });

  it('knows every numbered rule of every book', () => {
    const shelf = join(process.cwd(), '../src/grognard/systems');
    const books = readdirSync(shelf, { withFileTypes: true }).filter(
      (one) => one.isDirectory() && !one.name.startsWith('_'),
    );
    const unknown = books.flatMap(({ name }) => {
      const lines = readFileSync(join(shelf, name, 'rules.csv'), 'utf8').split('\n');
      const ids = lines.filter((one) => !one.startsWith('#')).map((one) => one.split(',')[0] ?? '');
      return ids.filter((id) => /\d/.test(id) && ruled(`[${id}]`)[0]?.rule !== id);
    });
    expect(unknown).toEqual([]);
  });

  it('leaves other brackets alone', () => {
    expect(ruled('a [b] and [2717]')).toEqual([{ text: 'a [b] and [2717]', rule: null }]);
    expect(inBook('house')).toBe(false);
  });
});

describe('a card in another language', () => {
  afterEach(async () => {
    document.body.innerHTML = '';
    await speak('en');
  });

  const card: RuleCard = {
    id: '5.1.3',
    title: 'Units in enemy ZoC must attack',
    kind: 'mechanic',
    text: 'Whoever is unfortified must attack.',
    chapter: { id: '5', title: 'Combat' },
    before: null,
    after: null,
    related: [],
    options: [],
    rulings: [],
    tables: [],
    read: 'twice',
    cases: 0,
  };

  it.each(['de', 'pl'] as const)('says in %s that its text is English', async (wanted) => {
    await speak(wanted);
    mount(RuleView, { target: document.body, props: { card, system: 'wb95', onrule: () => {} } });
    expect(document.querySelector('.text')?.getAttribute('lang')).toBe('en');
    expect(document.body.textContent).toContain(t('rules.in-english'));
    expect(t('rules.in-english')).not.toContain('told in English');
  });

  it('says nothing of it in English', () => {
    mount(RuleView, { target: document.body, props: { card, system: 'wb95', onrule: () => {} } });
    expect(document.body.textContent).not.toContain('English');
  });
});
