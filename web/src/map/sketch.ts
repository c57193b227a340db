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
  { originX, originY, scale }: Glass,
): void {
  const { grounds, terrain } = plan.board;
  context.save();
  context.globalAlpha = STRENGTH;
  grounds.forEach(({ colour }, ground) => {
    context.fillStyle = colour;
    context.beginPath();
    terrain.forEach((kind, i) => {
      if (kind !== ground) return;
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
