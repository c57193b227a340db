/** Playing a record: from moment to moment, at a pace that can be changed while it goes. */

/** Moments a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32] as const;

/** At most so many pictures a second: beyond that moments are passed over. */
const PICTURES = 4;

export class Playback {
  moment = $state(0);
  last = $state(0);
  playing = $state(false);
  speed = $state(2);
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `ready` is awaited before the next step, so that a slow line only slows the play. */
  constructor(
    last: number,
    moment: number,
    private readonly ready: (moment: number) => Promise<unknown> | undefined = () => undefined,
    readonly first = 0,
  ) {
    this.last = last;
    this.moment = this.held(moment);
  }

  go(moment: number): void {
    this.moment = this.held(Math.round(moment));
    if (this.moment === this.last && this.playing) this.play(false);
  }

  /** Play or stop; at the end it begins again from the start. */
  play(on: boolean): void {
    this.stop();
    this.playing = on && this.last > this.first;
    if (!this.playing) return;
    if (this.moment >= this.last) this.moment = this.first;
    this.wait();
  }

  pace(speed: number): void {
    this.speed = speed;
    if (this.playing) {
      this.stop();
      this.wait();
    }
  }

  /** The next faster or slower pace. */
  shift(by: 1 | -1): void {
    this.pace(nextSpeed(this.speed, by));
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private held(moment: number): number {
    return Math.min(Math.max(moment, this.first), this.last);
  }

  private wait(): void {
    this.timer = setTimeout(() => void this.step(), 1000 / Math.min(this.speed, PICTURES));
  }

  private async step(): Promise<void> {
    const mine = this.timer;
    const next = this.held(this.moment + Math.max(1, Math.round(this.speed / PICTURES)));
    await this.ready(next);
    if (!this.playing || this.timer !== mine) return;
    this.go(next);
    if (this.playing) this.wait();
  }
}

/** The pace after or before one, as far as there is one. */
export function nextSpeed(speed: number, by: 1 | -1): number {
  const at = SPEEDS.findIndex((known) => known >= speed);
  const next = (at < 0 ? SPEEDS.length - 1 : at) + by;
  return SPEEDS[Math.min(Math.max(next, 0), SPEEDS.length - 1)] ?? speed;
}
