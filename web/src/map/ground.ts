// Sheets as the page holds them: the picture of the whole, the tiles there are, and the one worker
// that draws more. Map and minimap that show the same sheet share it.

import type { Box } from './box';
import type { Delivery, Errand } from './errands';
import { declaredFaces } from './faces';
import { Shelf, type Tile, keyOf } from './tiles';

/** Bytes of tiles kept for one sheet. */
const ROOM = 256 * 2 ** 20;
/** Sheets left by everyone stay so long, in milliseconds, for a change of mind. */
const GRACE = 20_000;

export interface Laid {
  readonly tile: Tile;
  readonly bitmap: ImageBitmap;
}

/** Called when a sheet has more to show: one new tile, or anything else. */
export type Listener = (tile?: Laid) => void;

let worker: Worker | null = null;
let numbers = 0;
const open = new Map<string, Ground>();

/** The address of a sheet in a colour scheme, unless the address says one already. */
export function sheetAddress(svg: string, scheme?: string): string {
  if (!scheme || /[?&]scheme=/.test(svg) || /^(data|blob):/.test(svg)) return svg;
  return `${svg}${svg.includes('?') ? '&' : '?'}scheme=${scheme}`;
}

/** Whether this browser can draw sheets in a worker. */
export function canDraw(): boolean {
  return typeof Worker !== 'undefined' && typeof OffscreenCanvas !== 'undefined';
}

/** Have the worker ready before there is a sheet to draw: it takes a moment to come. */
export function expectSheets(): void {
  if (canDraw()) worker ??= hire();
}

/** Have a sheet read before anything shows it. */
export function expectSheet(url: string): void {
  if (!canDraw()) return;
  const nobody = (): void => undefined;
  Ground.enter(url, nobody).leave(nobody);
}

export class Ground {
  readonly tiles = new Shelf<Laid>(ROOM, ({ bitmap }) => bitmap.close());
  /** The box of the sheet, once it is known. */
  box: Box | null = null;
  /** The whole sheet, small and without lettering. */
  picture: ImageBitmap | null = null;
  /** Why it cannot be drawn. */
  failure: string | null = null;
  private readonly listeners = new Set<Listener>();
  private asked = '';
  private leaving: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    readonly url: string,
    private readonly number: number,
  ) {}

  /** The sheet at an address; `changed` is called whenever it has more to show. */
  static enter(url: string, changed: Listener): Ground {
    let ground = open.get(url);
    if (!ground) {
      ground = new Ground(url, ++numbers);
      open.set(url, ground);
      ground.load();
    }
    clearTimeout(ground.leaving);
    ground.listeners.add(changed);
    return ground;
  }

  leave(changed: Listener): void {
    this.listeners.delete(changed);
    if (this.listeners.size === 0) this.leaving = setTimeout(() => this.forget(), GRACE);
  }

  get ready(): boolean {
    return this.picture !== null;
  }

  /** Have these tiles drawn in this order; what is there already is not drawn again. */
  want(tiles: readonly Tile[], zoom: number, pixels: number): void {
    if (this.failure) return;
    const missing = tiles.filter((tile) => !this.tiles.has(keyOf(tile)));
    const asking = missing.map(keyOf).join(' ');
    if (asking === this.asked) return;
    this.asked = asking;
    this.send({ do: 'draw', sheet: this.number, zoom, pixels, tiles: missing });
  }

  private load(): void {
    if (!canDraw()) {
      this.failure = 'no worker';
      return;
    }
    worker ??= hire();
    const url = new URL(this.url, document.baseURI).href;
    this.send({ do: 'load', sheet: this.number, url, faces: declaredFaces(document) });
  }

  private send(errand: Errand): void {
    worker?.postMessage(errand);
  }

  private forget(): void {
    open.delete(this.url);
    this.send({ do: 'forget', sheet: this.number });
    this.tiles.clear();
    this.picture?.close();
    this.picture = null;
  }

  private changed(tile?: Laid): void {
    for (const listener of this.listeners) listener(tile);
  }

  private take(delivery: Delivery): void {
    if (delivery.did === 'load') {
      this.box = delivery.box;
      this.picture = delivery.picture;
    } else if (delivery.did === 'draw') {
      const { tile, bitmap } = delivery;
      const laid = { tile, bitmap };
      this.tiles.keep(keyOf(tile), laid, bitmap.width * bitmap.height * 4);
      this.asked = this.asked
        .split(' ')
        .filter((key) => key !== keyOf(tile))
        .join(' ');
      this.changed(laid);
      return;
    } else {
      this.fail(delivery.why);
      return;
    }
    this.changed();
  }

  private fail(why: string): void {
    this.failure = why;
    console.warn(`The map is shown as a plain picture: ${why}.`);
    this.changed();
  }

  static receive(delivery: Delivery): void {
    for (const ground of open.values()) {
      if (ground.number === delivery.sheet) {
        ground.take(delivery);
        return;
      }
    }
    if (delivery.did === 'draw') delivery.bitmap.close();
  }

  static failAll(why: string): void {
    for (const ground of open.values()) ground.fail(why);
  }
}

function hire(): Worker {
  const hired = new Worker(new URL('./tileworker.ts', import.meta.url), { type: 'module' });
  hired.onmessage = ({ data }: MessageEvent<Delivery>) => Ground.receive(data);
  hired.onerror = (event) => {
    event.preventDefault();
    Ground.failAll(event.message || 'the worker could not start');
  };
  return hired;
}
