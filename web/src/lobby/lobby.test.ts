import { describe, expect, it } from 'vitest';

import type { GameCard, SeatCard } from '../api/schema';
import {
  type Card,
  countersOf,
  firstSide,
  learningOne,
  lengthOf,
  onScale,
  pictureOf,
  sizeOf,
} from './cards';
import { CLOCKS, clockOf, isClock } from './clocks';
import { hexField } from './hexfield';
import { tokenIn } from './invitations';
import { plainWish } from './lobby.svelte';
import { faceOf, levels, manners, nickname, programs, starsOf, titleOf } from './opponents';
import {
  ago,
  called,
  changedOptions,
  dayOf,
  freeSeat,
  isHotSeat,
  lasting,
  mySeats,
  newGame,
  seatsFor,
  sorted,
  standing,
  whoPlays,
  type Wish,
} from './tables';

function seat(change: Partial<SeatCard>): SeatCard {
  return {
    id: 's',
    role: 'player',
    side: 'german',
    kind: 'person',
    player: null,
    name: '',
    guest: false,
    delay_lines: 0,
    delay_turns: 0,
    taken: true,
    mine: false,
    ...change,
  };
}

function game(change: Partial<GameCard>): GameCard {
  return {
    origin: null,
    id: 'g',
    title: 'Klin',
    system: 'wb95',
    scenario: 'wb95/klin',
    options: {},
    commitment: '',
    seed: null,
    settings: {},
    listed: false,
    parent: null,
    created: 0,
    leaves: null,
    dice: 'server',
    turn: 1,
    waiting_for: ['german'],
    over: false,
    result: null,
    winner: null,
    mine: true,
    unseen: null,
    seats: [
      seat({ id: 'a', mine: true }),
      seat({ id: 'b', side: 'soviet', kind: 'ai', player: 'staff' }),
    ],
    ...change,
  };
}

const EMPTY = seat({ id: 'e', side: 'soviet', taken: false });

describe('a game that is to be removed', () => {
  it('says in how many days', () => {
    expect(dayOf(1_000_000 + 13.5 * 86_400, 1_000_000)).toBe('in 14 days');
    expect(dayOf(1_000_000 + 3600, 1_000_000)).toBe('tomorrow');
    expect(dayOf(5, 1_000_000)).toBe('today');
  });
});

describe('how a game stands', () => {
  it.each([
    ['mine', {}],
    ['theirs', { waiting_for: ['soviet'] }],
    ['over', { over: true }],
    ['alone', { waiting_for: ['soviet'], seats: [seat({ mine: true }), EMPTY] }],
    ['mine', { seats: [seat({ mine: true }), EMPTY] }],
    ['watching', { seats: [seat({ role: 'spectator', side: null, mine: true }), seat({})] }],
  ] as const)('%s', (expected, change) => {
    expect(standing(game(change as Partial<GameCard>))).toBe(expected);
  });

  it('sits me down where I am to decide', () => {
    const seats = [seat({ id: 'a', mine: true }), seat({ id: 'b', side: 'soviet', mine: true })];
    expect(mySeats(game({ seats, waiting_for: ['soviet'] }))[0]?.id).toBe('b');
    expect(isHotSeat(game({ seats }))).toBe(true);
    expect(isHotSeat(game({}))).toBe(false);
  });

  it('puts what waits for me first, then the newest', () => {
    const games = [
      game({ id: 'over', over: true, created: 9 }),
      game({ id: 'old', created: 1 }),
      game({ id: 'theirs', waiting_for: ['soviet'], created: 8 }),
      game({ id: 'new', created: 2 }),
    ];
    expect(sorted(games).map((one) => one.id)).toEqual(['new', 'old', 'theirs', 'over']);
  });

  it('names who plays', () => {
    const seats = [seat({ mine: true }), seat({ name: 'Anna' }), EMPTY];
    expect(whoPlays(game({ seats }), 'german')).toBe('you, Anna');
    expect(whoPlays(game({ seats }), 'soviet')).toBe('nobody yet');
    expect(whoPlays(game({}), 'soviet')).toBe('The staff');
  });

  it('finds an empty seat, but none that a program has', () => {
    expect(freeSeat(game({ seats: [seat({}), EMPTY] }), 'player')?.id).toBe('e');
    expect(freeSeat(game({}), 'player')).toBeUndefined();
    const ai = seat({ kind: 'ai', player: 'staff', taken: false });
    expect(freeSeat(game({ seats: [ai] }), 'player')).toBeUndefined();
  });
});

describe('a new game', () => {
  const wish: Wish = {
    scenario: 'wb95/klin',
    sides: ['german', 'soviet'],
    side: 'soviet',
    opponent: 'program',
    player: 'staff',
    title: ' Evening ',
    name: 'Anna',
    options: { masking: 'on' },
    takeBack: 'fair',
    clock: null,
    watched: true,
  };

  it('seats me on my side and the program on the other', () => {
    expect(seatsFor(wish)).toMatchObject([
      { side: 'german', kind: 'ai', player: 'staff', mine: false },
      { side: 'soviet', kind: 'person', player: null, mine: true, name: 'Anna' },
    ]);
  });

  it('seats me on both sides of a hot-seat game', () => {
    const seats = seatsFor({ ...wish, opponent: 'hot-seat' });
    expect(seats.map((plan) => plan.mine)).toEqual([true, true]);
  });

  it('leaves a seat for whoever opens the link', () => {
    const seats = seatsFor({ ...wish, opponent: 'link' });
    expect(seats).toMatchObject([{ side: 'german', kind: 'person', mine: false }, { mine: true }]);
    expect(newGame({ ...wish, opponent: 'link' }).listed).toBe(false);
  });

  it('opens a table to everybody, with chairs for those who watch', () => {
    const open = newGame({ ...wish, opponent: 'open' });
    expect(open.listed).toBe(true);
    expect(open.seats.filter((plan) => plan.role === 'spectator').length).toBe(4);
    const alone = newGame({ ...wish, opponent: 'open', watched: false });
    expect(alone.seats).toHaveLength(2);
  });

  it('tells only what was chosen otherwise', () => {
    const card = { options: { masking: 'off', bridges: 'on' } } as unknown as Card;
    expect(changedOptions(card, { masking: 'on', bridges: 'on' })).toEqual({ masking: 'on' });
    expect(newGame(wish)).toMatchObject({
      title: 'Evening',
      options: { masking: 'on' },
      settings: { take_back: 'fair', clock: null },
    });
  });
});

describe('programs', () => {
  const card: Card = {
    id: 'toy/game',
    title: 'Toy',
    system: 'toy',
    sides: ['north', 'south'],
    options: {},
    counters: {},
    learning: false,
    players: ['random'],
    styles: {},
  };

  it('are those that can play the scenario, the best first', () => {
    expect(plainWish(card).player).toBe('random');
    expect(programs({ ...card, players: ['random', 'staff'] })).toEqual(['staff', 'random']);
  });

  it('stand from the recruit to the commander who takes a minute, chance last', () => {
    const players = ['random', 'staff', 'recruit', 'commander', 'guest'];
    const styles = { staff: ['bold', 'first'], commander: ['quick', 'deep', 'bold'] };
    const able = { ...card, players, styles };
    const ours = ['recruit', 'staff', 'commander:quick', 'commander', 'commander:deep'];
    expect(levels(able)).toEqual([...ours, 'guest', 'random']);
    expect(levels({ ...card, players: ['random', 'staff'] })).toEqual(['staff', 'random']);
    expect(programs(able)[0]).toBe('staff');
    expect(manners(able, 'staff')).toEqual(['bold']);
    expect(manners(able, 'commander')).toEqual(['bold']);
    expect(manners(able, 'commander:quick')).toEqual([]);
    expect(manners(able, 'recruit')).toEqual([]);
  });

  it('are called by level and style', () => {
    expect(titleOf('commander:quick')).toBe('The commander, 3 s');
    expect(titleOf('staff:bold')).toBe('The staff, bold');
    expect(titleOf('guest:bold')).toBeNull();
    expect(titleOf('staff:first')).toBeNull();
  });

  it('have a face and a name by style, and stars by how long they think', () => {
    const faces = ['recruit', 'staff', 'commander:deep', 'staff:book', 'commander:bold'];
    expect(faces.map(faceOf)).toEqual(['recruit', 'usual', 'usual', 'book', 'bold']);
    expect(faces.map(starsOf)).toEqual([0, 0, 3, 0, 2]);
    expect(starsOf('commander:quick')).toBe(1);
    expect(nickname('staff:bold')).toBe('The hussar');
    expect([nickname('staff'), nickname('commander:deep')]).toEqual(['', '']);
  });
});

describe('the back of the box', () => {
  const card = {
    id: 'wb95/klin',
    sides: ['german', 'soviet'],
    minutes: 60,
    counters: { german: 20, soviet: 15 },
    first_player: 'soviet',
  } as unknown as Card;

  it('prints values on a scale of five', () => {
    expect([0, 45, 46, 9999].map((value) => onScale(value, [45, 120, 300, 720]))).toEqual([
      1, 1, 2, 5,
    ]);
    expect([lengthOf(card), countersOf(card), sizeOf(card)]).toEqual([2, 35, 1]);
  });

  it('says nothing where nothing is known', () => {
    const own = { id: 'wb95/~ab', sides: ['red', 'blue'] } as unknown as Card;
    expect([lengthOf(own), countersOf(own), sizeOf(own)]).toEqual([null, null, null]);
    expect(firstSide(own)).toBe('red');
    expect(firstSide(card)).toBe('soviet');
    expect(pictureOf(own)).toBe('/api/v1/scenarios/wb95/~ab/picture.png');
  });

  it('draws the same field for the same scenario', () => {
    expect(hexField('a')).toEqual(hexField('a'));
    expect(hexField('a')).not.toEqual(hexField('b'));
  });
});

describe('words', () => {
  it('calls sides by their names', () => {
    expect(called('german')).toBe('German');
    expect(called('axis-minor_allies')).toBe('Axis minor allies');
  });

  it('tells time', () => {
    expect(ago(1000, 1010)).toBe('this minute');
    expect(ago(0, 3 * 3600)).toBe('3 hours ago');
    expect(ago(0, 86_400)).toBe('yesterday');
    expect(lasting(58)).toBe('60 minutes');
    expect(lasting(300)).toBe('about 5 hours');
  });

  it('finds an invitation in what people paste', () => {
    expect(tokenIn(' https://war.example.org/join/abcDEF_-123?x=1 ')).toBe('abcDEF_-123');
    expect(tokenIn('abcDEF_-123')).toBe('abcDEF_-123');
    expect(tokenIn('https://war.example.org/')).toBeUndefined();
    expect(tokenIn('')).toBeUndefined();
  });
});

describe('clocks', () => {
  const own = { per: 'game', minutes: 90, increment: 30, flag: 'loss' } as const;

  it('are as the server takes them', () => {
    expect(clockOf('none', own)).toBeNull();
    expect(clockOf('letter', own)).toBe(CLOCKS.letter);
    expect(clockOf('own', own)).toEqual({
      per: 'game',
      seconds: 5400,
      increment: 30,
      flag: 'loss',
    });
    expect(clockOf('own', { ...own, per: 'answer' })?.increment).toBe(0);
  });

  it('cannot be set to nothing or to for ever', () => {
    expect(isClock(own)).toBe(true);
    for (const minutes of [0, -1, NaN, 1e9]) expect(isClock({ ...own, minutes })).toBe(false);
    expect(isClock({ ...own, increment: -1 })).toBe(false);
  });
});

describe('the cover of the lobby', () => {
  const card = (id: string, difficulty: number, learning = true): Card =>
    ({ id, difficulty, learning }) as Card;

  it('shows the easiest of the scenarios made for learning', () => {
    const shelf = [card('hard', 2), card('short', 1, false), card('easy', 1)];
    expect(learningOne(shelf)?.id).toBe('easy');
    expect(learningOne([card('short', 1, false)])).toBeUndefined();
  });
});
