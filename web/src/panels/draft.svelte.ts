/** A text that keeps itself: a while after the last letter, and again when keeping failed. */

export type Keeping = 'kept' | 'changed' | 'keeping' | 'failed';

const PAUSE = 800;
const PATIENCE = [2000, 5000, 15000];

export class Draft {
  text = $state('');
  state = $state<Keeping>('kept');
  private kept: string;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private busy: Promise<void> | null = null;
  private failures = 0;

  constructor(
    text: string,
    private readonly keep: (text: string) => Promise<unknown>,
  ) {
    this.text = text;
    this.kept = text;
  }

  change(text: string): void {
    this.text = text;
    if (this.busy === null) this.state = text === this.kept ? 'kept' : 'changed';
    this.later(PAUSE);
  }

  /** What somebody kept elsewhere: taken over unless one has written on. */
  renew(text: string): void {
    if (this.text !== this.kept || this.busy !== null) return;
    this.text = text;
    this.kept = text;
  }

  /** Keep what is not kept yet, now. */
  async flush(): Promise<void> {
    this.stop();
    if (this.busy !== null) await this.busy;
    if (this.text === this.kept) return;
    this.busy = this.send(this.text);
    await this.busy;
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private later(pause: number): void {
    this.stop();
    this.timer = setTimeout(() => void this.flush(), pause);
  }

  private async send(text: string): Promise<void> {
    this.state = 'keeping';
    try {
      await this.keep(text);
      this.kept = text;
      this.failures = 0;
      this.state = this.text === text ? 'kept' : 'changed';
    } catch {
      this.state = 'failed';
      this.later(PATIENCE[Math.min(this.failures, PATIENCE.length - 1)] ?? PAUSE);
      this.failures += 1;
    } finally {
      this.busy = null;
    }
  }
}
