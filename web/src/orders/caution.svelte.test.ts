import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';

import CautionCard from './CautionCard.svelte';

let drawn: Record<string, unknown> | null = null;

afterEach(async () => {
  if (drawn) await unmount(drawn);
  drawn = null;
  document.body.innerHTML = '';
});

test('what an order would bring is told, and its player decides', () => {
  const onheed = vi.fn();
  const onignore = vi.fn();
  drawn = mount(CautionCard, {
    target: document.body,
    props: {
      title: 'Move to 0508',
      warnings: ['the reserve would lose trace [4.5a(B)]'],
      system: 'ocs',
      x: 200,
      y: 400,
      lift: 20,
      busy: false,
      onheed,
      onignore,
    },
  });
  flushSync();
  const card = document.querySelector('[role=alertdialog]');
  expect(card?.textContent).toContain('The reserve would lose trace');
  expect(card?.textContent).toContain('4.5a(B)');
  const [leave, go] = Array.from(document.querySelectorAll('.buttons button'));
  (leave as HTMLButtonElement).click();
  expect(onheed).toHaveBeenCalledOnce();
  expect(onignore).not.toHaveBeenCalled();
  (go as HTMLButtonElement).click();
  expect(onignore).toHaveBeenCalledOnce();
});
