/** What has happened that a question comes of: the last lines that were told before it. */

import type { TaleLine } from '../api/schema';

/** So many lines fit on the card of a question. */
const LINES = 3;
/** So many answers ago they may have been told: a matter goes through several questions. */
const ANSWERS = 4;

export function leadingTo(story: readonly TaleLine[], moment: number): TaleLine[] {
  const last = story.at(-1)?.moment ?? -Infinity;
  if (moment - last > ANSWERS) return [];
  return story.filter((line) => line.moment === last).slice(-LINES);
}
