import { mount, tick, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Trouble, unreachable } from '../api/trouble';
import { nextOf, stops, trapped } from './focus';
import { beside } from './place';
import type { RuleCard } from '../api/schema';
import RuleLink from './RuleLink.svelte';
import { checked, spokenLanguage } from './settings.svelte';
import { sentence, told, toasts } from './toasts.svelte';

afterEach(() => {
  document.body.innerHTML = '';
});

describe('beside', () => {
  const room = { width: 1000, height: 600 };
  const card = { width: 200, height: 100 };

  it('is below and centred where there is room', () => {
    expect(beside({ left: 400, top: 100, width: 40, height: 20 }, card, room)).toEqual({
      left: 320,
      top: 126,
    });
  });

  it('is above at the foot of the screen, and never off it', () => {
    expect(beside({ left: 990, top: 570, width: 10, height: 20 }, card, room)).toEqual({
      left: 792,
      top: 464,
    });
    expect(beside({ left: 0, top: 0, width: 10, height: 590 }, card, room)).toEqual({
      left: 8,
      top: 492,
    });
    expect(
      beside({ left: 0, top: 0, width: 1, height: 1 }, { width: 2000, height: 900 }, room),
    ).toEqual({ left: 8, top: 8 });
  });
});

describe('focus', () => {
  it('finds every stop in order, but none in what is folded or dead', () => {
    document.body.innerHTML =
      '<div id="x"><a href="/">1</a><button disabled></button><input><span tabindex="-1"></span>' +
      '<details><summary>3</summary><button></button></details><div inert><button></button></div></div>';
    const found = stops(document.getElementById('x') as HTMLElement);
    expect(found.map((one) => one.tagName)).toEqual(['A', 'INPUT', 'SUMMARY']);
  });

  it('goes in, turns round at the ends, and comes back', () => {
    document.body.innerHTML =
      '<button id="before"></button><div id="x"><button id="a"></button><button id="b"></button></div>';
    const id = (name: string): HTMLElement => document.getElementById(name) as HTMLElement;
    const press = (shiftKey: boolean): boolean =>
      id('x').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Tab', shiftKey, cancelable: true }),
      );
    id('before').focus();
    const release = trapped(id('x'));
    expect(document.activeElement).toBe(id('a'));
    expect(press(true)).toBe(false);
    expect(document.activeElement).toBe(id('b'));
    expect(press(false)).toBe(false);
    expect(document.activeElement).toBe(id('a'));
    release();
    expect(document.activeElement).toBe(id('before'));
  });

  it('goes round in a ring', () => {
    expect(nextOf(['a', 'b', 'c'], 'c', 1)).toBe('a');
    expect(nextOf(['a', 'b', 'c'], 'a', -1)).toBe('c');
    expect(nextOf(['a', 'b'], undefined, -1)).toBe('b');
    expect(nextOf([], undefined, 1)).toBeUndefined();
  });
});

describe('settings', () => {
  it('takes what is a setting, and nothing else', () => {
    const chosen = {
      ...{ scheme: 'night', language: 'pl', clutter: true, motion: 2, name: 'A' },
      ...{ pace: 'step', dice: 'quick', sound: true, type: 'large' },
    };
    expect(checked(chosen)).toEqual(chosen);
    expect(
      checked({
        ...{ scheme: 'pink', language: 'xx', clutter: 'yes', motion: -1, name: 7 },
        ...{ pace: 'gallop', dice: 6, sound: 'loud', type: 'constructor' },
      }),
    ).toEqual({
      ...{ scheme: 'auto', language: 'auto', clutter: false, motion: 1, name: '' },
      ...{ pace: 'normal', dice: 'wait', sound: false, type: 'normal' },
    });
    expect(checked(null).scheme).toBe('auto');
  });

  it('speaks as the browser does, if it can', () => {
    expect(spokenLanguage('auto', ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(spokenLanguage('auto', ['fr'])).toBe('en');
    expect(spokenLanguage('pl', ['de'])).toBe('pl');
  });
});

describe('what went wrong', () => {
  const problem = { error: 'refused', detail: 'no', rule: 'r', would_be_right: 'yes' };

  it('is told by the first reason, with its rule and what would be right', () => {
    const trouble = new Trouble(
      { ...problem, refusals: [{ rule: '5.1', text: 'the river is in the way' }] },
      409,
    );
    expect(told(trouble)).toEqual({
      text: 'The river is in the way.',
      hint: 'What would be right: yes.',
      rule: '5.1',
    });
  });

  it('is told in our own words where the server told nothing', () => {
    expect(told(unreachable()).text).toBe('The server does not answer.');
    expect(told(new Error('boom')).hint).toContain('boom');
  });

  it('is a sentence', () => {
    expect(sentence('there is no such game')).toBe('There is no such game.');
    expect(sentence('Really?')).toBe('Really?');
  });

  it('is shown once, and goes away by itself', () => {
    vi.useFakeTimers();
    toasts.say('one');
    toasts.say('one');
    toasts.say('two', 'good');
    expect(toasts.shown.map((toast) => toast.text)).toEqual(['one', 'two']);
    vi.advanceTimersByTime(20_000);
    expect(toasts.shown).toEqual([]);
    vi.useRealTimers();
  });
});

describe('a link to a rule', () => {
  it('shows the card on a click, and puts it away on Escape', async () => {
    const load = vi.fn<(system: string, rule: string) => Promise<RuleCard>>(() =>
      Promise.resolve({
        id: '5.1',
        title: 'Attacks',
        text: 'A unit fights once.',
        kind: 'mechanic',
        chapter: { id: '5', title: 'Combat' },
        before: null,
        after: { id: '5.2', title: 'The column' },
        related: [],
        options: [],
        rulings: [{ kind: 'ruling', title: 'Once', text: 'Once a phase [5.2].' }],
        tables: [],
        read: 'twice' as const,
        cases: 2,
      }),
    );
    const link = mount(RuleLink, {
      target: document.body,
      props: { system: 'wb95', rule: '5.1', load },
    });
    const button = document.querySelector('button') as HTMLButtonElement;
    expect(button.getAttribute('aria-label')).toBe('Rule 5.1');
    button.click();
    await tick();
    await Promise.resolve();
    await tick();
    expect(load).toHaveBeenCalledWith('wb95', '5.1');
    expect(document.querySelector('[role=note]')?.textContent).toContain('A unit fights once.');
    expect(document.querySelector('[role=note]')?.textContent).toContain('Once a phase [5.2].');
    const [next] = [...document.querySelectorAll<HTMLButtonElement>('[role=note] nav button')];
    next?.click();
    await tick();
    expect(load).toHaveBeenLastCalledWith('wb95', '5.2');
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await tick();
    expect(document.querySelector('[role=note]')).toBeNull();
    await unmount(link);
  });
});
