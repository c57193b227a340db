/** Affairs: what is done about a game as a whole, beside its rules. */

import { isTrouble, request } from '../api/client';
import type { GameCard, OpenOverture } from '../api/schema';
import { toasts } from '../common/toasts.svelte';
import { t } from '../i18n';
import { go, pathOf } from '../router';
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

/** What if: at once where one may know everything, or else with the leave of the others. */
export async function branch(session: Session): Promise<void> {
  const moment = session.past?.moment ?? null;
  try {
    toSeat(await session.ask.branch(moment));
  } catch (error) {
    if (!isTrouble(error, 'impossible', 'forbidden') || !session.playing) {
      session.say(error);
      return;
    }
    const offered = await session.offer((server) => server.branchTogether(moment));
    if (offered?.game) await sitDown(session, offered.game);
  }
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
  const seat = game.seats.find((one) => one.mine);
  go(seat ? { page: 'table', game: game.id, seat: seat.id } : { page: 'lobby' });
}
