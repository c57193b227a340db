import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

import type { Asked, ActionCard, Extra, TaleLine, Weighing } from '../api/schema';
import { composition, table } from '../table/sample';
import { Ranks } from '../table/selection';
import AttackPanel from './AttackPanel.svelte';
import { Inquiry, type Stroke } from './inquiry.svelte';
import { checked, stance } from './stance.svelte';
import QuestionCard from './QuestionCard.svelte';

// jsdom lays nothing out, so nothing has a size to observe.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
);

let shown: Record<string, unknown> | null = null;

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  document.body.innerHTML = '';
});

const ranks = new Ranks(table());
const extra: Extra = {
  part: 'guns',
  part_title: 'guns in support',
  id: 'b3',
  title: 'b3',
  chosen: false,
  action: { do: 'attack', guns: ['b3'] },
};
const weighing: Weighing = {
  action: { do: 'attack', units: ['b1'], targets: ['0104'] },
  text: 'b1 against 0104',
  refusals: [],
  column: '3:1',
  sums: [
    {
      title: 'attack',
      total: '7',
      parts: [{ label: 'b1', value: '7', rule: '1.4a', source: 'house' }],
    },
  ],
  outcomes: [
    { text: 'defender retreats', probability: '5/6', percent: 83.3, rolls: [2, 3], tone: 'good' },
    { text: 'attacker loses 1', probability: '1/6', percent: 16.7, rolls: [12], tone: 'bad' },
  ],
  unknown: [{ rule: '16.1', text: 'what stands there is not known' }],
  supposed: [],
  warnings: [],
  extras: [extra],
};

function panel(more: Partial<Weighing> = {}) {
  const told = { onswitch: vi.fn(), onhover: vi.fn(), oncommit: vi.fn(), oncancel: vi.fn() };
  shown = mount(AttackPanel, {
    target: document.body,
    props: {
      weighing: { ...weighing, ...more },
      title: 'Attack',
      system: 'toy',
      counters: ranks.counters,
      sides: table().sides,
      busy: false,
      ...told,
    },
  });
  flushSync();
  return told;
}

const button = (text: string) =>
  [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));

test('an attack shows its column, every part with its rule, and each outcome with its chance', () => {
  panel();
  const text = document.body.textContent ?? '';
  for (const words of ['3:1', '7', 'defender retreats', '83%', 'attacker loses 1', '17%']) {
    expect(text).toContain(words);
  }
  expect(text).toContain('[1.4a]');
  expect(text).toContain('[16.1]');
});

test('what could be added is switched, and the attack is made or left', () => {
  const told = panel();
  button('b3')?.click();
  expect(told.onswitch).toHaveBeenCalledWith(extra);
  button('Attack')?.click();
  expect(told.oncommit).toHaveBeenCalledOnce();
  button('Leave it')?.click();
  expect(told.oncancel).toHaveBeenCalledOnce();
});

test('an attack that is refused says why and cannot be made', () => {
  const told = panel({ refusals: [{ rule: '5.1.2', text: 'nobody is next to it' }] });
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Nobody is next to it.');
  button('Attack')?.click();
  expect(told.oncommit).not.toHaveBeenCalled();
});

const choice = (text: string, name = ''): ActionCard => ({
  action: { do: text },
  text,
  name,
  hexes: [],
  pieces: [],
  weighed: false,
});

const line = (text: string, rule: string): TaleLine => ({
  seq: 1,
  moment: 1,
  turn: 1,
  phase: 'Attack',
  side: null,
  text,
  rule,
  dice: [],
  sums: [],
  hexes: [],
  pieces: [],
  loud: false,
});

function card(choices: ActionCard[], before: TaleLine[] = []) {
  const asked: Asked = {
    id: '1.0',
    name: 'retreat',
    prompt: 'retreat, or stand',
    rule: '5.3.1',
    phase: false,
    deeds: [],
    default: { do: 'stand' },
    choices,
    more: false,
    hexes: ['0101'],
    pieces: [],
    sums: [],
    hint: '',
    about: '',
    idle: false,
  };
  const told = { oncommit: vi.fn(), onfail: vi.fn(), onshow: vi.fn() };
  const compose = vi.fn(({ draft }: Stroke) =>
    Promise.resolve(composition(draft ? { action: draft } : {})),
  );
  const inquiry = new Inquiry(asked, { choices: vi.fn(), compose });
  inquiry.settled = true;
  shown = mount(QuestionCard, {
    target: document.body,
    props: {
      inquiry,
      before,
      system: 'toy',
      about: null,
      screen: { left: 0, top: 0, right: 800, bottom: 600 },
      busy: false,
      counters: ranks.counters,
      sides: table().sides,
      ...told,
    },
  });
  flushSync();
  return { told, inquiry };
}

test('a question shows its prompt with the rule, and marks the usual answer', () => {
  card([choice('go'), choice('stand')]);
  expect(document.body.textContent).toContain('Retreat, or stand.');
  expect(document.body.textContent).toContain('[5.3.1]');
  expect(document.querySelector('.usual')?.textContent).toContain('Stand');
});

test('a question says what led to it, beside its answers', () => {
  card([choice('go')], [line('the Germans attack', '9.2')]);
  const told = document.querySelector('[role=note]');
  expect(told?.textContent).toContain('The Germans attack.');
  expect(told?.textContent).toContain('[9.2]');
  expect(document.querySelectorAll('li')).toHaveLength(1);
});

test('pointing at an answer previews it, a click chooses it, and only the button gives it', async () => {
  const { told, inquiry } = card([choice('go'), choice('stand')]);
  const go = button('Go');
  go?.dispatchEvent(new Event('pointerenter'));
  expect(inquiry.preview).toBe(inquiry.asked.choices[0]);
  go?.click();
  await vi.waitFor(() => expect(inquiry.busy).toBe(false));
  flushSync();
  expect(inquiry.draft).toEqual({ do: 'go' });
  expect(go?.ariaPressed ?? go?.getAttribute('aria-pressed')).toBe('true');
  expect(told.oncommit).not.toHaveBeenCalled();
  document.querySelector<HTMLButtonElement>('[data-part=give]')?.click();
  expect(told.oncommit).toHaveBeenCalledWith(false);
});

test('a standing answer is left only for an answer that is a policy', async () => {
  const { told, inquiry } = card([choice('go', 'retreat'), choice('stand')]);
  expect(document.querySelector('input[type=checkbox]')).toBeNull();
  await inquiry.take(inquiry.asked.choices[0] ?? choice(''));
  flushSync();
  document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
  flushSync();
  document.querySelector<HTMLButtonElement>('[data-part=give]')?.click();
  expect(told.oncommit).toHaveBeenLastCalledWith(true);
});

test('a card is folded, and stays so for the next question', () => {
  card([choice('go')]);
  document.querySelector<HTMLButtonElement>('[aria-label="Fold the card"]')?.click();
  flushSync();
  expect(document.querySelector('.choices')).toBeNull();
  expect(document.querySelector('[data-part=give]')).not.toBeNull();
  expect(stance.folded).toBe(true);
  stance.set({ folded: false });
});

test('a stance that was spoilt is the usual one', () => {
  expect(checked({ floats: 1, folded: 'no', at: ['x'] })).toEqual(checked(null));
  expect(checked({ floats: true, at: [3, 4] })).toEqual({
    floats: true,
    folded: false,
    at: [3, 4],
  });
});
