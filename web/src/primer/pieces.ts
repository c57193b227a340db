/** The counters of the first steps: of no game, printed as all games print them. */

import type { CounterCard, SideCard, State } from '../api/schema';
import { t } from '../i18n';

export const OURS: SideCard = {
  id: 'ours',
  title: '',
  paper: '#4d5f6b',
  ink: '#fdf6e3',
  hatch: 'lines',
  mine: true,
};
export const THEIRS: SideCard = {
  id: 'theirs',
  title: '',
  paper: '#9c3b2c',
  ink: '#fff0cf',
  hatch: 'plain',
  mine: false,
};

const LAND = '100310000';
/** The icons of the arms by APP-6, as every system of the shelf prints them. */
export const ARMS = {
  infantry: '121100',
  motorised: '121104',
  armour: '120500',
  cavalry: '121300',
  artillery: '130300',
  engineers: '140700',
  antitank: '120400',
  flak: '130100',
} as const;
export type Arm = keyof typeof ARMS;

export const SIZES = {
  company: '15',
  battalion: '16',
  regiment: '17',
  brigade: '18',
  division: '21',
  corps: '22',
  army: '23',
} as const;
export type Size = keyof typeof SIZES;

/** A symbol's code; a headquarters has its flag. */
export function symbol(arm: Arm | null, size: Size | null = null, staff = false): string {
  const echelon = size ? SIZES[size] : '00';
  return `${LAND.slice(0, 7)}${staff ? 2 : 0}${echelon}${arm ? ARMS[arm] : '110000'}0000`;
}

export interface Wanted {
  number: string;
  arm: Arm;
  values: readonly [attack: number, defence: number, move: number];
  size?: Size;
  theirs?: boolean;
  formation?: string;
  states?: State[];
}

/** A counter. */
export function piece(wanted: Wanted): CounterCard {
  const { number, arm, values, size = 'regiment', theirs = false, formation = '' } = wanted;
  const names = ['attack', 'defence', 'move'] as const;
  return {
    id: number,
    side: theirs ? 'theirs' : 'ours',
    hex: null,
    box: null,
    name: number,
    title: t(theirs ? 'primer.their-counter' : 'primer.our-counter', {
      arm: t(`primer.arm-${arm}`),
      values: values.join('-'),
    }),
    symbol: symbol(arm, size),
    number,
    group: '',
    formation,
    stripe: null,
    values: values.map((value, n) => ({
      name: names[n] ?? '',
      text: String(value),
      title: t(`primer.part-${names[n] ?? 'move'}`),
    })),
    step: 1,
    steps: 1,
    states: wanted.states ?? [],
    done: false,
    movable: false,
    sort: '',
    paper: null,
    ink: null,
  };
}
