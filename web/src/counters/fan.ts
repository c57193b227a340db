// A stack fanned out: where each of its counters lies around the hex, on rings, inside the screen.

export interface Room {
  width: number;
  height: number;
}

export interface Fan {
  /** Width of each counter, in pixels. */
  size: number;
  /** How far the middle of the fan lies from the middle of the hex, in pixels. */
  shift: [number, number];
  /** The middle of each counter from the middle of the fan, in pixels; the top counter first. */
  places: [number, number][];
  /** How far the fan reaches from its middle. */
  reach: number;
}

const GAP = 10;
const EDGE = 10;

/** From one counter to the next: they are square, and lie aslant to each other on a ring. */
function pitchOf(size: number): number {
  return size * 1.2 + GAP;
}

/** How many counters each ring holds, the inner first, when a ring takes what fits around it. */
export function rings(
  count: number,
  size: number,
  inner: number,
): { radius: number; count: number }[] {
  const made: { radius: number; count: number }[] = [];
  const pitch = pitchOf(size);
  let left = count;
  let radius = inner;
  while (left > 0) {
    const fits = Math.max(1, Math.floor((2 * Math.PI * radius) / pitch));
    const here = Math.min(left, fits);
    made.push({ radius, count: here });
    left -= here;
    radius += pitch;
  }
  return made;
}

/**
 * Lay out `count` counters around a point of the screen. Up to ten make one ring, as wide as they
 * need; more make several. A fan that would leave the screen is shifted, and shrunk if it must be.
 */
export function fan(
  count: number,
  at: [number, number],
  room: Room,
  wanted: number,
  hex: number,
): Fan {
  let size = wanted;
  let laid = lay(count, size, hex);
  const most = Math.min(room.width, room.height) / 2 - EDGE;
  while (laid.reach > most && size > 34) {
    size -= 4;
    laid = lay(count, size, hex);
  }
  const within = (value: number, length: number): number => {
    const least = laid.reach + EDGE;
    return least * 2 > length ? length / 2 : Math.min(Math.max(value, least), length - least);
  };
  const shift: [number, number] = [
    within(at[0], room.width) - at[0],
    within(at[1], room.height) - at[1],
  ];
  return { size, shift, places: laid.places, reach: laid.reach };
}

function lay(
  count: number,
  size: number,
  hex: number,
): { places: [number, number][]; reach: number } {
  const pitch = pitchOf(size);
  const least = Math.max(hex, size * 0.95);
  const inner =
    count <= 10 ? Math.max(least, (count * pitch) / (2 * Math.PI)) : Math.max(least, pitch * 1.05);
  const places: [number, number][] = [];
  let reach = 0;
  for (const ring of rings(count, size, inner)) {
    // Two lie side by side; otherwise the top counter lies at the top and the rest go clockwise.
    const start = ring.count === 2 ? Math.PI : -Math.PI / 2;
    for (let n = 0; n < ring.count; n++) {
      const angle = start + (n * 2 * Math.PI) / ring.count;
      places.push([Math.cos(angle) * ring.radius, Math.sin(angle) * ring.radius]);
    }
    reach = ring.radius + size * 0.72;
  }
  return { places, reach };
}
