// The worker that draws the sheet. It reads the server's SVG once and gives tiles of it as bitmaps,
// so that the page itself never does more than lay bitmaps side by side.

import type { Box } from './box';
import type { Delivery, Errand, Face } from './errands';
import { Painter } from './svg/painter';
import { readScene } from './svg/scene';
import { type Tile, tileBox } from './tiles';

/** The longer side of the picture of the whole sheet, in pixels. */
const SMALL = 1000;
/** Typefaces that come later than this are not waited for. */
const PATIENCE = 2500;
const PICTURE = /data:([^;,"']+);base64,([^"']*)/g;

const scope = self as unknown as DedicatedWorkerGlobalScope & { fonts?: FontFaceSet };
type Drawing = Extract<Errand, { do: 'draw' }>;

const sheets = new Map<number, Promise<Painter | null>>();
const wanted = new Map<number, { drawing: Drawing; tiles: Tile[] }>();
const faces = new Map<string, Promise<unknown>>();
let busy = false;

scope.onmessage = ({ data }: MessageEvent<Errand>): void => {
  if (data.do === 'load') {
    sheets.set(data.sheet, load(data.sheet, data.url, data.faces));
  } else if (data.do === 'draw') {
    // The newest wish is the first: a sheet that was left stands behind one just asked for.
    wanted.delete(data.sheet);
    wanted.set(data.sheet, { drawing: data, tiles: [...data.tiles] });
    if (!busy) void work();
  } else {
    sheets.delete(data.sheet);
    wanted.delete(data.sheet);
  }
};

function deliver(delivery: Delivery, bitmap?: ImageBitmap): void {
  scope.postMessage(delivery, bitmap ? [bitmap] : []);
}

function fail(sheet: number, error: unknown): void {
  deliver({ did: 'fail', sheet, why: error instanceof Error ? error.message : String(error) });
}

async function load(sheet: number, url: string, needed: readonly Face[]): Promise<Painter | null> {
  try {
    const lettering = waitFor(needed);
    const answer = await fetch(url, { credentials: 'same-origin' });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    const text = await answer.text();
    const decoding = decoded(text); // beside this worker, while it reads the rest
    const scene = readScene(text);
    const painter = new Painter(scene, await decoding);
    const { box } = scene;
    const [width, height] = [box[2] - box[0], box[3] - box[1]];
    const scale = SMALL / Math.max(width, height);
    const whole = { box, scale, zoom: scale, mute: true };
    const canvas = painter.draw(whole, Math.ceil(width * scale), Math.ceil(height * scale));
    const picture = canvas.transferToImageBitmap();
    deliver({ did: 'load', sheet, box, picture }, picture);
    await lettering; // the small picture has none, tiles have
    return painter;
  } catch (error) {
    fail(sheet, error);
    return null;
  }
}

async function work(): Promise<void> {
  busy = true;
  for (;;) {
    const next = [...wanted].at(-1);
    if (!next) break;
    const [sheet, { drawing, tiles }] = next;
    const tile = tiles.shift();
    const painter = tile ? await sheets.get(sheet) : null;
    // While the sheet was being read a newer wish may have come.
    if (wanted.get(sheet)?.drawing !== drawing) continue;
    if (!tile || !painter) {
      wanted.delete(sheet);
      continue;
    }
    try {
      const bitmap = drawTile(painter, drawing, tile);
      deliver({ did: 'draw', sheet, tile, bitmap }, bitmap);
    } catch (error) {
      wanted.delete(sheet);
      fail(sheet, error);
    }
    await breath();
  }
  busy = false;
}

function drawTile(painter: Painter, { zoom, pixels }: Drawing, tile: Tile): ImageBitmap {
  const box: Box = tileBox(tile, pixels);
  const part = { box, scale: tile.scale, zoom };
  return painter.draw(part, pixels, pixels).transferToImageBitmap();
}

/** Let messages in before the next tile. */
const { port1, port2 } = new MessageChannel();
function breath(): Promise<void> {
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** The pictures that a sheet holds, decoded, by the addresses under which it has them. */
async function decoded(sheet: string): Promise<Map<string, ImageBitmap>> {
  const bitmaps = new Map<string, ImageBitmap>();
  const found = Array.from(sheet.matchAll(PICTURE), async ([href, kind = '', data = '']) => {
    bitmaps.set(href, await createImageBitmap(new Blob([bytesOf(data)], { type: kind })));
  });
  await Promise.all(found);
  return bitmaps;
}

/** What is written in base 64; byte by byte, for a large sheet has a million of them. */
function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  const letters = atob(data);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** Typefaces of the page, loaded once; one that cannot be had is replaced by the next in its list. */
async function waitFor(needed: readonly Face[]): Promise<void> {
  for (const face of needed) {
    if (faces.has(face.source)) continue;
    const { family, source, weight, style, range } = face;
    const font = new FontFace(family, `url(${JSON.stringify(source)})`, {
      weight,
      style,
      unicodeRange: range,
    });
    scope.fonts?.add(font);
    faces.set(
      face.source,
      font.load().catch(() => undefined),
    );
  }
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([Promise.all(faces.values()), late]);
}
