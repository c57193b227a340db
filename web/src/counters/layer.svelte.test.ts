import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { BoardPlan, TableTop } from '../api/schema';
import { Camera } from '../map/camera.svelte';
import { Plan } from '../map/plan';
import CounterFace from './CounterFace.svelte';
import CountersLayer from './CountersLayer.svelte';
import { counter, GREY, stack, table } from './sample';
import StackList from './StackList.svelte';

/** One long row of hexes: 0101, 0102 … */
function row(length: number): BoardPlan {
  const labels = Array.from({ length }, (_, n) => `01${String(n + 1).padStart(2, '0')}`);
  return {
    name: 'row',
    orientation: 'pointy',
    size: 40,
    box: [0, 0, 50 + length * 69, 100],
    labels,
    x: labels.map((_, n) => 50 + n * 69),
    y: labels.map(() => 50),
    terrain: labels.map(() => 0),
    neighbours: labels.flatMap((_, n) => [n + 1 < length ? n + 1 : -1, -1, -1, n - 1, -1, -1]),
    grounds: [],
    places: [],
    boxes: [],
    credits: [],
  };
}

const everyone = [
  counter({ name: 'A', id: 'a', hex: '0101', title: 'Grey A' }),
  counter({ name: 'B', id: 'b', hex: '0102', title: 'Grey B' }),
  counter({ name: 'C', id: 'c', hex: '0102', title: 'Grey C' }),
];
const start = table({
  counters: everyone,
  stacks: [
    stack('0101', ['a']),
    stack('0102', ['b', 'c'], { strength: '10 attack', notes: ['in supply'] }),
    stack('0105', [], { side: 'red', closed: true, count: '?' }),
  ],
});

const clean: (() => unknown)[] = [];

afterEach(async () => {
  for (const done of clean.splice(0)) await done();
  vi.useRealTimers();
  delete (HTMLElement.prototype as Partial<HTMLElement>).animate;
});

function lay(first: TableTop, hexes = 20) {
  const camera = new Camera();
  [camera.x, camera.y, camera.width, camera.height] = [300, 50, 1200, 800];
  const calls = { onpick: vi.fn(), onopen: vi.fn(), onhover: vi.fn(), onpickall: vi.fn() };
  const props = $state({
    table: first,
    plan: new Plan(row(hexes)),
    camera,
    selected: new Set<string>() as ReadonlySet<string>,
    lit: new Set<string>() as ReadonlySet<string>,
    open: null as string | null,
    clutter: false,
    ...calls,
  });
  const made = mount(CountersLayer, { target: document.body, props });
  clean.push(() => unmount(made));
  flushSync();
  return { props, camera, ...calls };
}

const find = (where: string): HTMLElement => document.querySelector(where) as HTMLElement;
const all = (where: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(where)];
const at = (hex: string): HTMLElement => find(`[data-stack^="${hex}/"]`);
/** The name of a button, which is that of the counter in it. */
const name = (node: HTMLElement): string | null | undefined =>
  node.querySelector('[role=img]')?.getAttribute('aria-label');
const press = (node: HTMLElement, key: string): void => {
  node.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
};

describe('the counters on the map', () => {
  it('are buttons with names', () => {
    lay(start);
    expect(at('0101').tagName).toBe('BUTTON');
    expect(name(at('0101'))).toBe('Grey A');
    expect(name(at('0102'))).toBe('Grey B. Stack of 2 counters in 0102');
    expect(name(at('0105'))).toBe('Red: closed stack in 0105, counters: ?');
  });

  it('show the values, and nothing of a closed stack but its back', () => {
    lay(start);
    expect(at('0101').textContent).toContain('5-4-7');
    expect(at('0105').querySelector('.back')).not.toBeNull();
    expect(at('0105').querySelector('.face')).toBeNull();
  });

  it('an enemy stack of which only the top is seen keeps its number to itself', () => {
    const { onpick } = lay(
      table({
        counters: [counter({ id: 'r', side: 'red', title: 'Red R' })],
        stacks: [stack('0101', ['r'], { side: 'red', closed: true, count: '' })],
      }),
    );
    expect(name(at('0101'))).toBe('Red R. There may be more in 0101');
    expect(at('0101').querySelector('.count')?.textContent).toBe('?');
    at('0101').click();
    expect(onpick).toHaveBeenCalledWith('r', expect.any(MouseEvent));
  });

  it('trouble below the top counter is shown at the edge', () => {
    const state = { id: 'oos', short: '2', title: 'out of supply', rule: '', tone: 'bad' as const };
    const next = structuredClone(start);
    for (const card of next.counters) if (card.id === 'c') card.states = [state];
    const { props } = lay(next);
    expect(at('0102').querySelector('.below')?.textContent).toBe('2');
    props.selected = new Set(['c']);
    flushSync();
    expect(at('0102').querySelector('.below')).toBeNull();
    expect(at('0102').querySelector('.tab')?.textContent).toBe('2');
  });

  it('how many of a stack are chosen is told', () => {
    const { props } = lay(start);
    expect(at('0102').querySelector('.count')?.textContent).toBe('2');
    props.selected = new Set(['b']);
    flushSync();
    expect(at('0102').querySelector('.count')?.textContent).toBe('1/2');
  });

  it('a lone counter is picked, a stack is opened, and closed again', () => {
    const { props, onpick, onopen } = lay(start);
    at('0101').click();
    expect(onpick).toHaveBeenCalledWith('a', expect.any(MouseEvent));
    at('0102').click();
    expect(onopen).toHaveBeenCalledWith('0102');
    props.open = '0102';
    flushSync();
    at('0102').click();
    expect(onopen).toHaveBeenLastCalledWith(null);
  });

  it('fan out into buttons, and the whole stack can be taken', () => {
    const { props, onpick, onpickall } = lay(start);
    props.open = '0102';
    flushSync();
    const fanned = all('[data-fan] [data-counter]');
    expect(fanned.map(name)).toEqual(['Grey B', 'Grey C']);
    fanned[1]?.click();
    expect(onpick).toHaveBeenCalledWith('c', expect.any(MouseEvent));
    find('[data-fan] .all').click();
    expect(onpickall).toHaveBeenCalledWith('0102', ['b', 'c'], expect.any(MouseEvent));
  });

  it('Escape closes the fan and gives the stack its focus back', async () => {
    const { props, onopen } = lay(start);
    props.open = '0102';
    flushSync();
    press(find('[data-counter="b"]'), 'Escape');
    expect(onopen).toHaveBeenCalledWith(null);
    await tick();
    expect(document.activeElement).toBe(at('0102'));
  });

  it('what is chosen lies on top', () => {
    const { props } = lay(start);
    props.selected = new Set(['c']);
    flushSync();
    expect(name(at('0102'))).toContain('Grey C');
    expect(at('0102').querySelector('.face')?.classList).toContain('selected');
  });

  it('arrow keys walk from stack to stack, and Tab comes to only one', async () => {
    lay(start);
    expect(all('[data-stack][tabindex="0"]')).toHaveLength(1);
    at('0101').focus();
    press(at('0101'), 'ArrowRight');
    await tick();
    expect(document.activeElement).toBe(at('0102'));
    expect(all('[data-stack][tabindex="0"]')).toEqual([at('0102')]);
  });

  it('tell their strength when one points at them long enough', () => {
    vi.useFakeTimers();
    const { onhover } = lay(start);
    at('0102').dispatchEvent(new Event('pointerenter'));
    expect(onhover).toHaveBeenCalledWith('0102');
    vi.advanceTimersByTime(1000);
    flushSync();
    expect(find('[role=tooltip]').textContent).toContain('10 attack');
    expect(find('[role=tooltip]').textContent).toContain('in supply');
    expect(at('0102').getAttribute('aria-describedby')).toBe(find('[role=tooltip]').id);
    at('0102').dispatchEvent(new Event('pointerleave'));
    flushSync();
    expect(find('[role=tooltip]')).toBeNull();
    expect(onhover).toHaveBeenLastCalledWith(null);
  });

  it('leave the page alone when the table says the same again', async () => {
    const { props } = lay(start);
    const changes: MutationRecord[] = [];
    const watch = new MutationObserver((records) => changes.push(...records));
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    props.table = structuredClone(start);
    flushSync();
    await tick();
    expect(changes).toEqual([]);
    watch.disconnect();
  });

  it('touch one stack when one counter changes', async () => {
    const { props } = lay(start);
    const changes: MutationRecord[] = [];
    const watch = new MutationObserver((records) => changes.push(...records));
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    const next = structuredClone(start);
    for (const card of next.counters) if (card.id === 'a') card.done = true;
    props.table = next;
    flushSync();
    await tick();
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.every(({ target }) => at('0101').contains(target))).toBe(true);
    watch.disconnect();
  });

  it('of many only those in sight are on the page, and panning brings the others', () => {
    const many = Array.from({ length: 400 }, (_, n) => `01${String(n + 1).padStart(2, '0')}`);
    const { camera } = lay(
      table({
        counters: many.map((hex) => counter({ id: hex, hex })),
        stacks: many.map((hex) => stack(hex, [hex])),
      }),
      400,
    );
    expect(all('[data-stack]').length).toBeLessThan(60);
    expect(at('0101')).not.toBeNull();
    expect(at('01300')).toBeNull();
    camera.x = 300 * 69;
    flushSync();
    expect(at('01300')).not.toBeNull();
    expect(at('0101')).toBeNull();
  });

  it('travel to their new hex and lie there when they have come', () => {
    const motions: { onfinish?: () => void; cancel: () => void }[] = [];
    HTMLElement.prototype.animate = vi.fn(() => {
      const motion = { cancel: () => undefined };
      motions.push(motion);
      return motion as unknown as Animation;
    });
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const { props } = lay(start);
    const next = structuredClone(start);
    for (const card of next.counters) if (card.id === 'a') card.hex = '0104';
    next.stacks = next.stacks.map((one) => (one.hex === '0101' ? { ...one, hex: '0104' } : one));
    props.table = next;
    flushSync();
    expect(motions).toHaveLength(1);
    expect(find('.traveller')).not.toBeNull();
    expect(at('0104')).toBeNull();
    motions[0]?.onfinish?.();
    flushSync();
    expect(find('.traveller')).toBeNull();
    expect(name(at('0104'))).toBe('Grey A');
    vi.unstubAllGlobals();
  });

  it('marks have names', () => {
    const mark = { short: '', side: 'grey', rule: '' };
    lay(
      table({
        marks: [
          { ...mark, hex: '0103', kind: 'entrench', title: 'field works' },
          { ...mark, hex: '0103', kind: 'never heard of', title: 'something new' },
          { ...mark, hex: 'nowhere', kind: 'flag', title: 'lost' },
        ],
        side_marks: [
          { hex: '0103', other: '0104', kind: 'blown', title: 'blown bridge', side: null },
        ],
      }),
    );
    const names = all('[role=img]').map((node) => node.getAttribute('aria-label'));
    expect(names.sort()).toEqual(['blown bridge', 'field works', 'something new']);
  });
});

describe('a face', () => {
  function face(said: Parameters<typeof counter>[0], size: number): HTMLElement {
    const made = mount(CounterFace, {
      target: document.body,
      props: { counter: counter(said), side: GREY, size },
    });
    clean.push(() => unmount(made));
    return find('.face');
  }

  it('says as much as its size allows', () => {
    const texts = (node: HTMLElement): string[] =>
      [...node.querySelectorAll('text')].map((text) => text.textContent ?? '');
    expect(texts(face({}, 18))).toEqual([]);
    clean.splice(0).forEach((done) => done());
    expect(texts(face({}, 36))).toEqual(['5-4-7']);
    clean.splice(0).forEach((done) => done());
    expect(texts(face({}, 64))).toEqual(['58', '3 Div', '5-4-7']);
  });

  it('shows lost steps, states, and that it has acted', () => {
    const state = { id: 'oos', short: '!', title: 'out of supply', rule: '', tone: 'bad' as const };
    const node = face({ step: 1, states: [state], done: true }, 64);
    expect(node.querySelectorAll('.steps .spent')).toHaveLength(1);
    expect(node.querySelector('.reduced')).not.toBeNull();
    expect(node.querySelector('.tab.bad')?.textContent).toBe('!');
    expect(node.classList).toContain('done');
    expect(node.classList).toContain('hatch-lines');
  });
});

describe('the list of a hex', () => {
  it('names everybody there and lets them be chosen', () => {
    const onpick = vi.fn();
    const made = mount(StackList, {
      target: document.body,
      props: { table: start, hex: '0102', selected: new Set(['c']), onpick },
    });
    clean.push(() => unmount(made));
    const rows = all('button[data-counter]');
    expect(rows.map((node) => node.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    rows[0]?.click();
    expect(onpick).toHaveBeenCalledWith('b', expect.any(MouseEvent));
  });
});
