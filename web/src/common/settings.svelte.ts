// How this browser likes its table; kept here, not on the server.

import type { Language } from '../i18n';
import { DICE, type Dice, type Pace, PACES } from '../playback/steps';

export type Scheme = 'paper' | 'night';
export type TypeSize = 'small' | 'normal' | 'large' | 'huge';

/** How large the type is, as parts of what the browser has; everything else follows it. */
export const TYPE_SIZES: Readonly<Record<TypeSize, number>> = {
  small: 0.875,
  normal: 1,
  large: 1.15,
  huge: 1.3,
};

export const SIZES = Object.keys(TYPE_SIZES) as readonly TypeSize[];

interface Kept {
  scheme: Scheme | 'auto';
  language: Language | 'auto';
  /** Whether counters make room for the map. */
  clutter: boolean;
  type: TypeSize;
  /** How fast things move: 1 is as printed, 0 not at all. */
  motion: number;
  /** How fast the others' turns are watched. */
  pace: Pace;
  /** Whether the dice wait until one has looked. */
  dice: Dice;
  /** Whether dice and counters are heard. */
  sound: boolean;
  /** The name shown at tables. */
  name: string;
}

const PLACE = 'grognard.settings';
const USUAL: Kept = {
  scheme: 'auto',
  language: 'auto',
  clutter: false,
  type: 'normal',
  motion: 1,
  pace: 'normal',
  dice: 'wait',
  sound: false,
  name: '',
};

function kept(): Kept {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
    return checked(read);
  } catch {
    return { ...USUAL };
  }
}

/** What of something read is a setting; the rest is as usual. */
export function checked(read: unknown): Kept {
  const given = (typeof read === 'object' && read !== null ? read : {}) as Partial<Kept>;
  return {
    scheme: given.scheme === 'paper' || given.scheme === 'night' ? given.scheme : 'auto',
    language: ['en', 'pl', 'de'].includes(given.language ?? '')
      ? (given.language as Language)
      : 'auto',
    clutter: given.clutter === true,
    type: SIZES.find((size) => size === given.type) ?? 'normal',
    motion:
      typeof given.motion === 'number' && given.motion >= 0 && given.motion <= 4 ? given.motion : 1,
    pace: PACES.find((pace) => pace === given.pace) ?? 'normal',
    dice: DICE.find((dice) => dice === given.dice) ?? 'wait',
    sound: given.sound === true,
    name: typeof given.name === 'string' ? given.name.slice(0, 40) : '',
  };
}

/** The language of the browser, if we speak it. */
export function spokenLanguage(wanted: Language | 'auto', known: readonly string[]): Language {
  if (wanted !== 'auto') return wanted;
  for (const tag of known) {
    const base = tag.slice(0, 2).toLowerCase();
    if (base === 'en' || base === 'pl' || base === 'de') return base;
  }
  return 'en';
}

class Settings {
  #kept = $state<Kept>(kept());
  #dark = $state(false);

  constructor() {
    const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
    if (!dark) return;
    this.#dark = dark.matches;
    dark.addEventListener('change', (event) => {
      this.#dark = event.matches;
      this.apply();
    });
  }

  get wanted(): Readonly<Kept> {
    return this.#kept;
  }

  /** The scheme in force: as chosen, or as the machine has it. */
  get scheme(): Scheme {
    if (this.#kept.scheme !== 'auto') return this.#kept.scheme;
    return this.#dark ? 'night' : 'paper';
  }

  get language(): Language {
    return spokenLanguage(this.#kept.language, navigator.languages ?? [navigator.language]);
  }

  get clutter(): boolean {
    return this.#kept.clutter;
  }

  /** How fast things move; 0 where the machine asks for stillness. */
  get motion(): number {
    const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
    return still ? 0 : this.#kept.motion;
  }

  get name(): string {
    return this.#kept.name;
  }

  set(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
    this.apply();
  }

  /** Put what concerns the whole page on its root. */
  apply(): void {
    const root = document.documentElement;
    root.dataset['scheme'] = this.scheme;
    root.style.setProperty('--type', String(TYPE_SIZES[this.#kept.type]));
    root.dataset['motion'] = this.motion === 0 ? 'none' : 'some';
  }
}

export const settings = new Settings();
