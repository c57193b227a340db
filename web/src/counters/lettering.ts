// Letters that fit the room a counter has for them.

/** A size of letter, and the length to squeeze the line into when it is still too long. */
export interface Lettering {
  size: number;
  squeeze: number | undefined;
}

const NARROW = new Set([..."-–.,:;'!|iIjlft()[]/ "]);
const WIDE = new Set([...'MWmw@%—']);

/** About how long a line is in the bold sans, for letters of size one. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) length += 0.31;
    else if (WIDE.has(letter)) length += 0.82;
    else if (letter >= '0' && letter <= '9') length += 0.54;
    else length += letter === letter.toLowerCase() ? 0.51 : 0.61;
  }
  return length;
}

/** The largest letters up to `largest` that fit into `room`; below `smallest` they are squeezed. */
export function lettering(
  text: string,
  room: number,
  largest: number,
  smallest: number,
): Lettering {
  const length = lengthOf(text);
  if (length * largest <= room) return { size: largest, squeeze: undefined };
  const size = Math.round((room / length) * 10) / 10;
  return size >= smallest ? { size, squeeze: undefined } : { size: smallest, squeeze: room };
}
