/** Glass: the overlay that is laid on the map. */

import type { Overlay } from '../api/schema';
import { Newest } from './patience';

export class Glass {
  overlay = $state.raw<Overlay | null>(null);
  /** Which one is wanted; it may still be on its way. */
  id = $state<string | null>(null);
  private readonly laying = new Newest();

  constructor(
    private readonly ask: (id: string) => Promise<Overlay>,
    private readonly onlaid: (id: string) => void,
    private readonly onfail: (error: unknown) => void,
  ) {}

  /** Lay an overlay on the map, or take it off if it is there. */
  async toggle(id: string): Promise<void> {
    if (this.id === id) this.lift();
    else await this.lay(id);
  }

  /** Ask for it again: the table has changed. */
  async renew(): Promise<void> {
    if (this.id !== null) await this.lay(this.id);
  }

  lift(): void {
    this.laying.drop();
    this.overlay = null;
    this.id = null;
  }

  private async lay(id: string): Promise<void> {
    const newest = this.laying.begin();
    if (this.id !== id) this.overlay = null;
    this.id = id;
    try {
      const overlay = await this.ask(id);
      if (!newest()) return;
      this.overlay = overlay;
      this.onlaid(id);
    } catch (error) {
      if (!newest()) return;
      this.lift();
      this.onfail(error);
    }
  }
}
