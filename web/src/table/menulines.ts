/** Menu lines: what the menu of a hex offers besides orders. */

import { t } from '../i18n';
import type { MenuLine } from './DeedMenu.svelte';
import type { Pointing } from './pointing.svelte';
import type { Session } from './session.svelte';
import type { Sight } from './sight.svelte';

export function linesOf(pointing: Pointing, session: Session, sight: Sight): MenuLine[] {
  const hex = pointing.menu?.hex;
  if (hex === undefined) return [];
  const lines: MenuLine[] = [];
  const stacks = session.ranks.stacks.get(hex) ?? [];
  if (stacks.some((stack) => stack.counters.length > 1)) {
    lines.push({ title: t('table.menu-fan'), run: () => (pointing.open = hex) });
  }
  if (session.ranks.ownAt(hex).length > 1 && !session.inquiry) {
    lines.push({ title: t('table.menu-all'), run: () => pointing.wholeStack(hex) });
  }
  return [...lines, { title: t('table.menu-centre'), run: () => sight.show([hex], true) }];
}
