// The map before it is drawn: every hex in the colour of its ground, so that one sees land and sea
// and where the counters stand while the server is still at work.

import type { Glass } from './blit';
import type { Plan } from './plan';

/** How strongly the grounds show: they are those of the day, and the night's table is dark. */
const STRENGTH = 0.6;

export function sketch(
  context: Pick<
    CanvasRenderingContext2D,
    | 'save'
    | 'restore'
    | 'beginPath'
    | 'moveTo'
    | 'lineTo'
    | 'closePath'
    | 'fill'
    | 'fillStyle'
    | 'globalAlpha'
  >,
  plan: Plan,
  { originX, originY, scale, width, height }: Glass,
): void {
  const { grounds, terrain, x: across, y: down } = plan.board;
  const margin = 2 * plan.size * scale;
  const seen: number[][] = grounds.map(() => []);
  terrain.forEach((kind, i) => {
    const [u, v] = [(across[i] ?? 0) * scale + originX, (down[i] ?? 0) * scale + originY];
    if (u < -margin || v < -margin || u > width + margin || v > height + margin) return;
    seen[kind]?.push(i);
  });
  context.save();
  context.globalAlpha = STRENGTH;
  seen.forEach((hexes, ground) => {
    context.fillStyle = grounds[ground]?.colour ?? '';
    context.beginPath();
    hexes.forEach((i) => {
      plan.corners(i).forEach(([x, y], k) => {
        const [u, v] = [x * scale + originX, y * scale + originY];
        if (k === 0) context.moveTo(u, v);
        else context.lineTo(u, v);
      });
      context.closePath();
    });
    context.fill();
  });
  context.restore();
}
