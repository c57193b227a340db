// Who plays a game that goes on: as the server takes it, and what can be chosen.

import type { GameCard, WhatIf } from '../api/schema';
import { t } from '../i18n';
import { called, playerTitle } from '../lobby/tables';

export type Manned = Required<Pick<WhatIf, 'opponent' | 'side' | 'player'>>;

/** As it was, together with the others at the table, alone, by link, or a program by its name. */
export type Against = string;

/** What can be chosen, the likeliest first. */
export function choicesOf(programs: readonly string[], kept: boolean, together: boolean): string[] {
  return [
    ...(kept ? ['kept'] : []),
    ...(together ? ['together'] : []),
    ...programs,
    'hot-seat',
    'link',
  ];
}

export function mannedBy(against: Against, side: string): Manned {
  if (against === 'kept' || against === 'hot-seat') {
    return { opponent: against, side: null, player: null };
  }
  if (against === 'link') return { opponent: 'link', side, player: null };
  return { opponent: 'program', side, player: against };
}

/** Whether other people play at a table: whoever branches off must say who is to play for them. */
export function withOthers(game: Pick<GameCard, 'seats'>): boolean {
  return game.seats.some(
    (seat) => seat.role === 'player' && seat.kind === 'person' && !seat.mine && seat.taken,
  );
}

// ---- saves

export interface SaveHead {
  scenario: string;
  /** The programs that have played it, by side. */
  players: Readonly<Record<string, string>>;
}

const HEAD = 8_000_000;

export async function headOf(file: Blob): Promise<SaveHead | null> {
  return headIn(await file.slice(0, HEAD).text());
}

/** What a save says of itself in its first line; null if it is none of ours: the server says why. */
export function headIn(text: string): SaveHead | null {
  try {
    const head = JSON.parse(text.slice(0, text.indexOf('\n'))) as Record<string, unknown>;
    if (head['format'] !== 'grognard-save' || typeof head['scenario'] !== 'string') return null;
    const told = head['players'];
    const players = typeof told === 'object' && told !== null ? Object.entries(told) : [];
    return {
      scenario: head['scenario'],
      players: Object.fromEntries(players.filter(([, one]) => typeof one === 'string')),
    };
  } catch {
    return null;
  }
}

/** Who played a save, in words; nothing where no program did. */
export function keptWords(head: SaveHead): string {
  return Object.entries(head.players)
    .map(([side, player]) => t('trying.plays', { side: called(side), who: playerTitle(player) }))
    .join(', ');
}
