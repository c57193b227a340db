/** Lines of a story to try things with. */
import type { TaleLine } from '../api/schema';

/** A line like any other, except for what is said. */
export function told(seq: number, text: string, more: Partial<TaleLine> = {}): TaleLine {
  return {
    seq,
    moment: seq,
    turn: 1,
    phase: 'Movement',
    side: 'blue',
    text,
    rule: '3.1',
    dice: [],
    loud: false,
    hexes: [],
    pieces: [],
    sums: [],
    ...more,
  };
}

/** Turn 1: a move of Blue and an attack with dice; turn 2: a move of Red. */
export function battle(): TaleLine[] {
  return [
    told(1, '11 goes 0101→0102', { hexes: ['0101', '0102'], pieces: ['11'] }),
    told(2, 'blue attacks 0103', {
      phase: 'Attack',
      loud: true,
      hexes: ['0103'],
      pieces: ['11'],
      sums: [
        {
          title: 'attack',
          total: '9/2',
          parts: [
            { label: 'the 11th', value: '+3', rule: '1.4a', source: 'rulebook' },
            { label: 'mud', value: '+3/2', rule: '1.5', source: 'house' },
          ],
        },
      ],
    }),
    told(3, 'on 3:1 the dice give 10', { phase: 'Attack', loud: true, dice: [6, 4] }),
    told(4, '27 goes 0106→0105', { turn: 2, side: 'red', hexes: ['0106', '0105'], pieces: ['27'] }),
  ];
}
