// What the lobby has been told, and what one does there.

import { partings } from '../api/parting';
import { api, ask, introduced, isTrouble, request, upload } from '../api/client';
import { Trouble } from '../api/trouble';
import type { GameCard, Import, Me, SeatCard, Shelf, SystemCard } from '../api/schema';
import { settings } from '../common/settings.svelte';
import type { Manned } from '../trying/manning';
import { firstSide, type Card } from './cards';
import { usual } from './opponents';
import { mySeats, newGame, sorted, type Wish } from './tables';

/** Milliseconds between two looks at how far a long save has come. */
const LOOKS = 2000;

export class Lobby {
  shelf = $state.raw<Shelf>();
  own = $state.raw<Card[]>([]);
  me = $state.raw<Me | null>(null);
  games = $state.raw<GameCard[]>();
  open = $state.raw<GameCard[]>();
  /** How far a long save has come that is played again. */
  bringing = $state.raw<Import | null>(null);
  shelfError = $state.raw<unknown>();
  gamesError = $state.raw<unknown>();
  openError = $state.raw<unknown>();

  cards = $derived<Card[]>([...((this.shelf?.scenarios ?? []) as Card[]), ...this.own]);

  async load(): Promise<void> {
    await Promise.all([this.loadShelf(), this.loadMine(), this.loadOpen()]);
  }

  async loadShelf(): Promise<void> {
    this.shelfError = undefined;
    try {
      this.shelf = await ask(api.GET('/api/v1/shelf'));
    } catch (error) {
      this.shelfError = error;
    }
  }

  /** Who I am and what I play; a stranger is nobody and plays nothing yet. */
  async loadMine(): Promise<void> {
    this.gamesError = undefined;
    await partings(); // what was looked at is news no more
    try {
      this.me = await ask(api.GET('/api/v1/people/me'));
      if (this.me === null) {
        this.games = [];
        this.own = [];
        return;
      }
      this.games = sorted((await ask(api.GET('/api/v1/games'))).games);
      await this.loadOwn();
    } catch (error) {
      if (isTrouble(error, 'unknown-person')) {
        this.me = null;
        this.games = [];
        this.own = [];
      } else this.gamesError = error;
    }
  }

  async loadOpen(): Promise<void> {
    this.openError = undefined;
    try {
      this.open = (await ask(api.GET('/api/v1/open-games'))).games;
    } catch (error) {
      this.openError = error;
    }
  }

  async loadOwn(): Promise<void> {
    try {
      this.own = (await request<{ scenarios: Card[] }>('GET', '/scenarios/mine')).scenarios;
    } catch (error) {
      if (!isTrouble(error, 'not-found', 'no-such-method')) throw error;
      this.own = [];
    }
  }

  system(id: string): SystemCard | undefined {
    return this.shelf?.systems.find((system) => system.id === id);
  }

  /** Look again at what others may have changed meanwhile. */
  async refresh(): Promise<void> {
    await Promise.all([this.me ? this.loadMine() : Promise.resolve(), this.loadOpen()]);
  }

  // ---- doing

  async begin(wish: Wish): Promise<GameCard> {
    await introduced();
    return ask(api.POST('/api/v1/games', { body: newGame(wish) }));
  }

  async invite(seat: string): Promise<string> {
    const made = await ask(
      api.POST('/api/v1/seats/{seat_id}/invitation', { params: { path: { seat_id: seat } } }),
    );
    return made.invitation;
  }

  async take(seat: string): Promise<SeatCard> {
    await introduced();
    return ask(
      api.POST('/api/v1/seats/{seat_id}/take', {
        params: { path: { seat_id: seat } },
        body: { name: settings.name },
      }),
    );
  }

  async bringSave(file: Blob, wish: Manned | null = null): Promise<GameCard> {
    await introduced();
    const given = Object.entries(wish ?? {}).filter(([, value]) => value !== null);
    const query = given
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join('&');
    const made = await upload<GameCard | Import>(query ? `/saves?${query}` : '/saves', file);
    return 'lines' in made ? this.playedAgain(made) : made;
  }

  /** The game that comes of a long save, which is played again elsewhere. */
  private async playedAgain(told: Import): Promise<GameCard> {
    try {
      while (told.game === null && told.problem === null) {
        this.bringing = told;
        await new Promise((done) => setTimeout(done, LOOKS));
        told = await ask(api.GET('/api/v1/saves'));
      }
    } finally {
      this.bringing = null;
    }
    if (told.game === null) {
      const problem = { error: 'impossible', detail: told.problem ?? '', refusals: [] };
      throw new Trouble(problem, 409);
    }
    return ask(api.GET('/api/v1/games/{game_id}', { params: { path: { game_id: told.game } } }));
  }

  /** Remove a game of one's own, for good. */
  async remove(game: GameCard): Promise<void> {
    await request('DELETE', `/games/${game.id}`);
    await this.loadMine();
  }

  /** Get up from every seat I have at a table. */
  async leave(game: GameCard): Promise<void> {
    for (const seat of mySeats(game)) {
      await ask(
        api.POST('/api/v1/seats/{seat_id}/leave', { params: { path: { seat_id: seat.id } } }),
      );
    }
    await this.loadMine();
  }

  /** Take a scenario of one's own off the shelf; games that are played on it keep it. */
  async discard(card: Card): Promise<void> {
    await request('DELETE', `/scenarios/${card.id.split('/').map(encodeURIComponent).join('/')}`);
    await this.loadOwn();
  }

  async bringScenario(files: Readonly<Record<string, string>>): Promise<Card> {
    await introduced();
    return request<Card>('POST', '/scenarios', { files });
  }
}

/** The plainest game of a scenario: the side that begins, against the best program. */
export function plainWish(card: Card, title = ''): Wish {
  return {
    scenario: card.id,
    sides: card.sides,
    side: firstSide(card),
    opponent: 'program',
    player: usual(card),
    title,
    name: settings.name,
    options: {},
    takeBack: 'free',
    clock: null,
    watched: false,
  };
}
