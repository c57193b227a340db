/** Orders of the day: who keeps them, and which turns can be leafed to. */

import type { GameCard, IntentPlan, OrderLine } from '../api/schema';

export const SECTIONS = ['aims', 'efforts', 'fears', 'kept', 'dropped'] as const;
export type Section = (typeof SECTIONS)[number];

/** Who plays by chance has nothing to say. */
const CHANCE = 'random';

/** Whether anybody at a table keeps orders of the day. */
export function keepsOrders(game: Pick<GameCard, 'seats'> | null): boolean {
  return (game?.seats ?? []).some((seat) => seat.kind === 'ai' && seat.player !== CHANCE);
}

/** Whether they are read as the game goes on. */
export function explains(game: Pick<GameCard, 'settings'> | null): boolean {
  return game?.settings['explains'] === true;
}

/** The sections of a plan that say anything, in their order. */
export function sectionsOf(plan: IntentPlan): { name: Section; lines: readonly OrderLine[] }[] {
  return SECTIONS.map((name) => ({ name, lines: plan[name] })).filter(({ lines }) => lines.length);
}

/** The turn before or after one, of those that can be read. */
export function beside(turns: readonly number[], turn: number, step: 1 | -1): number | undefined {
  const open = turns.filter((one) => (one - turn) * step > 0);
  return step > 0 ? open[0] : open.at(-1);
}
