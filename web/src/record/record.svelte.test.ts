import { flushSync, mount, tick, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { TableTop, TaleLine } from '../api/schema';
import { counter, table } from '../table/sample';
import Log from './Log.svelte';
import { battle, told } from './sample';
import { mixed } from './sources';
import Timeline from './Timeline.svelte';

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
  vi.unstubAllGlobals();
});

function log(lines: TaleLine[], more: Partial<TableTop> = {}, follow: number | null = null) {
  const onshow = vi.fn();
  const onmoment = vi.fn();
  const top = table({ counters: [counter('11', 'blue', '0102')], seen: 99999, ...more });
  const page = draw(Log, { lines, table: top, onshow, onmoment, follow });
  return { page, onshow, onmoment };
}

const all = (page: HTMLElement, which: string): string[] =>
  Array.from(page.querySelectorAll(which), (node) =>
    (node.textContent ?? '').replace(/\s+/g, ' ').trim(),
  );

function find<Kind extends HTMLElement = HTMLElement>(page: HTMLElement, which: string): Kind {
  const found = page.querySelector<Kind>(which);
  if (!found) throw new Error(`there is no ${which}`);
  return found;
}

describe('the log', () => {
  it('reads as chapters, with the side that acts', () => {
    const { page } = log(battle());
    expect(all(page, 'h3')).toEqual(['Turn 1', 'Turn 2']);
    expect(all(page, 'h4')).toEqual(['Movement Blue', 'Attack Blue', 'Movement Red']);
  });

  it('draws dice as dice and says what they show', () => {
    const { page } = log(battle());
    const dice = find(page, '.dice');
    expect(dice.getAttribute('aria-label')).toContain('10');
    expect(dice.querySelectorAll('.pip')).toHaveLength(10);
  });

  it('lights what a line is about, goes there, and lets it go', () => {
    const { page, onshow } = log(battle());
    const line = find(page, 'div.line');
    line.dispatchEvent(new MouseEvent('pointerenter'));
    expect(onshow).toHaveBeenLastCalledWith(['0101', '0102'], ['11'], false);
    find(page, '.line .go').click();
    expect(onshow).toHaveBeenLastCalledWith(['0101', '0102'], ['11'], true);
    find(page, '.line .hex').click();
    expect(onshow).toHaveBeenLastCalledWith(['0101'], [], true);
    line.dispatchEvent(new MouseEvent('pointerleave'));
    expect(onshow).toHaveBeenLastCalledWith([], [], false);
  });

  it('goes back to the moment of a line', () => {
    const { page, onmoment } = log(battle());
    page.querySelectorAll<HTMLElement>('.then')[2]?.click();
    expect(onmoment).toHaveBeenCalledWith(3);
  });

  it('opens a number as a tally with its rules, and marks what is ours', () => {
    const { page } = log(battle());
    expect(page.querySelector('.tally')).toBeNull();
    find(page, '.sum').click();
    flushSync();
    expect(all(page, '.tally tbody .value')).toEqual(['+3', '+1½']);
    expect(all(page, '.tally tfoot .value')).toEqual(['4½']);
    expect(all(page, '.tally .link')).toEqual(['[1.4a]', '[1.5]']);
    expect(all(page, '.tally tr.house abbr')).toEqual(['*']);
    expect(find(page, '.sources').textContent).toContain('Ours');
    find(page, '.sum').click();
    flushSync();
    expect(page.querySelector('.tally')).toBeNull();
  });

  it('shows battles only, one side only, or what is searched for', () => {
    const { page } = log(battle());
    find(page, '[aria-label="Only battles"]').click();
    flushSync();
    expect(all(page, '.line .text')).toEqual(['blue attacks 0103', 'on 3:1 the dice give 10']);
    find(page, '[aria-label="Only battles"]').click();
    find(page, '[aria-label="Only what the Red side did"]').click();
    flushSync();
    expect(all(page, '.line .text')).toEqual(['27 goes 0106→0105']);
    const search = find<HTMLInputElement>(page, 'input[type=search]');
    search.value = 'nowhere';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(all(page, '.nothing')).toHaveLength(1);
  });

  it('divides what is new since one last looked', () => {
    const { page } = log(battle(), { seen: 2 });
    expect(all(page, 'li.seen')).toEqual(['2 lines since you last looked']);
    const order = Array.from(page.querySelectorAll('li'), (node) => node.classList[0]);
    expect(order.indexOf('seen')).toBe(order.lastIndexOf('line') - 4);
  });

  it('draws only what is in sight of five thousand lines', () => {
    const many = Array.from({ length: 5000 }, (_, i) => told(i + 1, `line ${i}`));
    const { page } = log(many);
    const rows = page.querySelectorAll('li');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(80);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('5002');
  });

  it('marks the moment that is shown and pales what lies ahead', async () => {
    const { page } = log(battle(), {}, 2);
    await tick();
    expect(all(page, '.line.now .text')).toEqual(['blue attacks 0103']);
    expect(page.querySelectorAll('.line.ahead')).toHaveLength(2);
  });

  it('says that nothing has happened yet', () => {
    const { page } = log([]);
    expect(find(page, '.nothing').textContent).toContain('Nothing has happened yet');
  });
});

describe('the timeline', () => {
  const marks = [
    { moment: 1, title: 'Turn 1', kind: 'turn' as const },
    { moment: 4, title: 'a battle', kind: 'battle' as const },
    { moment: 9, title: 'Turn 2', kind: 'turn' as const },
  ];

  function line(moment: number) {
    const onmoment = vi.fn();
    const onplay = vi.fn();
    const onspeed = vi.fn();
    const page = draw(Timeline, {
      moments: 12,
      moment,
      marks,
      playing: false,
      speed: 2,
      onmoment,
      onplay,
      onspeed,
    });
    const slider = find(page, '[role=slider]');
    const press = (key: string) =>
      slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return { page, slider, press, onmoment, onplay, onspeed };
  }

  it('goes by moments, turns and battles with the keys', () => {
    const { press, onmoment, onplay, onspeed } = line(2);
    const goes: [string, number][] = [
      ['ArrowRight', 3],
      ['ArrowLeft', 1],
      ['PageDown', 9],
      ['PageUp', 1],
      [']', 4],
      ['[', 0],
      ['Home', 0],
      ['End', 12],
    ];
    for (const [key, to] of goes) {
      press(key);
      expect(onmoment, key).toHaveBeenLastCalledWith(to);
    }
    press(' ');
    expect(onplay).toHaveBeenCalledWith(true);
    press('>');
    expect(onspeed).toHaveBeenLastCalledWith(4);
    press('<');
    expect(onspeed).toHaveBeenLastCalledWith(1);
  });

  it('says where it is to those who listen', () => {
    const { slider, page } = line(10);
    expect(slider.getAttribute('aria-valuetext')).toBe('Turn 2, moment 10 of 12');
    expect(page.querySelectorAll('.battle.past')).toHaveLength(1);
  });
});

it('prints fractions as a book does', () => {
  expect(mixed('9/2')).toBe('4½');
  expect(mixed('-1/2')).toBe('−½');
  expect(mixed('+3')).toBe('+3');
  expect(mixed('4/2')).toBe('2');
  expect(mixed('7/5')).toBe('1 2/5');
  expect(mixed('6:1')).toBe('6:1');
  expect(mixed('3/2 ARM')).toBe('3/2 ARM');
});
