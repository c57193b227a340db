import { expect, test } from 'vitest';

import { paragraphs } from './text';

test('paragraphs, strong words and rules', () => {
  const found = paragraphs('Go to **2621**\nat once [4.2.1].\n\nThen `end`.');
  expect(found).toHaveLength(2);
  expect(found[0]?.map((part) => part.rule ?? part.text)).toEqual([
    'Go to ',
    '2621',
    ' at once ',
    '4.2.1',
    '.',
  ]);
  expect(found[0]?.[1]?.strong).toBe(true);
  expect(found[1]?.[1]).toEqual({ text: 'end', strong: true, rule: null });
});

test('brackets that are no rule stay as they are', () => {
  expect(paragraphs('a [note] b')[0]?.[0]?.text).toBe('a [note] b');
  expect(paragraphs('a phase [2.3-reinf]')[0]?.[1]?.rule).toBe('2.3-reinf');
  expect(paragraphs('a price [9.5b(A)]')[0]?.[1]?.rule).toBe('9.5b(A)');
  expect(paragraphs('scenario [S1.10]')[0]?.[1]?.rule).toBe('S1.10');
  expect(paragraphs('a zone [8.2.2-b2].')[0]?.[1]?.rule).toBe('8.2.2-b2');
});
