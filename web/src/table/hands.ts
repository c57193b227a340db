/** Hands: which seats one person holds at a table, and when the screen changes hands. */

import type { GameCard, SeatCard } from '../api/schema';

/** The seats at a table that are one's own, players first. */
export function ownSeats(game: Pick<GameCard, 'seats'>): SeatCard[] {
  const mine = game.seats.filter((seat) => seat.mine);
  return [
    ...mine.filter((seat) => seat.role === 'player'),
    ...mine.filter((seat) => seat.role !== 'player'),
  ];
}

/** The program that is asked something, by level and style; nothing where it is people. */
export function programAsked(
  game: Pick<GameCard, 'seats'> | null | undefined,
  waiting: readonly string[],
): string {
  const seat = game?.seats.find(
    (one) => one.kind === 'ai' && one.role === 'player' && waiting.includes(one.side ?? ''),
  );
  return seat?.player ?? '';
}

/** Whether one person holds the seats of several sides. */
export function shared(game: Pick<GameCard, 'seats'>): boolean {
  const sides = ownSeats(game).filter((seat) => seat.role === 'player');
  return new Set(sides.map((seat) => seat.side)).size > 1;
}

/**
 * The seat that the screen goes to: one's own of another side that is asked while the one that is
 * shown is not. Null while the present seat has something to decide, or nobody of one's own has.
 */
export function nextHands(
  game: Pick<GameCard, 'seats'>,
  seat: string,
  waiting: readonly string[],
): SeatCard | null {
  const mine = ownSeats(game).filter((one) => one.role === 'player');
  const here = mine.find((one) => one.id === seat);
  if (!here || (here.side !== null && waiting.includes(here.side))) return null;
  return mine.find((one) => one.side !== null && waiting.includes(one.side)) ?? null;
}

const PLACE = 'grognard.open-table.';

/** Whether the person who plays several sides lets the screen be seen by all of them. */
export function openTable(game: string): boolean {
  try {
    return localStorage.getItem(PLACE + game) === 'yes';
  } catch {
    return false;
  }
}

export function setOpenTable(game: string, open: boolean): void {
  try {
    if (open) localStorage.setItem(PLACE + game, 'yes');
    else localStorage.removeItem(PLACE + game);
  } catch {
    // a browser that keeps nothing hands over each time
  }
}
