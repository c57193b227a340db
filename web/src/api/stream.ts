// Listening to a game from a seat: a socket that comes back by itself and misses nothing.

import type { News, NewsFrame, PositionFrame, SentFrame, ToldFrame } from './frames';
import type { Thought } from './schema';
import { language } from '../i18n';
import { Trouble } from './trouble';

export type { News, PositionFrame, SentFrame, ToldFrame } from './frames';

export type Link = 'opening' | 'open' | 'waiting' | 'refused' | 'closed';

export interface Listener {
  /** Events after the last, in order, each once. */
  onnews?(news: News[], seq: number, moment: number): void;
  /** How the game stands, whenever that has changed. */
  onposition?(position: PositionFrame): void;
  /** How far the program has come that thinks now; null: none says so. */
  onthought?(thought: Thought | null): void;
  /** A wish sent over this socket was carried out. */
  onanswer?(key: string, seq: number, moment: number): void;
  /** A wish was not granted (`key`), or the socket itself was refused (no key). */
  ontrouble?(trouble: Trouble, key: string | null): void;
  /** The state of the line, and in how many seconds it is tried again. */
  onlink?(link: Link, seconds: number): void;
}

export interface StreamOptions {
  since?: number;
  /** Whether positions carry the whole view; the table page asks for its own. */
  views?: boolean;
  open?: (url: string) => WebSocket;
}

/** Seconds between two tries: at first at once, later up to half a minute, never all together. */
export function backOff(tries: number, chance: number = Math.random()): number {
  return Math.min(30, 0.5 * 2 ** tries) * (0.5 + 0.5 * chance);
}

const HEARTBEAT = 20_000;
const PATIENCE = 10_000;
/** The codes that end a socket for good: 4000 and the status of the problem. */
const FINAL = new Set([4401, 4403, 4404, 4421, 4422]);

export class Stream {
  /** How far the stream was told; a new socket goes on from there. */
  seq: number;
  link: Link = 'opening';

  readonly #game: string;
  readonly #seat: string;
  readonly #views: boolean;
  readonly #open: (url: string) => WebSocket;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #tries = 0;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(game: string, seat: string, listener: Listener, options: StreamOptions = {}) {
    this.#game = game;
    this.#seat = seat;
    this.#listener = listener;
    this.seq = options.since ?? 0;
    this.#views = options.views ?? false;
    this.#open = options.open ?? ((url) => new WebSocket(url));
    if (typeof window !== 'undefined') window.addEventListener('online', this.#nudge);
    if (typeof document !== 'undefined') {
      document.addEventListener('visibilitychange', this.#nudge);
    }
    this.#connect();
  }

  /** Send a wish; false if the line is down, and then it was not sent. */
  send(frame: SentFrame): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  close(): void {
    this.#ended = true;
    this.#quiet();
    if (typeof window !== 'undefined') window.removeEventListener('online', this.#nudge);
    if (typeof document !== 'undefined') {
      document.removeEventListener('visibilitychange', this.#nudge);
    }
    this.#drop();
    this.#tell('closed', 0);
  }

  #connect(): void {
    this.#quiet();
    this.#tell('opening', 0);
    const query = new URLSearchParams({
      seat: this.#seat,
      since: String(this.seq),
      views: String(this.#views),
      language: language(),
    });
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const url = `${scheme}//${location.host}/api/v1/games/${this.#game}/stream?${query.toString()}`;
    const socket = this.#open(url);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.#tell('open', 0);
      this.#listen();
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#tries = 0;
      this.#listen();
      this.#take(JSON.parse(message.data) as ToldFrame);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket !== this.#socket) return;
      this.#lost(event.code);
    };
    this.#await(PATIENCE + HEARTBEAT);
  }

  #take(frame: ToldFrame): void {
    switch (frame.type) {
      case 'news':
        this.#hear(frame);
        return;
      case 'position':
        this.#listener.onposition?.(frame);
        return;
      case 'thought':
        this.#listener.onthought?.(frame.thought);
        return;
      case 'answer':
        this.#listener.onanswer?.(frame.key, frame.seq, frame.moment);
        return;
      case 'problem': {
        const { key, ...problem } = frame;
        this.#listener.ontrouble?.(new Trouble(problem, 0), key);
        return;
      }
      case 'pong':
        return;
    }
  }

  #hear(frame: NewsFrame): void {
    const told = this.seq; // what came before the line broke is not told twice
    if (frame.seq <= told) return;
    this.seq = frame.seq;
    const fresh = frame.events.filter((news) => news.seq > told);
    this.#listener.onnews?.(fresh, frame.seq, frame.moment);
  }

  #lost(code: number): void {
    this.#quiet();
    this.#socket = null;
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.#tell('refused', 0);
      return;
    }
    const seconds = backOff(this.#tries++);
    this.#tell('waiting', seconds);
    this.#again = setTimeout(() => this.#connect(), seconds * 1000);
  }

  /** After each frame: ask, when it stays quiet, whether anybody is there. */
  #listen(): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => {
      this.send({ type: 'ping' });
      this.#await(PATIENCE);
    }, HEARTBEAT);
  }

  #await(milliseconds: number): void {
    clearTimeout(this.#beat);
    this.#beat = setTimeout(() => {
      this.#drop();
      this.#lost(1006);
    }, milliseconds);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.close();
  }

  #quiet(): void {
    clearTimeout(this.#beat);
    clearTimeout(this.#again);
  }

  /** The machine is back on the net, or the page is looked at again: do not wait any longer. */
  #nudge = (): void => {
    if (this.link === 'waiting' && !this.#ended) this.#connect();
  };

  #tell(link: Link, seconds: number): void {
    this.link = link;
    this.#listener.onlink?.(link, seconds);
  }
}
