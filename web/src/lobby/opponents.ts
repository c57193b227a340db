// The programs one can play against: levels, from the recruit to the commander who takes a minute,
// and the styles in which some of them play.

import type { ScenarioCard } from '../api/schema';
import { has, type Key, t } from '../i18n';

type Able = Pick<ScenarioCard, 'players'> & Partial<Pick<ScenarioCard, 'styles'>>;

/** From the weakest that plans to the strongest; by chance last. */
const LEVELS = ['recruit', 'staff', 'commander:quick', 'commander', 'commander:deep'];
const CHANCE = 'random';
/** Whom one plays who says nothing. */
const USUAL = 'staff';
/** Styles that are a manner of playing, and no level of its own. */
const MANNERS = ['cautious', 'bold', 'book'] as const;

/** The levels that can play a scenario, the weakest first; what others have brought after ours. */
export function levels(card: Able): string[] {
  const able = LEVELS.filter((level) => offered(card, level));
  const others = card.players.filter((one) => !LEVELS.includes(one) && one !== CHANCE);
  return [...able, ...others, ...card.players.filter((one) => one === CHANCE)];
}

function offered(card: Able, level: string): boolean {
  const [name = '', style] = level.split(':');
  if (!card.players.includes(name)) return false;
  return style === undefined || (card.styles?.[name] ?? []).includes(style);
}

/** The styles of a level, besides its usual one. */
export function manners(card: Able, level: string): string[] {
  return MANNERS.filter((style) => !level.includes(':') && offered(card, `${level}:${style}`));
}

/** Whom one plays if one does not choose. */
export function usual(card: Able): string {
  const all = levels(card);
  return all.includes(USUAL) ? USUAL : (all[0] ?? '');
}

/** The same, with the one first whom one plays who says nothing. */
export function programs(card: Able): string[] {
  const first = usual(card);
  return levels(card).sort((one, other) => +(other === first) - +(one === first));
}

function keyed(start: string, word: string): Key | null {
  const key = `lobby.${start}-${word.replaceAll(':', '-')}`;
  return has(key) ? key : null;
}

/** A program by level and style, in words; null for one that has none here. */
export function titleOf(player: string): string | null {
  const known = keyed('player', player);
  if (known) return t(known);
  const [name = '', style = ''] = player.split(':');
  const [level, manner] = [keyed('player', name), keyed('style', style)];
  return level && manner ? t('lobby.level-in-style', { level: t(level), style: t(manner) }) : null;
}

/** What is to be known of a level, in a sentence. */
export function aboutLevel(player: string): string {
  const key = keyed('about', player);
  return key ? t(key) : '';
}

export type Face = 'recruit' | 'usual' | (typeof MANNERS)[number];

/** Which face a program shows: that of its style, or that of its level. */
export function faceOf(player: string): Face {
  const [name = '', style = ''] = player.split(':');
  return MANNERS.find((one) => one === style) ?? (name === 'recruit' ? 'recruit' : 'usual');
}

/** How many stars it wears: more the longer it thinks. */
export function starsOf(player: string): number {
  const [name, style] = player.split(':');
  if (name !== 'commander') return 0;
  return style === 'quick' ? 1 : style === 'deep' ? 3 : 2;
}

/** What a program is called by its style; nothing where it has none. */
export function nickname(player: string): string {
  const key = keyed('name', player.split(':')[1] ?? '');
  return key ? t(key) : '';
}

export function styleTitle(style: string): string {
  const key = keyed('style', style);
  return key ? t(key) : style;
}

export function aboutStyle(style: string): string {
  const key = keyed('about-style', style);
  return key ? t(key) : '';
}
