import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';

import { toasts } from '../common/toasts.svelte';
import Deputy from './Deputy.svelte';
import { props } from './deputy.fixture.svelte';

let shown: Record<string, unknown> | null = null;

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
});

function buttons(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('[data-part="deputy"] button')];
}

test('the staff is asked, stopped, and says when it is done', () => {
  const given = props();
  shown = mount(Deputy, { target: document.body, props: given });
  buttons()[0]?.click();
  expect(given.asked).toEqual(['staff']);
  given.working = 'staff';
  flushSync();
  expect(buttons()[0]?.textContent).toContain('Stop');
  buttons()[0]?.click();
  expect(given.stopped).toBe(1);
  given.working = '';
  flushSync();
  expect(toasts.shown.at(-1)?.text).toContain('Your staff');
});

test('where nobody could, nothing is offered', () => {
  const given = props();
  given.offered = [];
  shown = mount(Deputy, { target: document.body, props: given });
  expect(buttons()).toEqual([]);
});
