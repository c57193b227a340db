// Where a card goes that explains something on the screen: beside it, never off the edge.

import type { Room } from './fan';

const EDGE = 8;

/** The upper left corner of a card beside a point: at its right if there is room, else at its left. */
export function beside(
  at: [number, number],
  card: Room,
  room: Room,
  gap: number,
): [number, number] {
  const right = at[0] + gap;
  const left = at[0] - gap - card.width;
  const fitsRight = right + card.width <= room.width - EDGE;
  const x = fitsRight || left < EDGE ? right : left;
  const y = at[1] - card.height / 2;
  return [
    Math.max(EDGE, Math.min(x, room.width - card.width - EDGE)),
    Math.max(EDGE, Math.min(y, room.height - card.height - EDGE)),
  ];
}
