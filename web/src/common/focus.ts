// Keeping the keyboard inside what is open, and giving it back afterwards.

const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), ' +
  'textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';

/** Everything inside that Tab stops at, in order. */
export function stops(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(STOPS)].filter(
    (element) =>
      !element.closest('[inert]') && !element.closest('details:not([open]) > :not(summary)'),
  );
}

/** An attachment: the focus goes in, stays in, and returns to where it was when this is gone. */
export function trapped(node: HTMLElement): () => void {
  const before = document.activeElement;
  const first = node.querySelector<HTMLElement>('[data-first]') ?? stops(node)[0] ?? node;
  first.focus({ preventScroll: true });

  function turn(event: KeyboardEvent): void {
    if (event.key !== 'Tab') return;
    const all = stops(node);
    const start = all[0];
    const end = all.at(-1);
    if (!start || !end) {
      event.preventDefault();
      return;
    }
    const now = document.activeElement;
    if (event.shiftKey ? now === start || now === node : now === end) {
      event.preventDefault();
      (event.shiftKey ? end : start).focus();
    }
  }

  node.addEventListener('keydown', turn);
  return () => {
    node.removeEventListener('keydown', turn);
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}

/** The element after or before another in a ring, for arrow keys. */
export function nextOf<T>(all: readonly T[], now: T | undefined, step: 1 | -1): T | undefined {
  if (all.length === 0) return undefined;
  const at = now === undefined ? -1 : all.indexOf(now);
  if (at === -1) return step === 1 ? all[0] : all.at(-1);
  return all[(at + step + all.length) % all.length];
}
