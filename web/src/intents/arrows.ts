/** Arrows: what is ordered to go where, drawn on the map as the staffs of old did. */

import type { Intents, OrderLine } from '../api/schema';
import type { MapLayer, MapLine } from '../map/layers';
import type { Plan } from '../map/plan';

/** Those who go for some ground; the main effort is drawn heavier. */
export interface Effort {
  pieces: readonly string[];
  goals: readonly string[];
  main: boolean;
}

/** More arrows than these at one goal would be a thicket. */
const MOST = 8;
const MAIN = 10;
const OTHER = 5;

/** What goes for ground, of the points of a plan: the first that does is its main effort. */
export function effortsIn(lines: readonly OrderLine[]): Effort[] {
  const going = lines.filter((line) => line.goals.length > 0);
  return going.map(({ pieces, goals }, i) => ({ pieces, goals, main: i === 0 }));
}

/** What goes for ground by all the plans that are read. */
export function effortsOf(told: Pick<Intents, 'days'> | null): Effort[] {
  const plans = (told?.days ?? []).flatMap((day) => day.plans);
  return plans.flatMap((plan) => effortsIn(plan.efforts));
}

/** A layer with arrows from where counters stand to the nearest ground that they go for. */
export function effortsLayer(
  efforts: readonly Effort[],
  stands: (piece: string) => string | null | undefined,
  plan: Pick<Plan, 'index' | 'centre'>,
  colours: { main: string; other: string },
): MapLayer {
  const known = (hex: string): boolean => plan.index(hex) !== undefined;
  const far = (one: string, other: string): number => {
    const [a, b] = [plan.centre(one), plan.centre(other)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const lines: MapLine[] = [];
  const drawn = new Set<string>();
  // The main effort is drawn last, above the others.
  for (const { pieces, goals, main } of [...efforts].sort((a, b) => +a.main - +b.main)) {
    const ground = goals.filter(known);
    const from = [...new Set(pieces.map(stands))].filter((hex) => !!hex && known(hex)) as string[];
    const ways = from
      .filter((hex) => !ground.includes(hex))
      .map((hex) => ground.map((goal) => ({ hex, goal, far: far(hex, goal) })))
      .flatMap((all) => all.sort((a, b) => a.far - b.far).slice(0, 1))
      .sort((a, b) => a.far - b.far);
    for (const { hex, goal } of ways.slice(0, MOST)) {
      if (drawn.has(`${hex} ${goal} ${main}`)) continue;
      drawn.add(`${hex} ${goal} ${main}`);
      const colour = main ? colours.main : colours.other;
      lines.push({
        hexes: [hex, goal],
        colour,
        width: main ? MAIN : OTHER,
        arrow: true,
        short: true,
      });
    }
  }
  const aims = new Set(efforts.filter((one) => one.main).flatMap((one) => one.goals));
  const paints = [...aims].filter(known).map((hex) => ({
    hex,
    fill: colours.main,
    stroke: colours.main,
    strong: true,
  }));
  return { id: 'efforts', paints, lines, opacity: 0.85 };
}
