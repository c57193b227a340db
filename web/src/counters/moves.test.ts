import { describe, expect, it } from 'vitest';

import type { CounterCard } from '../api/schema';
import { duration, journeys, type Leg, MOST, onward, stations } from './moves';
import { counter } from './sample';

function table(...cards: CounterCard[]): Map<string, CounterCard> {
  return new Map(cards.map((card) => [card.id, card]));
}

const at = (id: string, hex: string | null): CounterCard => counter({ id, hex });

describe('journeys', () => {
  it('gather those who go the same way', () => {
    const before = table(at('a', '0101'), at('b', '0101'), at('c', '0101'));
    const after = table(at('a', '0103'), at('b', '0103'), at('c', '0101'));
    const found = journeys(before, after, new Map());
    expect(found).toHaveLength(1);
    expect(found[0]?.counters.map((card) => card.id)).toEqual(['a', 'b']);
    expect(found[0]?.path).toEqual(['0101', '0103']);
  });

  it('follow the path that is given, with or without its first hex', () => {
    const [before, after] = [table(at('a', '0101')), table(at('a', '0103'))];
    const path = (hexes: string[]): string[] | undefined =>
      journeys(before, after, new Map([['a', hexes]]))[0]?.path;
    expect(path(['0101', '0102', '0103'])).toEqual(['0101', '0102', '0103']);
    expect(path(['0102', '0103'])).toEqual(['0101', '0102', '0103']);
  });

  it('go straight when the path belongs to another move', () => {
    const found = journeys(
      table(at('a', '0101')),
      table(at('a', '0103')),
      new Map([['a', ['0101', '0202']]]),
    );
    expect(found[0]?.path).toEqual(['0101', '0103']);
  });

  it('are not made by those who come, go or stay', () => {
    const before = table(at('gone', '0101'), at('stays', '0102'), at('arrives', null));
    const after = table(at('stays', '0102'), at('arrives', '0103'), at('new', '0104'));
    expect(journeys(before, after, new Map())).toEqual([]);
  });

  it('are none when too many moved at once', () => {
    const many = Array.from({ length: MOST + 1 }, (_, n) => `u${n}`);
    const before = table(...many.map((id) => at(id, '0101')));
    const after = table(...many.map((id, n) => at(id, `02${n}`)));
    expect(journeys(before, after, new Map())).toEqual([]);
  });
});

it('stations share out the length of the way', () => {
  const way = stations([
    [0, 0],
    [0, 30],
    [10, 30],
  ]);
  expect(way.map((one) => one.offset)).toEqual([0, 0.75, 1]);
});

it('a long journey is not a long wait', () => {
  expect(duration(3, 100)).toBeGreaterThan(duration(1, 100));
  expect(duration(50, 100)).toBe(duration(12, 100));
});

describe('onward', () => {
  const at = (hex: string) => new Map([['a', counter({ id: 'a', hex })]]);
  const leg = (from: string, to: string, after: Leg | null = null): Leg => ({
    key: `${from}>${to}`,
    side: 'grey',
    counters: [counter({ id: 'a', hex: to })],
    path: [from, to],
    after,
  });

  it('lets nobody be stopped on his way', () => {
    const flying = [leg('0101', '0102')];
    expect(onward(flying, [], at('0102'))).toEqual(flying);
  });

  it('has who goes on do so when he is there', () => {
    const flying = leg('0101', '0102');
    const [first, second] = onward([flying], [leg('0102', '0103')], at('0103'));
    expect(first).toBe(flying);
    expect(second?.after).toBe(flying);
    const third = onward([flying, ...(second ? [second] : [])], [], at('0103'));
    expect(third).toHaveLength(2);
  });

  it('lets go of whoever lies elsewhere', () => {
    expect(onward([leg('0101', '0102')], [], at('0105'))).toEqual([]);
    expect(onward([leg('0101', '0102')], [leg('0101', '0105')], at('0105'))).toHaveLength(1);
  });
});
