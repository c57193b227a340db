/** Affairs: what is done about a game as a whole, beside its rules. */

import { request } from '../api/client';
import type { GameCard, OpenOverture } from '../api/schema';
import { toasts } from '../common/toasts.svelte';
import { t } from '../i18n';
import { go, pathOf } from '../router';
import type { Manned } from '../trying/manning';
import type { Session } from './session.svelte';

export async function answerOffer(
  session: Session,
  offer: OpenOverture,
  agree: boolean,
): Promise<void> {
  const done = await session.offer((server) => server.answer(offer.offer, agree));
  if (done?.game) await sitDown(session, done.game);
}

export async function rematch(session: Session, swap: boolean): Promise<void> {
  const done = await session.offer((server) => server.rematch(swap));
  if (done?.game) await sitDown(session, done.game);
}

/** What if: another game from here, everybody on the seat he has, or manned as is wished. */
export async function branch(session: Session, wish?: Manned | 'together'): Promise<void> {
  const moment = session.past?.moment ?? null;
  if (wish !== 'together') toSeat(await session.ask.branch(moment, wish));
  else {
    const offered = await session.offer((server) => server.branchTogether(moment));
    if (offered?.game) await sitDown(session, offered.game);
  }
}

/** Leave the usual answers to whatever would interrupt the enemy's turn: fewer letters. */
export async function leaveUsual(session: Session): Promise<void> {
  const shelf = await session.offer((server) => server.shelf());
  const system = shelf?.systems.find((one) => one.id === session.game?.system);
  if (system) await session.instruct(system.by_letter);
}

/** A link by which anybody may see the game, on the clipboard. */
export async function share(session: Session): Promise<void> {
  const done = await session.offer((server) => server.share());
  if (!done) return;
  const url = new URL(pathOf({ page: 'replay', token: done.replay }), location.origin).href;
  await navigator.clipboard?.writeText(url).catch(() => undefined);
  toasts.say(t('table.shared', { url }), 'good');
}

async function sitDown(session: Session, game: string): Promise<void> {
  const card = await session.offer(() => request<GameCard>('GET', `/games/${game}`));
  if (card) toSeat(card);
}

function toSeat(game: GameCard): void {
  const mine = game.seats.filter((one) => one.mine);
  const seat = mine.find((one) => game.waiting_for.includes(one.side ?? '')) ?? mine[0];
  go(seat ? { page: 'table', game: game.id, seat: seat.id } : { page: 'lobby' });
}
