import { afterEach, expect, test, vi } from 'vitest';

import { NEAR, SHORT, Steady, steady } from './steady';

test('a second click at the same spot is not for what has come there since', () => {
  const guard = new Steady();
  const first = { x: 100, y: 100, at: 0 };
  guard.change(50, first);
  const second = { x: 101, y: 100, at: 200 };
  expect(guard.heeds(101, 100, 210, second)).toBe(false);
  expect(guard.heeds(100 + NEAR + 1, 100, 210, second)).toBe(true);
  expect(guard.heeds(101, 100, 50 + SHORT, second)).toBe(true);
});

test('what changes between the press and the click was not meant', () => {
  const guard = new Steady();
  const press = { x: 100, y: 100, at: 40 };
  guard.change(50, { x: 0, y: 0, at: 0 });
  expect(guard.heeds(100, 100, 60, press)).toBe(false);
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

test('a list drops clicks that come too soon, and hears keys at once', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  document.body.innerHTML = '<div><button>Dig in</button></div>';
  const list = document.querySelector<HTMLElement>('div');
  const button = document.querySelector('button');
  if (!list || !button) throw new Error('no list');
  const heard = vi.fn();
  list.addEventListener('click', heard);
  const press = (x: number) => {
    window.dispatchEvent(new MouseEvent('pointerdown', { clientX: x, clientY: 5 }));
    button.dispatchEvent(
      new MouseEvent('click', { bubbles: true, clientX: x, clientY: 5, detail: 1 }),
    );
  };
  const end = steady()(list);
  now.mockReturnValue(1000);
  press(5);
  expect(heard).toHaveBeenCalledTimes(1);
  list.append(document.createElement('button'));
  await Promise.resolve();
  now.mockReturnValue(1200);
  press(6);
  expect(heard).toHaveBeenCalledTimes(1);
  button.click(); // a key: it has no place
  expect(heard).toHaveBeenCalledTimes(2);
  now.mockReturnValue(1000 + SHORT);
  press(6);
  expect(heard).toHaveBeenCalledTimes(3);
  if (typeof end === 'function') end();
});
