/** Whose: sentences about a side, whose name may be one of many: the Allies are thinking. */

import { t } from '../i18n';

/** Whether a name, or several names in a row, stand for many. */
export function many(title: string): boolean {
  return title.includes(', ') || t('table.plural-sides').split(', ').includes(title);
}

export function thinking(side: string): string {
  return many(side) ? t('table.thinking-many', { side }) : t('table.thinking', { side });
}

export function wins(side: string): string {
  return many(side) ? t('table.wins-many', { side }) : t('table.wins', { side });
}
