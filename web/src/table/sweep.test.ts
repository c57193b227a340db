// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';

import { between, sweeping } from './sweep';

/** Hexes ten pixels wide, in one row. */
const at = (x: number, y: number) => (y < 0 ? null : `h${Math.floor(x / 10)}`);

function drawn(on = true) {
  const element = document.body.appendChild(document.createElement('div'));
  const told = { on: () => on, at, ondraw: vi.fn(), ondone: vi.fn() };
  const stop = sweeping(told)(element);
  const fire = (type: string, x: number, more: object = {}) => {
    const event = new MouseEvent(type, { clientX: x, clientY: 5, bubbles: true, ...more });
    Object.assign(event, { pointerId: 'pointerId' in more ? more.pointerId : 1 });
    (type === 'pointerdown' ? element : window).dispatchEvent(event);
    return event;
  };
  return { element, told, fire, stop };
}

describe('drawing over hexes', () => {
  test('a fast hand leaves no gaps', () => {
    expect(between([5, 5], [45, 5], at)).toEqual(['h0', 'h1', 'h2', 'h3', 'h4']);
    expect(between([5, 5], [5, -5], at)).toEqual(['h0']);
  });

  test('a stroke is told as it grows and when it ends, each hex once', () => {
    const { told, fire, stop } = drawn();
    fire('pointerdown', 5);
    fire('pointermove', 25);
    expect(told.ondraw).toHaveBeenLastCalledWith(['h0', 'h1', 'h2']);
    fire('pointermove', 5);
    fire('pointerup', 5);
    expect(told.ondone.mock.calls).toEqual([[['h0', 'h1', 'h2']]]);
    expect(told.ondraw).toHaveBeenLastCalledWith([]);
    stop();
  });

  test('a click is no stroke, nor is a drag while nothing is drawn, nor one with Shift', () => {
    for (const [on, more] of [
      [false, {}],
      [true, { shiftKey: true }],
    ] as const) {
      const { told, fire, stop } = drawn(on);
      fire('pointerdown', 5, more);
      fire('pointermove', 45);
      fire('pointerup', 45);
      expect(told.ondone).not.toHaveBeenCalled();
      stop();
    }
    const { told, fire, stop } = drawn();
    fire('pointerdown', 5);
    fire('pointermove', 7);
    fire('pointerup', 7);
    expect(told.ondone).not.toHaveBeenCalled();
    stop();
  });

  test('a second finger ends the stroke, and the map is moved', () => {
    const { told, fire, stop } = drawn();
    fire('pointerdown', 5);
    fire('pointermove', 25);
    const second = fire('pointerdown', 60, { pointerId: 2 });
    fire('pointerup', 25);
    expect(second.cancelBubble).toBe(false);
    expect(told.ondone).not.toHaveBeenCalled();
    stop();
  });
});
