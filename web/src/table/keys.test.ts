import { describe, expect, test, vi } from 'vitest';

import { chord, chordOf, Keys } from './keys';

const pressed = (key: string, more: Partial<KeyboardEventInit> = {}, target?: HTMLElement) => {
  const event = new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...more });
  if (target) target.dispatchEvent(event);
  return event;
};

describe('chords', () => {
  test('letters ignore their case, signs ignore shift', () => {
    expect(chordOf(pressed('u'))).toBe('u');
    expect(chordOf(pressed('Z', { ctrlKey: true, shiftKey: true }))).toBe('Ctrl+Shift+z');
    expect(chordOf(pressed('?', { shiftKey: true }))).toBe('?');
    expect(chordOf(pressed('Tab', { shiftKey: true }))).toBe('Shift+Tab');
    expect(chordOf(pressed(' '))).toBe('Space');
    expect(chordOf(pressed('z', { metaKey: true }))).toBe('Ctrl+z');
  });

  test('what is written is read in the same form', () => {
    expect(chord('Ctrl+Z')).toBe('Ctrl+z');
    expect(chord('Shift+Ctrl+Z')).toBe('Ctrl+Shift+z');
    expect(chord('+')).toBe('+');
    expect(chord('Ctrl++')).toBe('Ctrl++');
    expect(chord('Escape')).toBe('Escape');
  });
});

describe('the registry', () => {
  test('a key does its deed, the first one that can be done', () => {
    const keys = new Keys();
    const first = vi.fn();
    const second = vi.fn();
    let open = false;
    keys.add(
      { id: 'a', keys: ['Escape'], title: 'a', group: 'g', when: () => open, run: first },
      { id: 'b', keys: ['Escape'], title: 'b', group: 'g', run: second },
    );
    expect(keys.press(pressed('Escape'))).toBe(true);
    open = true;
    keys.press(pressed('Escape'));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  test('letters that are typed into a field are left to it', () => {
    const keys = new Keys();
    const run = vi.fn();
    keys.add({ id: 'a', keys: ['u', 'Escape'], title: 'a', group: 'g', run });
    const field = document.body.appendChild(document.createElement('input'));
    field.addEventListener('keydown', (event) => keys.press(event));
    pressed('u', {}, field);
    expect(run).not.toHaveBeenCalled();
    pressed('Escape', {}, field);
    expect(run).toHaveBeenCalledOnce();
  });

  test('Enter on a button is the button’s', () => {
    const keys = new Keys();
    const run = vi.fn();
    keys.add({ id: 'a', keys: ['Enter'], title: 'a', group: 'g', run });
    const button = document.body.appendChild(document.createElement('button'));
    button.addEventListener('keydown', (event) => keys.press(event));
    pressed('Enter', {}, button);
    expect(run).not.toHaveBeenCalled();
    expect(keys.press(pressed('Enter'))).toBe(true);
  });

  test('unless the deed may take it, as a stack on the map gives way to an attack', () => {
    const keys = new Keys();
    const run = vi.fn();
    const over = (control: Element) => control.closest('aside') === null;
    keys.add({ id: 'a', keys: ['Enter'], title: 'a', group: 'g', run, over });
    const aside = document.body.appendChild(document.createElement('aside'));
    const inside = aside.appendChild(document.createElement('button'));
    const outside = document.body.appendChild(document.createElement('button'));
    for (const button of [inside, outside]) {
      button.addEventListener('keydown', (event) => keys.press(event));
    }
    pressed('Enter', {}, inside);
    expect(run).not.toHaveBeenCalled();
    pressed('Enter', {}, outside);
    expect(run).toHaveBeenCalledOnce();
  });

  test('a key that is held repeats only what may be repeated', () => {
    const keys = new Keys();
    const once = vi.fn();
    const often = vi.fn();
    keys.add(
      { id: 'a', keys: ['u'], title: 'a', group: 'g', run: once },
      { id: 'b', keys: ['+'], title: 'b', group: 'g', run: often, repeats: true },
    );
    keys.press(pressed('u', { repeat: true }));
    keys.press(pressed('+', { repeat: true }));
    expect([once.mock.calls.length, often.mock.calls.length]).toEqual([0, 1]);
  });

  test('what lasts as long as a key is held ends when it is let go', () => {
    const keys = new Keys();
    const release = vi.fn();
    keys.add({ id: 'a', keys: ['v'], title: 'a', group: 'g', run: vi.fn(), release });
    keys.lift({ key: 'v' });
    expect(release).not.toHaveBeenCalled();
    keys.press(pressed('v'));
    keys.lift({ key: 'v' });
    expect(release).toHaveBeenCalledOnce();
  });

  test('a taken key is had with Alt, and a removed deed frees it', () => {
    const keys = new Keys();
    const remove = keys.add({ id: 'a', keys: ['u'], title: 'a', group: 'g', run: vi.fn() });
    expect(keys.free('u')).toBe('Alt+u');
    expect(keys.free('s')).toBe('s');
    remove();
    expect(keys.free('u')).toBe('u');
    expect(keys.sheet()).toEqual([]);
  });

  test('the sheet has every deed under its group', () => {
    const keys = new Keys();
    keys.add(
      { id: 'a', keys: ['u', 'Ctrl+Z'], title: 'Take back', group: 'Orders', run: vi.fn() },
      { id: 'b', keys: ['0'], title: 'Fit', group: 'Map', run: vi.fn() },
      { id: 'c', keys: ['e'], title: 'End', group: 'Orders', run: vi.fn() },
    );
    expect(keys.sheet().map((group) => [group.title, group.lines.map((line) => line.id)])).toEqual([
      ['Orders', ['a', 'c']],
      ['Map', ['b']],
    ]);
  });
});
