/** Choices: the open answers to a question, narrowed by what is clicked on the map. */

import type { ActionCard } from '../api/schema';
import { type Action, sameAction } from '../table/action';

export interface Filter {
  hexes: readonly string[];
  pieces: readonly string[];
}

export const NO_FILTER: Filter = { hexes: [], pieces: [] };

export function empty(filter: Filter): boolean {
  return filter.hexes.length === 0 && filter.pieces.length === 0;
}

/** The choices that touch everything in a filter. */
export function narrowed(choices: readonly ActionCard[], filter: Filter): ActionCard[] {
  return choices.filter(
    (choice) =>
      filter.hexes.every((hex) => choice.hexes.includes(hex)) &&
      filter.pieces.every((piece) => choice.pieces.includes(piece)),
  );
}

/** A filter with a hex more, or without it if it was in it. */
export function withHex(filter: Filter, hex: string): Filter {
  const hexes = filter.hexes.includes(hex)
    ? filter.hexes.filter((other) => other !== hex)
    : [...filter.hexes, hex];
  return { ...filter, hexes };
}

/** A filter with a counter more, or without it if it was in it. */
export function withPiece(filter: Filter, piece: string): Filter {
  const pieces = filter.pieces.includes(piece)
    ? filter.pieces.filter((other) => other !== piece)
    : [...filter.pieces, piece];
  return { ...filter, pieces };
}

/** The choices that one hex names: those of which it is the only one, or else where they end. */
export function byHex(choices: readonly ActionCard[]): Map<string, ActionCard> {
  const found = new Map<string, ActionCard>();
  const twice = new Set<string>();
  for (const choice of choices) {
    const goal = choice.hexes.at(-1);
    if (goal === undefined) continue;
    if (found.has(goal)) twice.add(goal);
    found.set(goal, choice);
  }
  for (const hex of twice) found.delete(hex);
  return found;
}

export type Clicked =
  { kind: 'answer'; choice: ActionCard } | { kind: 'narrow'; filter: Filter } | { kind: 'nothing' };

/**
 * What a click on a hex means while a question is open: where it names one choice alone, that is
 * the answer; where it is in several, those are shown; where it is in none, nothing.
 */
export function clickedHex(
  choices: readonly ActionCard[],
  filter: Filter,
  hex: string,
  more: boolean,
): Clicked {
  if (filter.hexes.includes(hex)) return { kind: 'narrow', filter: withHex(filter, hex) };
  const open = narrowed(choices, filter);
  const single = byHex(open).get(hex);
  if (single && !more && single.hexes.length === 1) return { kind: 'answer', choice: single };
  const wider = withHex(filter, hex);
  const left = narrowed(choices, wider);
  if (left.length === 0 && !more) return { kind: 'nothing' };
  return { kind: 'narrow', filter: wider };
}

/** The default's place among the choices; -1 if there is none. */
export function defaultPlace(choices: readonly ActionCard[], standard: Action | null): number {
  return choices.findIndex((choice) => sameAction(choice.action, standard));
}

/** Choices whose words hold every word that was typed. */
export function worded(choices: readonly ActionCard[], typed: string): ActionCard[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const text = choice.text.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Two lists of choices as one, each choice once. */
export function merged(first: readonly ActionCard[], more: readonly ActionCard[]): ActionCard[] {
  const known = [...first];
  for (const choice of more) {
    if (!known.some((other) => sameAction(other.action, choice.action))) known.push(choice);
  }
  return known;
}

/** The hexes where choices end. */
export function endsOf(choices: readonly ActionCard[]): Set<string> {
  const ends = choices.map((choice) => choice.hexes.at(-1));
  return new Set(ends.filter((hex) => hex !== undefined));
}
