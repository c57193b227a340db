import { expect, test } from 'vitest';

import { answerTitle, questionTitle } from './asking';

test('a question that we know has a title; another is read as it is called', () => {
  expect(questionTitle('air')).toBe('Air missions');
  expect(questionTitle('first_dig-in')).toBe('First dig in');
});

test('so have answers', () => {
  expect(answerTitle('retreat unless in town')).toBe('Retreat, but stand in a town');
  expect(answerTitle('ask the dog')).toBe('Ask the dog');
});
