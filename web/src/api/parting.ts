// What is still on its way to the server when somebody gets up from a table.

let last: Promise<unknown> = Promise.resolve();

/** Note that something is being told on parting; whoever asks next may wait for it. */
export function parted<T>(told: Promise<T>): Promise<T> {
  last = told.catch(() => undefined);
  return told;
}

/** Once all that was told on parting has arrived, or has failed to. */
export function partings(): Promise<unknown> {
  return last;
}
