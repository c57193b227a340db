/** Leisure: what is done beforehand, or a little later, when the page has nothing else to do. */

/** A browser that cannot tell when it is idle is taken to be so after so many milliseconds. */
const SOON = 2000;

/** Do something at leisure; what it needs may fail, for it is asked for again when it is needed. */
export function atLeisure(work: () => unknown): () => void {
  const begin = (): void => void begun(work).catch(() => undefined);
  if (typeof requestIdleCallback === 'function') {
    const waiting = requestIdleCallback(begin);
    return () => cancelIdleCallback(waiting);
  }
  const waiting = setTimeout(begin, SOON);
  return () => clearTimeout(waiting);
}

/** Do something before the page is painted next. */
export function nextFrame(work: () => void): () => void {
  const waiting = requestAnimationFrame(work);
  return () => cancelAnimationFrame(waiting);
}

async function begun(work: () => unknown): Promise<void> {
  await work();
}
