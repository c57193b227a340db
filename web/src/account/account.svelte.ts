// What one does to one's account. What needs a proof waits for it, and is done then.

import { api, ask, isTrouble } from '../api/client';
import type { Account, Identity } from '../api/schema';
import { Untouched } from './device';

export class AccountDesk {
  account = $state.raw<Account | null>(null);
  error = $state.raw<unknown>();
  /** The device was asked, and nobody touched it. */
  untouched = $state(false);
  busy = $state(false);
  /** What is to be done once it is proven who asks. */
  waiting = $state.raw<(() => Promise<void>) | null>(null);

  async load(): Promise<void> {
    await this.tried(async () => {
      this.account = await ask(api.GET('/api/v1/people/me/account'));
    });
  }

  /** Do something; if it needs a proof first, it waits for that. */
  async tried(work: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.error = undefined;
    this.untouched = false;
    try {
      await work();
      return true;
    } catch (failed) {
      if (isTrouble(failed, 'unproven')) this.waiting = work;
      else if (failed instanceof Untouched) this.untouched = true;
      else this.error = failed;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Do something that tells how the account stands then. */
  async change(work: () => Promise<Account>): Promise<boolean> {
    return this.tried(async () => {
      this.account = await work();
    });
  }

  /** Show who one is, and do what has waited for it. */
  async prove(shown: () => Promise<Identity>): Promise<boolean> {
    const { waiting } = this;
    const proven = await this.change(async () =>
      ask(api.POST('/api/v1/people/me/proof', { body: await shown() })),
    );
    if (!proven || !waiting) return proven;
    this.waiting = null;
    return this.tried(waiting);
  }
}
