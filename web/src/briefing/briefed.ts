// At which seats this browser has been briefed: the briefing is shown once, at the start.

const PLACE = 'grognard.briefed';
const MOST = 200;

function kept(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
    return Array.isArray(read) ? read.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether a seat is still to be briefed; it is noted that it was. */
export function toBeBriefed(seat: string): boolean {
  const known = kept();
  if (seat === '' || known.includes(seat)) return false;
  try {
    localStorage.setItem(PLACE, JSON.stringify([...known, seat].slice(-MOST)));
  } catch {
    // A browser that keeps nothing is briefed each time.
  }
  return true;
}
