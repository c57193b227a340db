// The game in which somebody takes a lesson: begun once, and found again until it is over.

import { api, ask, isTrouble } from '../api/client';
import { t } from '../i18n';
import type { Card } from './cards';
import { Lobby, plainWish } from './lobby.svelte';
import { mySeats } from './tables';

export interface Desk {
  game: string;
  seat: string;
}

function place(scenario: string): string {
  return `grognard.lesson.${scenario}`;
}

function remembered(scenario: string): Desk | null {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(place(scenario)) ?? 'null');
    const desk = read as Partial<Desk> | null;
    return typeof desk?.game === 'string' && typeof desk.seat === 'string' ? (desk as Desk) : null;
  } catch {
    return null;
  }
}

/** The desk of a lesson that goes on, or a new one. */
export async function deskFor(scenario: string): Promise<Desk> {
  const old = remembered(scenario);
  if (old && (await goesOn(old))) return old;
  const lobby = new Lobby();
  const [system = '', name = ''] = scenario.split('/');
  const card: Card = await ask(
    api.GET('/api/v1/scenarios/{system}/{name}', { params: { path: { system, name } } }),
  );
  const lesson = await ask(
    api.GET('/api/v1/scenarios/{system}/{name}/lesson', { params: { path: { system, name } } }),
  );
  const title = t('lobby.lesson-title', { title: card.title });
  const plain = plainWish(card, title);
  const game = await lobby.begin({ ...plain, side: lesson.side, lesson: true });
  const desk = { game: game.id, seat: mySeats(game)[0]?.id ?? '' };
  localStorage.setItem(place(scenario), JSON.stringify(desk));
  return desk;
}

async function goesOn(desk: Desk): Promise<boolean> {
  try {
    const game = await ask(
      api.GET('/api/v1/games/{game_id}', { params: { path: { game_id: desk.game } } }),
    );
    return !game.over && game.seats.some((seat) => seat.mine && seat.id === desk.seat);
  } catch (error) {
    if (isTrouble(error, 'not-found', 'unknown-person', 'invalid')) return false;
    throw error;
  }
}
