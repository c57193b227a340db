/** Patience: work that is asked for often and done once, and wishes that are sent until heard. */

import { Trouble } from '../api/client';

/** Work of which one run at a time is under way, and one more after it if asked for meanwhile. */
export class Coalesced {
  private running: Promise<void> | null = null;
  private wanted = false;

  constructor(private readonly work: () => Promise<void>) {}

  /** Ask for the work; done when a run that began after this call has ended. */
  ask(): Promise<void> {
    if (this.running) {
      this.wanted = true;
      return this.running;
    }
    this.running = this.run().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async run(): Promise<void> {
    do {
      this.wanted = false;
      await this.work();
    } while (this.wanted);
  }
}

const LONGEST = 8000;

/** How long to wait before a wish is sent again: a little at first, then longer. */
export function pause(tries: number): number {
  return Math.min(LONGEST, 300 * 2 ** tries);
}

export interface Trying {
  /** Whether it is still wanted. */
  alive: () => boolean;
  /** Told before each wait, with how often it was tried. */
  onwait?: (tries: number) => void;
  sleep?: (milliseconds: number) => Promise<void>;
}

/** A sleep that can be cut short, as when the line is back. */
export class Nap {
  private wakers = new Set<() => void>();

  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.wakers.add(wake);
    });
  }

  wake(): void {
    for (const wake of [...this.wakers]) wake();
  }
}

const slept = (milliseconds: number) => new Nap().sleep(milliseconds);

/** Do something until it is answered; what is refused, and not only lost on the way, is thrown. */
export async function untilHeard<T>(wish: () => Promise<T>, trying: Trying): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await wish();
    } catch (error) {
      const passing = error instanceof Trouble && (error.passing || error.kind === 'garbled');
      if (!passing || !trying.alive()) throw error;
      trying.onwait?.(tries);
      const asked = error.wait === null ? pause(tries) : error.wait * 1000;
      await (trying.sleep ?? slept)(asked);
      if (!trying.alive()) throw error;
    }
  }
}

/** The newest of several questions counts: what older ones bring is dropped. */
export class Newest {
  private turn = 0;

  begin(): () => boolean {
    const mine = ++this.turn;
    return () => mine === this.turn;
  }

  drop(): void {
    this.turn++;
  }
}
