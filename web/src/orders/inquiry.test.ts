import { expect, test, vi } from 'vitest';

import type { Asked, ActionCard } from '../api/schema';
import { Inquiry, SHOWN } from './inquiry.svelte';

const choice = (text: string, hexes: string[], pieces: string[] = []): ActionCard => ({
  action: { do: text },
  text,
  name: '',
  hexes,
  pieces,
  weighed: false,
});

const asked = (choices: ActionCard[], more = false): Asked => ({
  id: '1.0',
  name: 'retreat',
  prompt: 'Retreat.',
  rule: '5.3',
  phase: false,
  deeds: [],
  default: null,
  choices,
  more,
  hexes: [],
  pieces: [],
  sums: [],
  hint: '',
});

const server = (choices = vi.fn(), why = vi.fn().mockResolvedValue([])) => ({ choices, why });

test('a hex that is one answer answers; a hex of several narrows', async () => {
  const single = [choice('a', ['1']), choice('b', ['2', '3']), choice('c', ['2', '4'])];
  const inquiry = new Inquiry(asked(single), server());
  expect(await inquiry.clickHex('1')).toBe(single[0]);
  expect(await inquiry.clickHex('2')).toBeNull();
  expect(inquiry.left.map((one) => one.text)).toEqual(['b', 'c']);
  await inquiry.clickHex('2');
  expect(inquiry.left).toHaveLength(3);
});

test('where there are more answers than were told, a click asks for those it touches', async () => {
  const ask = vi.fn().mockResolvedValue({ choices: [choice('far', ['9'])], more: false });
  const inquiry = new Inquiry(asked([choice('near', ['1'])], true), server(ask));
  await inquiry.clickHex('9');
  expect(ask).toHaveBeenCalledWith({ hex: '9', piece: undefined });
  expect(inquiry.left.map((one) => one.text)).toEqual(['far']);
  inquiry.all();
  expect(inquiry.left.map((one) => one.text)).toEqual(['near', 'far']);
});

test('a counter that is in no answer changes nothing', async () => {
  const inquiry = new Inquiry(asked([choice('a', [], ['x'])]), server());
  await inquiry.clickPiece('nobody');
  expect(inquiry.left).toHaveLength(1);
  await inquiry.clickPiece('x');
  expect(inquiry.filter.pieces).toEqual(['x']);
});

test('of answers without number those that need no map are shown first', async () => {
  const many = [choice('ready', []), choice('1', ['1']), choice('2', ['2'])];
  const ask = vi.fn().mockResolvedValue({ choices: [], more: true });
  const inquiry = new Inquiry(asked(many, true), server(ask));
  expect(inquiry.shown.map(({ text }) => text)).toEqual(['ready']);
  expect(inquiry.more).toBe(true);
  await inquiry.clickHex('2');
  expect(inquiry.shown.map(({ text }) => text)).toEqual(['2']);
  inquiry.all();
  await inquiry.widen();
  expect(inquiry.shown).toHaveLength(3);
});

test('a long list is shown in part until one wants all of it', async () => {
  const many = Array.from({ length: SHOWN + 5 }, (_, i) => choice(`to ${i}`, [String(i)]));
  const inquiry = new Inquiry(asked(many), server());
  expect(inquiry.shown).toHaveLength(SHOWN);
  expect(inquiry.more).toBe(true);
  await inquiry.widen();
  expect(inquiry.shown).toHaveLength(SHOWN + 5);
  expect(inquiry.more).toBe(false);
});

test('counters are sent one by one or together, and the whole is checked', async () => {
  const go = (paths: Record<string, string[]>): ActionCard => ({
    action: { do: 'pursue', paths },
    text: '',
    name: '',
    hexes: Object.values(paths).flat(),
    pieces: Object.keys(paths),
    weighed: false,
  });
  const why = vi.fn().mockResolvedValue([{ rule: '5', text: 'no' }]);
  const question = {
    ...asked([go({ a: ['1', '2'] }), go({ b: ['1', '2'] }), go({ b: ['3'] })]),
    default: { do: 'pursue', paths: {} },
  };
  const inquiry = new Inquiry(question, server(vi.fn(), why));
  await inquiry.clickPiece('a');
  await inquiry.clickPiece('b');
  expect([...inquiry.ends]).toEqual(['2', '3']);
  expect(await inquiry.clickHex('2')).toBeNull();
  expect(inquiry.draft).toEqual({ do: 'pursue', paths: { a: ['1', '2'], b: ['1', '2'] } });
  expect(why).toHaveBeenLastCalledWith(inquiry.draft);
  expect(inquiry.refusals).toHaveLength(1);
  await inquiry.clickPiece('b');
  await inquiry.clickHex('3');
  await inquiry.remove('a');
  expect(inquiry.draft).toEqual({ do: 'pursue', paths: { b: ['3'] } });
  inquiry.discard();
  expect(inquiry.draft).toBeNull();
});
