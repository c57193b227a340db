import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { backOff, type Link, type News, type SentFrame, Stream, type ToldFrame } from './stream';

class FakeSocket {
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: SentFrame[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tells(frame: ToldFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as SentFrame);
  }
  close(): void {
    this.readyState = 3;
  }
  get since(): string | null {
    return new URL(this.url).searchParams.get('since');
  }
}

function event(seq: number): News {
  return { type: 'event', seq, event: { kind: 'x', text: '', rule: '', facts: {}, dice: [] } };
}

function news(since: number, seq: number): ToldFrame {
  const events = Array.from({ length: seq - since }, (_, at) => event(since + at + 1));
  return { type: 'news', since, seq, moment: seq, more: false, events };
}

function newest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error('no socket');
  return socket;
}

describe('a stream', () => {
  let heard: number[];
  let links: Link[];
  let troubles: [string, string | null][];
  let stream: Stream;

  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    heard = [];
    links = [];
    troubles = [];
    stream = new Stream(
      'game',
      'seat',
      {
        onnews: (told) => heard.push(...told.map((one) => one.seq)),
        onlink: (link) => links.push(link),
        ontrouble: (trouble, key) => troubles.push([trouble.kind, key]),
      },
      { since: 3, open: (url) => new FakeSocket(url) as unknown as WebSocket },
    );
  });

  afterEach(() => {
    stream.close();
    vi.useRealTimers();
  });

  it('begins where it was told to, from its seat', () => {
    const url = new URL(newest().url);
    expect(url.pathname).toBe('/api/v1/games/game/stream');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      seat: 'seat',
      since: '3',
      views: 'false',
      language: 'en',
    });
  });

  it('resumes after a break where it was, and tells nothing twice', () => {
    newest().opens();
    newest().tells(news(3, 6));
    newest().breaks();
    expect(stream.link).toBe('waiting');
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(newest().since).toBe('6');
    newest().opens();
    newest().tells(news(4, 8)); // what overlaps was told already
    newest().tells(news(5, 7));
    expect(heard).toEqual([4, 5, 6, 7, 8]);
    expect(stream.seq).toBe(8);
  });

  it('waits longer each time nobody answers, and not when somebody did', () => {
    const waits: number[] = [];
    for (let times = 0; times < 5; times++) {
      newest().breaks();
      const before = FakeSocket.all.length;
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(50);
        waited += 50;
      }
      waits.push(waited);
    }
    expect(waits[4]).toBeGreaterThan(2000);
    newest().opens();
    newest().tells({ type: 'pong' });
    newest().breaks();
    const before = FakeSocket.all.length;
    vi.advanceTimersByTime(600);
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  it('asks whether anybody is there when it is quiet, and leaves when nobody is', () => {
    newest().opens();
    vi.advanceTimersByTime(20_000);
    expect(newest().sent).toEqual([{ type: 'ping' }]);
    newest().tells({ type: 'pong' });
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(12_000); // no pong this time
    expect(FakeSocket.all).toHaveLength(2);
  });

  it('gives up where the seat is not ours', () => {
    newest().opens();
    newest().breaks(4404);
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(stream.link).toBe('refused');
  });

  it('comes back at once when the machine is on the net again', () => {
    for (let times = 0; times < 8; times++) {
      newest().breaks();
      vi.advanceTimersByTime(40_000);
    }
    newest().breaks();
    const before = FakeSocket.all.length;
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  it('sends only over an open line', () => {
    expect(stream.send({ type: 'ping' })).toBe(false);
    newest().opens();
    expect(stream.send({ type: 'ping' })).toBe(true);
    newest().breaks();
    expect(stream.send({ type: 'ping' })).toBe(false);
  });

  it('tells troubles with the key of the wish', () => {
    newest().opens();
    newest().tells({
      type: 'problem',
      key: 'k',
      error: 'stale',
      detail: 'too late',
      rule: null,
      would_be_right: null,
      refusals: [],
    });
    expect(troubles).toEqual([['stale', 'k']]);
  });

  it('is quiet once it is closed', () => {
    newest().opens();
    stream.close();
    newest().tells(news(3, 5));
    vi.advanceTimersByTime(120_000);
    expect(heard).toEqual([]);
    expect(FakeSocket.all).toHaveLength(1);
    expect(links.at(-1)).toBe('closed');
  });
});

it('backs off up to half a minute, never all at the same time', () => {
  expect(backOff(0, 1)).toBe(0.5);
  expect(backOff(3, 1)).toBe(4);
  expect(backOff(20, 1)).toBe(30);
  expect(backOff(20, 0)).toBe(15);
});
