import { expect, test, vi } from 'vitest';

import { honeycomb } from './honeycomb.fixture';
import { Plan } from './plan';
import { sketch } from './sketch';

const GLASS = { originX: 100, originY: 50, scale: 2, width: 800, height: 600 };

test('every hex is filled in the colour of its ground, where it lies on the glass', () => {
  const board = honeycomb(3, 2, 'flat');
  const grounds = [
    { id: 'sea', title: 'sea', colour: '#88aacc' },
    { id: 'hill', title: 'hill', colour: '#ccaa66' },
  ];
  const plan = new Plan({ ...board, terrain: [0, 0, 1, 0, 0, 1], grounds });
  const filled: [string, number][] = [];
  let hexes = 0;
  const context = {
    fillStyle: '',
    globalAlpha: 1,
    save: vi.fn(),
    restore: vi.fn(),
    beginPath: () => (hexes = 0),
    moveTo: vi.fn(),
    lineTo: vi.fn(),
    closePath: () => hexes++,
    fill: () => filled.push([String(context.fillStyle), hexes]),
  };
  sketch(context, plan, GLASS);
  expect(filled).toEqual([
    ['#88aacc', 4],
    ['#ccaa66', 2],
  ]);
  const [x, y] = plan.corners(0)[0] as [number, number];
  expect(context.moveTo).toHaveBeenNthCalledWith(1, x * 2 + 100, y * 2 + 50);
  expect(context.restore).toHaveBeenCalledOnce();
});

test('hexes that do not lie on the glass are left out', () => {
  const grounds = [{ id: 'sea', title: 'sea', colour: '#88aacc' }];
  const plan = new Plan({ ...honeycomb(60, 2, 'flat'), grounds });
  let hexes = 0;
  const context = {
    fillStyle: '',
    globalAlpha: 1,
    save: vi.fn(),
    restore: vi.fn(),
    beginPath: vi.fn(),
    moveTo: vi.fn(),
    lineTo: vi.fn(),
    closePath: () => hexes++,
    fill: vi.fn(),
  };
  sketch(context, plan, { ...GLASS, originX: 0, originY: 0, scale: 1 });
  const near = plan.board.x.filter((x) => x < GLASS.width).length;
  expect(hexes).toBeGreaterThanOrEqual(near);
  expect(hexes).toBeLessThan(plan.board.x.length);
});
