// Notices of the browser: that a game waits for one's decision, while any page of ours is open. The
// leave for it is asked by a click in the settings, and never before.

import { api, ask } from '../api/client';
import type { Decision } from '../api/schema';
import { t } from '../i18n';
import { go, here, pathOf } from '../router';

const WANTED = 'grognard.notices';
const TOLD = 'grognard.noticed';
const EYES = 'grognard.looked-at';
/** Milliseconds between two looks at what waits. */
const LOOK = 15_000;
/** How long somebody who looked at a game is taken to be still there. */
const STILL = 2.5 * LOOK;
const SOON = 300;

export type Leave = 'unknown' | 'unasked' | 'given' | 'refused';

/** What the browser lets us do; `unknown` where it has no notices at all. */
export function leave(): Leave {
  if (typeof Notification === 'undefined') return 'unknown';
  if (Notification.permission === 'default') return 'unasked';
  return Notification.permission === 'granted' ? 'given' : 'refused';
}

function read(place: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function write(place: string, kept: Record<string, number>): void {
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing may tell twice
  }
}

/** The games of which one is to be told now: not those one knows of, nor those one looks at. */
export function news(
  waiting: readonly Decision[],
  told: Readonly<Record<string, number>>,
  eyes: Readonly<Record<string, number>>,
  now: number,
): Decision[] {
  return waiting.filter(
    (one) => told[one.game] !== one.since && now - (eyes[one.game] ?? 0) > STILL,
  );
}

class Notices {
  wanted = $state(localStorage.getItem(WANTED) === 'yes');
  leave = $state<Leave>(leave());
  private soonTimer = 0;
  private readonly shown = new Map<string, Notification>();

  /** Be told, or not any more; asks the browser for leave, so only from a click. */
  async want(wanted: boolean): Promise<void> {
    if (wanted && leave() === 'unasked') await Notification.requestPermission();
    this.leave = leave();
    this.wanted = wanted && this.leave === 'given';
    localStorage.setItem(WANTED, this.wanted ? 'yes' : 'no');
    if (this.wanted) await this.look(true);
  }

  /** Look from time to time, as long as the page is there. */
  watch(): () => void {
    const look = () => void this.look();
    const timer = setInterval(look, LOOK);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    look();
    return () => {
      clearInterval(timer);
      clearTimeout(this.soonTimer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }

  /** Something has happened at a table: look before the time comes. */
  soon(): void {
    clearTimeout(this.soonTimer);
    this.soonTimer = window.setTimeout(() => void this.look(), SOON);
  }

  /** See what waits, and tell of it; `quietly`: all this is known already. */
  private async look(quietly = false): Promise<void> {
    if (!this.wanted || leave() !== 'given') return;
    const eyes = this.eyes();
    const waiting = await ask(api.GET('/api/v1/decisions')).then(
      (found) => found.games,
      () => null, // there will be another look
    );
    if (!waiting) return;
    const found = quietly ? [] : news(waiting, read(TOLD), eyes, Date.now());
    write(TOLD, Object.fromEntries(waiting.map((one) => [one.game, one.since])));
    for (const one of found) this.tell(one);
    const still = new Set(waiting.map((one) => one.game));
    for (const [game, note] of this.shown) {
      if (still.has(game)) continue;
      note.close();
      this.shown.delete(game);
    }
  }

  /** Which games somebody has before him, on this page or another of ours. */
  private eyes(): Record<string, number> {
    const eyes = read(EYES);
    const route = here();
    if (route.page === 'table' && document.visibilityState === 'visible' && document.hasFocus()) {
      eyes[route.game] = Date.now();
      write(EYES, Object.fromEntries(Object.entries(eyes).filter(([, at]) => fresh(at))));
    }
    return eyes;
  }

  private tell(one: Decision): void {
    try {
      const note = new Notification(t('trying.notice', { title: one.title }), {
        body: t('trying.notice-body'),
        tag: one.game, // several pages of ours say it once
        icon: '/favicon.svg',
      });
      note.onclick = () => {
        window.focus();
        note.close();
        go(pathOf({ page: 'table', game: one.game, seat: one.seat }));
      };
      this.shown.set(one.game, note);
    } catch {
      this.leave = 'unknown'; // some telephones have the word and not the thing
    }
  }
}

function fresh(at: number): boolean {
  return Date.now() - at < STILL;
}

export const notices = new Notices();
