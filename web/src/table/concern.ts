/** Concern: which hexes a question, or an order that is weighed, is about, and where they are seen. */

import type { Rect } from '../orders/anchor';
import { piecesOf, targetsOf } from './layers';
import { hexesOf } from './selection';
import type { Session } from './session.svelte';
import type { Sight } from './sight.svelte';

/** So many hexes at most are brought into sight together. */
const FEW = 30;

/** So many radii of a hex from a target, at most, stand those who are shown together with it. */
const NEAR = 3.6;

/**
 * A question's own hexes, else those of its counters, else its goals, and where the answer so far
 * leads; of an order its targets, and who takes part from close by.
 */
export function concerned(session: Session, sight: Sight): readonly string[] {
  const { inquiry, ranks, weighing } = session;
  if (weighing) return [...targetsOf(weighing.action), ...besides(session, sight)];
  if (!inquiry) return [];
  const { hexes, pieces } = inquiry.asked;
  const own = hexes.length ? hexes : hexesOf(pieces, ranks);
  const told = inquiry.parts.flatMap((part) => part.hexes);
  const found = [...new Set([...(own.length ? own : inquiry.ends), ...told])];
  return found.length > FEW ? [] : found;
}

/** The hexes near the targets of an order from which somebody takes part in it. */
function besides({ weighing, ranks }: Session, sight: Sight): string[] {
  if (!weighing) return [];
  const targets = sight.points(targetsOf(weighing.action));
  return hexesOf(piecesOf(weighing), ranks).filter((hex) =>
    sight
      .points([hex])
      .some(([x, y]) =>
        targets.some(([tx, ty]) => Math.hypot(x - tx, y - ty) < NEAR * sight.plan.size),
      ),
  );
}

/** Where a question happens: its hexes and counters, and the stack that is spread over it. */
export function matter(session: Session, sight: Sight, open: string | null): Rect | null {
  const { inquiry, ranks } = session;
  if (!inquiry) return null;
  const { hexes, pieces } = inquiry.asked;
  const about = sight.whereabouts([...hexes, ...hexesOf(pieces, ranks), ...inquiry.ends]);
  const fan = open === null ? null : sight.whereabouts([open]);
  if (about === null || fan === null) return about;
  const room = sight.plan.size * sight.camera.zoom * 1.6;
  return {
    left: Math.min(about.left, fan.left - room),
    top: Math.min(about.top, fan.top - room),
    right: Math.max(about.right, fan.right + room),
    bottom: Math.max(about.bottom, fan.bottom + room),
  };
}
