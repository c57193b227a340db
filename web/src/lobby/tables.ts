// What the lobby knows about games: whose turn it is, who sits where, and which seats a game needs.

import type { GameCard, NewGame, Plan, ScenarioCard, SeatCard, TableSettings } from '../api/schema';
import { has, language, t } from '../i18n';
import { titleOf } from './opponents';

/** How a side, a program or a system's word is called in a sentence. */
export function called(id: string): string {
  const key = `lobby.side-${id}`;
  if (has(key)) return t(key);
  const words = id.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How a game ended, with the sides by their names. */
export function outcome(game: GameCard): string {
  const sides = game.seats.flatMap((seat) => (seat.side === null ? [] : [seat.side]));
  const said = (game.result ?? '').replaceAll(/[\w-]+/g, (word) =>
    sides.includes(word) ? called(word) : word,
  );
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function playerTitle(player: string): string {
  return titleOf(player) ?? called(player);
}

// ---- my games

export type Standing = 'mine' | 'theirs' | 'alone' | 'watching' | 'over';

/** My seats at a table, the one that is to decide first. */
export function mySeats(game: GameCard): SeatCard[] {
  const mine = game.seats.filter((seat) => seat.mine);
  const urgency = (seat: SeatCard): number => {
    if (seat.role !== 'player') return 2;
    return seat.side !== null && game.waiting_for.includes(seat.side) ? 0 : 1;
  };
  return [...mine].sort((one, other) => urgency(one) - urgency(other));
}

/** How a game stands for me: mine to decide, theirs, nobody has come yet, looking on, or over. */
export function standing(game: GameCard): Standing {
  if (game.over) return 'over';
  const seat = mySeats(game)[0];
  if (!seat || seat.role !== 'player') return 'watching';
  if (seat.side !== null && game.waiting_for.includes(seat.side)) return 'mine';
  return game.waiting_for.some((side) => !isManned(game, side)) ? 'alone' : 'theirs';
}

function isManned(game: GameCard, side: string): boolean {
  return game.seats.some((seat) => seat.role === 'player' && seat.side === side && isTaken(seat));
}

export function isTaken(seat: SeatCard): boolean {
  return seat.taken || seat.kind === 'ai';
}

const ORDER: Record<Standing, number> = { mine: 0, alone: 1, theirs: 2, watching: 3, over: 4 };

/** My games: those that wait for me first, then the newest. */
export function sorted(games: readonly GameCard[]): GameCard[] {
  return [...games].sort(
    (one, other) => ORDER[standing(one)] - ORDER[standing(other)] || other.created - one.created,
  );
}

/** Whether one person here plays more than one side. */
export function isHotSeat(game: GameCard): boolean {
  const sides = game.seats.filter((seat) => seat.mine && seat.role === 'player');
  return new Set(sides.map((seat) => seat.side)).size > 1;
}

/** What somebody is called: of a guest it is said that he is one, for he may call himself anything. */
export function nameOf(name: string, guest: boolean): string {
  return guest && name !== '' ? t('lobby.guest-called', { name }) : name;
}

/** Who plays a side, in words. */
export function whoPlays(game: GameCard, side: string): string {
  const seats = game.seats.filter((seat) => seat.role === 'player' && seat.side === side);
  const names = seats.filter(isTaken).map((seat) => {
    if (seat.mine) return t('lobby.you');
    if (seat.kind === 'ai') return playerTitle(seat.player ?? seat.name);
    return nameOf(seat.name, seat.guest) || t('lobby.somebody');
  });
  return names.length > 0 ? names.join(', ') : t('lobby.nobody-yet');
}

/** The sides that somebody could play, in the order of the seats. */
export function sidesOf(game: GameCard): string[] {
  const sides = game.seats
    .filter((seat) => seat.role === 'player' && seat.side !== null)
    .map((seat) => seat.side as string);
  return [...new Set(sides)];
}

/** An empty seat at an open table: to play, or to look on. */
export function freeSeat(game: GameCard, role: SeatCard['role']): SeatCard | undefined {
  return game.seats.find((seat) => seat.role === role && !isTaken(seat));
}

// ---- a new game

export type Opponent = 'program' | 'hot-seat' | 'link' | 'open';

export interface Wish {
  scenario: string;
  sides: readonly string[];
  side: string;
  opponent: Opponent;
  player: string;
  title: string;
  name: string;
  options: Readonly<Record<string, string>>;
  takeBack: TableSettings['take_back'];
  clock: TableSettings['clock'];
  watched: boolean;
  /** Whether the lesson is taken, with the dice that fit its text. */
  lesson?: boolean;
  /** Whether the opponent says after each turn what he was about. */
  explains?: boolean;
}

const WATCHERS = 4;

/** The seats a game needs: mine, and for each other side whoever is to play it. */
export function seatsFor(wish: Wish): Plan[] {
  const plans = wish.sides.map((side) => seatFor(wish, side));
  if (wish.opponent !== 'open' || !wish.watched) return plans;
  const watcher = plan({ role: 'spectator', name: '' });
  return [...plans, ...Array.from({ length: WATCHERS }, () => watcher)];
}

function seatFor(wish: Wish, side: string): Plan {
  if (side === wish.side || wish.opponent === 'hot-seat') {
    return plan({ side, mine: true, name: wish.name });
  }
  if (wish.opponent === 'program') return plan({ side, kind: 'ai', player: wish.player });
  return plan({ side });
}

function plan(change: Partial<Plan>): Plan {
  return {
    role: 'player',
    side: null,
    kind: 'person',
    player: null,
    name: '',
    mine: false,
    delay_lines: 0,
    delay_turns: 0,
    ...change,
  };
}

/** The game as the server takes it. */
export function newGame(wish: Wish): NewGame {
  return {
    scenario: wish.scenario,
    title: wish.title.trim(),
    options: { ...wish.options },
    seats: seatsFor(wish),
    settings: {
      take_back: wish.takeBack ?? 'fair',
      clock: wish.clock ?? null,
      lesson: wish.lesson ?? null,
      explains: wish.explains && wish.opponent === 'program' ? true : null,
    },
    listed: wish.opponent === 'open',
  };
}

/** The options that are chosen otherwise than the scenario has them. */
export function changedOptions(
  card: ScenarioCard,
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(chosen).filter(([id, value]) => card.options[id] !== value),
  );
}

// ---- time

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago, in words; times are in seconds. */
export function ago(at: number, now: number = Date.now() / 1000): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  const passed = Math.max(0, now - at);
  for (const [unit, seconds] of UNITS) {
    if (passed >= seconds) return words.format(-Math.floor(passed / seconds), unit);
  }
  return words.format(0, 'minute');
}

/** A day to come, in words: in so many days. */
export function dayOf(at: number, now: number = Date.now() / 1000): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  return words.format(Math.max(0, Math.ceil((at - now) / 86400)), 'day');
}

/** A length of play in words: minutes below two hours, then hours. */
export function lasting(minutes: number): string {
  if (minutes < 100) return t('lobby.minutes', { count: Math.round(minutes / 5) * 5 });
  const hours = Math.round(minutes / 60);
  return t('lobby.hours', { count: hours });
}
