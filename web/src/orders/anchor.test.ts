import { expect, test } from 'vitest';

import { around, cornered, placed, type Rect } from './anchor';
import { within } from './carry';

const screen: Rect = { left: 0, top: 0, right: 1000, bottom: 600 };
const inside = (place: { left: number; top: number }, width: number, height: number) =>
  place.left >= 0 && place.top >= 0 && place.left + width <= 1000 && place.top + height <= 600;

test('a card stands at the right of its hexes where there is room', () => {
  const about = around([[300, 300]], 40);
  expect(about).not.toBeNull();
  const place = placed(about, 320, 200, screen);
  expect(place.side).toBe('right');
  expect(place.left).toBeGreaterThanOrEqual(340);
  expect(inside(place, 320, 200)).toBe(true);
});

test('and at the left, below or above where there is not', () => {
  expect(placed(around([[900, 300]], 40), 320, 200, screen).side).toBe('left');
  const wide = { left: 200, top: 40, right: 800, bottom: 120 };
  expect(placed(wide, 320, 200, screen).side).toBe('below');
  expect(placed({ ...wide, top: 480, bottom: 560 }, 320, 200, screen).side).toBe('above');
});

test('a card is whole on the screen wherever its hexes are', () => {
  for (const x of [-500, 0, 500, 1000, 4000]) {
    for (const y of [-500, 0, 300, 600, 4000]) {
      expect(inside(placed(around([[x, y]], 40), 320, 200, screen), 320, 200)).toBe(true);
    }
  }
});

test('without hexes it stands in a corner', () => {
  expect(around([], 10)).toBeNull();
  expect(placed(null, 320, 200, screen)).toEqual({ left: 680, top: 0, side: 'corner' });
});

test('where there is room nowhere it stands in an upper corner', () => {
  const all = { left: 20, top: 20, right: 900, bottom: 580 };
  expect(placed(all, 320, 200, screen)).toEqual({ left: 680, top: 0, side: 'corner' });
  expect(placed({ ...all, left: 200, right: 990 }, 320, 200, screen).left).toBe(0);
});

test('lies in a corner of the map, where the matter is not', () => {
  const screen = { left: 0, top: 0, right: 1000, bottom: 600 };
  const at = (about: Rect | null) => {
    const { left, top } = cornered(about, 300, 200, screen);
    return [left, top];
  };
  expect(at(null)).toEqual([700, 0]);
  expect(at({ left: 650, top: 50, right: 900, bottom: 150 })).toEqual([0, 0]);
  expect(at({ left: 100, top: 50, right: 900, bottom: 150 })).toEqual([700, 400]);
});

test('stays on the screen by its head when it is carried', () => {
  const screen = { left: 10, top: 10, right: 1000, bottom: 600 };
  expect(within([-50, -20], 300, screen)).toEqual({ left: 10, top: 10 });
  expect(within([900, 900], 300, screen)).toEqual({ left: 700, top: 510 });
});
