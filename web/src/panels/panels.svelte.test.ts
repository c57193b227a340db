import { webcrypto } from 'node:crypto';

import { flushSync, mount, tick, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Chart, Forces as ForcesForm } from '../api/schema';
import { counter, table } from '../table/sample';
import Budget from './Budget.svelte';
import Calendar from './Calendar.svelte';
import Charts from './Charts.svelte';
import { sayings, talks, type Saying } from './chat';
import Chat from './Chat.svelte';
import DiceProof from './DiceProof.svelte';
import { Draft } from './draft.svelte';
import Forces from './Forces.svelte';
import Luck from './Luck.svelte';
import Options from './Options.svelte';
import { endLabels, plotOf, sheet, turnNear } from './plot';
import { prove, rolled } from './proof';
import Score from './Score.svelte';
import { readFrom, setTable, valued } from './sheets';
import Shortcuts from './Shortcuts.svelte';
import Tables from './Tables.svelte';

/** A page that is not laid out never changes its size. */
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => vi.stubGlobal('ResizeObserver', StillObserver));

let drawn: Record<string, unknown> | null = null;

function draw<Props extends Record<string, unknown>>(
  what: Component<Props>,
  props: Props,
): HTMLElement {
  drawn = mount(what, { target: document.body, props });
  flushSync();
  return document.body;
}

afterEach(async () => {
  if (drawn) await unmount(drawn);
  drawn = null;
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const clean = (node: Element): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
const all = (page: HTMLElement, which: string): string[] =>
  Array.from(page.querySelectorAll(which), clean);

function find<Kind extends HTMLElement = HTMLElement>(page: HTMLElement, which: string): Kind {
  const found = page.querySelector<Kind>(which);
  if (!found) throw new Error(`there is no ${which}`);
  return found;
}

const top = table({ counters: [counter('11', 'blue', '0102'), counter('27', 'red', null)] });

describe('the supply budget', () => {
  const sum = (title: string, total: string, label: string) => ({
    title,
    total,
    parts: [{ label, value: total, rule: '12.1b', source: 'rulebook' }],
  });

  it('shows what there is with its reasons, and what would be left', () => {
    const budget = {
      now: 3,
      tracks: false,
      sums: [sum('Supply on the map', '9/2', '0503, for 4 units'), sum('Left', '7/4', 'stock')],
    };
    const page = draw(Budget, { budget, system: 'ocs' });
    expect(clean(find(page, '.balance'))).toBe('1¾ Left');
    expect(all(page, 'summary')).toEqual(['Supply on the map 4½', 'Left 1¾']);
    expect(clean(page)).toContain('0503, for 4 units');
  });

  it('warns when more could be spent than there is', () => {
    const page = draw(Budget, {
      budget: { now: 3, tracks: false, sums: [sum('Left', '-2', 'x')] },
      system: 'ocs',
    });
    expect(find(page, '.balance').classList.contains('short')).toBe(true);
    expect(clean(page)).toContain('more could be spent');
  });

  it('lists points and tracks without a balance where they are such', () => {
    const sums = [sum('The air', '', 'North'), sum('Submarines', '', 'North')];
    const page = draw(Budget, { budget: { now: 1, tracks: true, sums }, system: 'nextwar' });
    expect(all(page, '.balance')).toEqual([]);
    expect(all(page, 'summary')).toEqual(['The air', 'Submarines']);
    expect(all(page, 'details[open]')).toHaveLength(2);
    expect(all(page, 'tfoot')).toEqual([]);
  });

  it('says so where there is none', () => {
    const page = draw(Budget, { budget: { now: 1, tracks: false, sums: [] }, system: 'ocs' });
    expect(clean(page)).toContain('Only who plays a side');
  });
});

describe('the order of battle', () => {
  const line = { values: '4-4-7', states: ['out of supply'], steps: 2 };
  const forces: ForcesForm = {
    forces: [
      {
        side: 'red',
        title: 'Third Army',
        strength: '8',
        lost: '2',
        lines: [{ ...line, piece: '27', name: '27', step: 0, where: 'eliminated' }],
      },
      {
        side: 'blue',
        title: '6 ARM',
        strength: '12',
        lost: '0 of 6 levels',
        lines: [{ ...line, piece: '11', name: '11', step: 2, where: '0102' }],
      },
    ],
  };

  it('has one’s own side first, with strength and losses, and strikes out what is gone', () => {
    const page = draw(Forces, { forces, table: top, onpiece: vi.fn() });
    expect(all(page, '.title')).toEqual(['6 ARM', 'Third Army']);
    expect(all(page, '.lost')).toEqual(['lost 2']);
    expect(page.querySelectorAll('.piece.gone')).toHaveLength(1);
  });

  it('goes to a counter and finds it', () => {
    const onpiece = vi.fn();
    const page = draw(Forces, { forces, table: top, onpiece });
    find(page, '.piece').click();
    expect(onpiece).toHaveBeenCalledWith('11');
    const search = find<HTMLInputElement>(page, 'input');
    search.value = 'third';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(all(page, '.title')).toEqual(['Third Army']);
  });
});

it('shows the calendar from this turn on, with what is past folded away', () => {
  const arrival = { side: 'blue', pieces: ['11'], where: 'the west road', due: true };
  const page = draw(Calendar, {
    calendar: {
      now: 2,
      arrivals: [
        { ...arrival, turn: 1, date: '15 November', text: 'first', due: false },
        { ...arrival, turn: 2, date: '16 November', text: 'second' },
        { ...arrival, turn: 5, date: '19 November', text: 'fifth' },
      ],
    },
    table: top,
    onpiece: vi.fn(),
  });
  expect(all(page, 'details .turn')).toEqual(['Turn 1']);
  expect(clean(find(page, '[aria-current=date] .until'))).toBe('this turn');
  expect(all(page, '.leaf.ahead .until')).toEqual(['in 3 turns']);
  expect(all(page, '.status')).toEqual(['arrived']);
});

describe('charts', () => {
  const chart: Chart = {
    id: 'losses',
    title: 'Losses',
    unit: 'steps',
    series: [
      {
        title: 'Blue',
        side: 'blue',
        points: [
          { turn: 1, value: 0 },
          { turn: 2, value: 3 },
        ],
      },
      { title: 'Red', side: 'red', points: [{ turn: 2, value: 8 }] },
    ],
  };
  const frame = { width: 300, height: 200, left: 30, right: 70, top: 10, bottom: 30 };

  it('lay every point out between the axes', () => {
    const plot = plotOf(chart, frame);
    expect(plot.values).toEqual([0, 2, 4, 6, 8]);
    expect([plot.x(1), plot.x(2)]).toEqual([30, 230]);
    expect([plot.y(0), plot.y(8)]).toEqual([170, 10]);
    expect(plot.curves[0]?.path).toBe('M30 170L230 110');
    expect(turnNear(plot, 100)).toBe(1);
    expect(turnNear(plot, 140)).toBe(2);
  });

  it('name lines by their sides where that is enough, and never at length', () => {
    expect(endLabels(chart, top.sides)).toEqual(['Blue', 'Red']);
    const twice = { ...chart, series: chart.series.map((one) => ({ ...one, side: 'blue' })) };
    expect(endLabels(twice, top.sides)).toEqual(['Blue', 'Red']);
    const long = { title: 'Blue victory points by village', side: null, points: [] };
    expect(endLabels({ ...chart, series: [long] }, top.sides)).toEqual(['Blue victory po…']);
  });

  it('have the numbers behind them', () => {
    expect(sheet(chart)).toEqual([
      { turn: 1, values: [0, null] },
      { turn: 2, values: [3, 8] },
    ]);
    const page = draw(Charts, { statistics: { charts: [chart], luck: [] }, sides: top.sides });
    expect(all(page, 'tbody td')).toEqual(['0', '–', '3', '8']);
    expect(all(page, '.label')).toEqual(['Blue 3', 'Red 8']);
  });
});

it('tells luck in words, and says nothing about a single roll', () => {
  const row = { side: 'blue', purpose: 'combat', mean: 8, expected: 7 };
  const page = draw(Luck, {
    statistics: {
      charts: [],
      luck: [
        { ...row, rolls: 40, luckier: 0.99 },
        { ...row, side: 'red', rolls: 1, luckier: 0.9 },
      ],
    },
    sides: top.sides,
  });
  expect(all(page, '.told')).toEqual([
    'Remarkably high: higher than 99 of 100 such runs.',
    'One roll says nothing yet.',
  ]);
});

describe('the system’s tables', () => {
  const combat = {
    name: 'combat',
    title: 'Combat results',
    rule: 'T.combat',
    columns: ['roll', '1:1', '2:1'],
    rows: [
      ['2', '-1 / -', 'D2'],
      ['3', 'T', 'D1'],
    ],
    sources: [
      ['rulebook', 'house', 'rulebook'],
      ['rulebook', 'rulebook', 'rulebook'],
    ],
    notes: ['Row is two dice [5.2.1e].'],
  };
  const hq = {
    ...combat,
    name: 'hq',
    title: 'Range',
    columns: ['hexes'],
    rows: [['a', '4']],
    sources: [['house']],
    notes: [],
  };

  it('mark what is ours and light what is read', () => {
    const page = draw(Tables, {
      sheets: { tables: [hq, combat] },
      system: 'toy',
      reading: { column: '2:1', row: '3' },
    });
    expect(all(page, 'td.house')).toEqual(['−1 / –*']);
    expect(all(page, 'td.lit')).toEqual(['D1']);
    expect(all(page, 'thead .lit')).toEqual(['2:1']);
    expect(all(page, '.legend li')[0]).toContain('Ours');
    expect(all(page, '.notes .link')).toEqual(['[5.2.1e]']);
  });

  it('may leave the first column without a name', () => {
    const set = setTable(hq);
    expect(set.corner).toBe('');
    expect(set.rows[0]).toMatchObject({ head: 'a', cells: [{ text: '4', source: 'house' }] });
    expect(readFrom([hq, combat], { table: 'combat' })).toBe('combat');
    expect(readFrom([hq, combat], { column: '9:1' })).toBeNull();
    expect(valued('A2 -2 / -1')).toBe('A2 −2 / −1');
    expect(valued('1-2')).toBe('1-2');
  });
});

describe('notes', () => {
  beforeEach(() => vi.useFakeTimers());

  it('keep themselves once after a pause, not at every letter', async () => {
    const keep = vi.fn(() => Promise.resolve());
    const draft = new Draft('', keep);
    draft.change('h');
    draft.change('ho');
    draft.change('hold');
    expect(draft.state).toBe('changed');
    await vi.advanceTimersByTimeAsync(1000);
    expect(keep).toHaveBeenCalledExactlyOnceWith('hold');
    expect(draft.state).toBe('kept');
    await draft.flush();
    expect(keep).toHaveBeenCalledTimes(1);
  });

  it('try again when the server does not answer', async () => {
    let fails = true;
    const keep = vi.fn(() => (fails ? Promise.reject(new Error('gone')) : Promise.resolve()));
    const draft = new Draft('', keep);
    draft.change('hold');
    await vi.advanceTimersByTimeAsync(1000);
    expect(draft.state).toBe('failed');
    fails = false;
    await vi.advanceTimersByTimeAsync(2500);
    expect(draft.state).toBe('kept');
    expect(keep).toHaveBeenCalledTimes(2);
  });

  it('do not lose what is written while they are being kept', async () => {
    let arrive: () => void = () => undefined;
    const keep = vi.fn(() => new Promise<void>((done) => (arrive = done)));
    const draft = new Draft('', keep);
    draft.change('one');
    await vi.advanceTimersByTimeAsync(1000);
    draft.change('one two');
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(draft.state).toBe('changed');
    await vi.advanceTimersByTimeAsync(1000);
    expect(keep).toHaveBeenLastCalledWith('one two');
  });

  it('take over what was kept elsewhere, but never over one’s own words', () => {
    const draft = new Draft('a', () => Promise.resolve());
    draft.renew('b');
    expect(draft.text).toBe('b');
    draft.change('mine');
    draft.renew('c');
    expect(draft.text).toBe('mine');
  });
});

describe('talk', () => {
  const said = (seq: number, seat: string, at: number, quiet = false): Saying => ({
    seq,
    seat,
    side: 'blue',
    name: seat,
    guest: false,
    text: `words ${seq}`,
    quiet,
    at,
  });

  it('is picked out of the news', () => {
    const matter = { seat: 's', side: 'blue', private: true, at: 5 };
    expect(
      sayings([
        { type: 'event', seq: 1 },
        { type: 'matter', seq: 2, matter: { kind: 'joined', ...matter } },
        { type: 'matter', seq: 3, matter: { kind: 'said', ...matter, text: 'hold', name: 'Ann' } },
      ]),
    ).toEqual([
      {
        seq: 3,
        seat: 's',
        side: 'blue',
        name: 'Ann',
        guest: false,
        text: 'hold',
        quiet: true,
        at: 5,
      },
    ]);
  });

  it('of one breath stands together, and quiet words never under loud ones', () => {
    const groups = talks([
      said(1, 'a', 0),
      said(2, 'a', 60),
      said(3, 'a', 70, true),
      said(4, 'b', 80),
      said(5, 'b', 900),
    ]);
    expect(groups.map((group) => group.lines.length)).toEqual([2, 1, 1, 1]);
  });

  it('goes to the side alone when that was chosen, and stays when it was not taken', async () => {
    const onsay = vi.fn(() => Promise.resolve());
    const page = draw(Chat, { said: [], sides: top.sides, seat: 'a', side: 'blue', onsay });
    const write = (text: string) => {
      const field = find<HTMLTextAreaElement>(page, 'textarea');
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      flushSync();
    };
    const enter = async () => {
      find(page, 'textarea').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      );
      await tick();
      await tick();
      flushSync();
    };
    page.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click();
    flushSync();
    write('  hold the ridge ');
    await enter();
    expect(onsay).toHaveBeenCalledWith('hold the ridge', true);
    expect(find<HTMLTextAreaElement>(page, 'textarea').value).toBe('');
    onsay.mockImplementation(() => Promise.reject(new Error('gone')));
    write('again');
    await enter();
    expect(find<HTMLTextAreaElement>(page, 'textarea').value).toBe('again');
    expect(page.querySelectorAll('.failed')).toHaveLength(1);
  });
});

it('shows the points with their reasons, and who won', () => {
  const score = [
    {
      title: 'points of blue',
      total: '16',
      parts: [{ label: 'villages', value: '16', rule: 'S1', source: 'rulebook' }],
    },
  ];
  const page = draw(Score, {
    table: table({ score, over: true, winner: 'red', result: 'red wins' }),
  });
  expect(clean(find(page, '.total'))).toBe('16');
  expect(clean(find(page, '.result'))).toBe('red wins');
});

it('shows the switches in force and which of them differ from the usual', () => {
  const said = { rule: '16', reason: 'Because.', labels: { on: 'on', off: 'off' } };
  const one = { values: ['on', 'off'], default: 'on', ...said };
  const page = draw(Options, {
    switches: [
      { ...one, id: 'masking', label: 'Masking' },
      { ...one, id: 'free_setup', label: 'Free setup' },
    ],
    options: { masking: 'off' },
    system: 'toy',
  });
  expect(all(page, '.chosen')).toEqual(['off', 'on']);
  expect(all(page, '.changed .id')).toEqual(['Masking']);
  expect(all(page, '.id')).toEqual(['Masking', 'Free setup']);
});

it('writes keys as they stand on a keyboard', () => {
  const page = draw(Shortcuts, {
    groups: [
      {
        title: 'Orders',
        lines: [
          { id: 'u', keys: ['u', 'Ctrl+Z'], title: 'Undo' },
          { id: 'z', keys: ['+'], title: 'Nearer' },
        ],
      },
    ],
  });
  expect(all(page, 'kbd')).toEqual(['U', 'Ctrl', 'Z', '+']);
});

describe('the proof of the dice', () => {
  const seed = '27ec4c8eaea371144eae4ab8ce7d546cf022928c48cda9e67bdfd05b936b60cd';
  const promise = '19aab52f97b50e9c82d4db5f1f5ac70335be85e94c3164115e06f8133f168644';

  it('finds the seed that was promised, and no other', async () => {
    vi.stubGlobal('crypto', webcrypto);
    expect(await prove(promise, null)).toBe('open');
    expect(await prove(promise, seed)).toBe('true');
    expect(await prove(promise, seed.replace('27', '28'))).toBe('false');
    expect(await prove(promise, 'not hex')).toBe('false');
  });

  it('rolls the dice that the engine rolled', async () => {
    vi.stubGlobal('crypto', webcrypto);
    expect(await rolled(seed, 0, 12)).toEqual([3, 2, 3, 5, 4, 3, 4, 6, 3, 2, 3, 5]);
    expect(await rolled(seed, 5, 3, 10)).toEqual([5, 8, 6]);
  });

  it('says so when a browser cannot', async () => {
    vi.stubGlobal('crypto', {});
    expect(await prove(promise, seed)).toBe('unable');
  });

  it('keeps the seed sealed while the game goes on', () => {
    const page = draw(DiceProof, { commitment: promise, seed: null });
    expect(all(page, '.sealed')).toHaveLength(1);
    expect(clean(find(page, '.hash')).replaceAll(' ', '')).toBe(promise);
  });
});
