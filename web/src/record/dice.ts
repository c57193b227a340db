/** Dice as they lie on the table. */

/** Where the pips of a die are, in a face from 0 to 100. */
const L = 26;
const M = 50;
const R = 74;

const PIPS: Record<number, [number, number][]> = {
  1: [[M, M]],
  2: [
    [L, L],
    [R, R],
  ],
  3: [
    [L, L],
    [M, M],
    [R, R],
  ],
  4: [
    [L, L],
    [R, L],
    [L, R],
    [R, R],
  ],
  5: [
    [L, L],
    [R, L],
    [M, M],
    [L, R],
    [R, R],
  ],
  6: [
    [L, L],
    [R, L],
    [L, M],
    [R, M],
    [L, R],
    [R, R],
  ],
};

/** The pips of a face; none for a die that has numbers instead. */
export function pips(value: number, sides = 6): readonly [number, number][] {
  return sides === 6 ? (PIPS[value] ?? []) : [];
}

/** How many sides dice have that show these faces: as usual, unless a face says otherwise. */
export function sidesOf(faces: readonly number[], usual = 6): number {
  if (faces.every((face) => face >= 1 && face <= 6)) return usual;
  return faces.some((face) => face > 10) ? 20 : 10;
}

/** How far a die lies askew, in degrees: always the same for the same throw. */
export function lean(seed: number, place: number): number {
  const mixed = (Math.imul(seed * 31 + place + 1, 2654435761) >>> 8) % 1000;
  return (mixed / 1000 - 0.5) * 14;
}
