import { expect, test } from 'vitest';

import { gathered } from './reasons';

test('refusals by one rule are told once, single ones first', () => {
  const found = gathered([
    { rule: '3.1.5', text: 'out of reach of a' },
    { rule: '3.1.5', text: 'out of reach of b' },
    { rule: '3.1.5', text: 'out of reach of b' },
    { rule: '4.2.1', text: 'a zone of control' },
  ]);
  expect(found).toEqual([
    { rule: '4.2.1', text: 'a zone of control', more: 0 },
    { rule: '3.1.5', text: 'out of reach of a', more: 1 },
  ]);
});
