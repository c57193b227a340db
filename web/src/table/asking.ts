/** Asking: the names of questions and of standing answers, as a player reads them. */

import { has, t } from '../i18n';

/** What a question is called: by our words for it, or else by its own name. */
export function questionTitle(name: string): string {
  const key = `table.question-${name}`;
  return has(key) ? t(key) : worded(name);
}

/** What a standing answer is called. */
export function answerTitle(name: string): string {
  const key = `table.answer-${name.replaceAll(' ', '-')}`;
  return has(key) ? t(key) : worded(name);
}

/** A name as the beginning of a sentence. */
function worded(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
