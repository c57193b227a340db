// Sentences about stacks.

import type { StackCard } from '../api/schema';
import { t } from '../i18n';

/** What is to be said of a stack of which so many counters are seen, and perhaps not all. */
export function closedNote(stack: StackCard, seen: number): string {
  const count = Number.parseInt(stack.count, 10);
  if (Number.isNaN(count)) return t(seen ? 'counters.more' : 'counters.closed');
  return t('counters.unseen', { count: Math.max(count - seen, 0) });
}
