/** Choices: the open answers to a question, as a list. */

import type { ActionCard } from '../api/schema';
import { sameAction } from '../table/action';

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
