/** Chronicle: what has been told to a seat, as a story, and what was said at the table. */

import type { TaleLine } from '../api/schema';
import type { News } from '../api/stream';
import { type Saying, sayings } from '../panels/chat';
import type { TableServer } from './server';

export class Chronicle {
  story = $state.raw<readonly TaleLine[]>([]);
  spoken = $state.raw<readonly Saying[]>([]);
  /** How far the story has been told. */
  private from = 0;
  private closed = false;

  constructor(private readonly server: Pick<TableServer, 'story' | 'events'>) {}

  /** Hear news: what was taken back leaves the story, what was said is kept. */
  hear(news: readonly News[]): void {
    for (const item of news) {
      if (item.type !== 'taken-back') continue;
      this.story = this.story.filter((line) => line.seq <= item.to);
      this.from = Math.min(this.from, item.to);
    }
    this.hearSaid(news);
  }

  /** Tell what has happened since the story was told last. */
  async tell(): Promise<void> {
    for (let more = true; more;) {
      const { from } = this;
      const told = await this.server.story(from);
      if (this.closed) return;
      if (this.from < from) continue; // something was taken back meanwhile
      const kept = this.story.filter((line) => line.seq <= from);
      if (told.lines.length || kept.length < this.story.length) {
        this.story = [...kept, ...told.lines];
      }
      this.from = told.seq;
      more = told.more;
    }
  }

  /** What was said before the page was opened. */
  async recall(): Promise<void> {
    for (let since = 0, more = true; more;) {
      const stretch = await this.server.events(since);
      if (this.closed) return;
      this.hearSaid(stretch.events);
      since = stretch.seq;
      more = stretch.more;
    }
  }

  private hearSaid(news: readonly News[]): void {
    const known = (seq: number) => this.spoken.some((one) => one.seq === seq);
    const fresh = sayings(news).filter((one) => !known(one.seq));
    if (fresh.length) this.spoken = [...this.spoken, ...fresh].sort((a, b) => a.seq - b.seq);
  }

  /** Let go of everything. */
  close(): void {
    this.closed = true;
    this.story = this.spoken = [];
  }
}
