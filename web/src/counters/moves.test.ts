import { describe, expect, it } from 'vitest';

import type { CounterCard } from '../api/schema';
import { duration, journeys, MOST, stations } from './moves';
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
