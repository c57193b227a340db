// Asking the server. `ask(api.GET('/api/v1/games'))` gives the answer or throws a Trouble; routes
// and forms are typed by the server's own description.

import createClient, { type Client } from 'openapi-fetch';

import { language } from '../i18n';
import type { paths } from './schema';
import { garbled, Trouble, troubleOf, unreachable } from './trouble';

export { Trouble } from './trouble';

const ROOT = '/api/v1';

/** Send a request; where only a known person may do something, come in as a guest first. */
async function sent(request: Request): Promise<Response> {
  const again = request.method === 'GET' ? null : request.clone();
  const response = await reached(request);
  if (response.status !== 401 || again === null || isAboutPeople(request.url)) return response;
  await asSomebody();
  return reached(again);
}

/** Have the server asked, in the language of the screen. */
async function reached(request: Request): Promise<Response> {
  request.headers.set('Accept-Language', language());
  try {
    return await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

function isAboutPeople(url: string): boolean {
  const path = new URL(url).pathname;
  return path === `${ROOT}/people/guest` || path === `${ROOT}/people/sign-in`;
}

let entering: Promise<void> | null = null;

/** Be somebody: a guest, unless the browser has a cookie already. Asked often, done once. */
export function asSomebody(): Promise<void> {
  entering ??= enter().finally(() => {
    entering = null;
  });
  return entering;
}

async function enter(): Promise<void> {
  const response = await reached(new Request(absolute('/people/guest'), posting({})));
  if (!response.ok) throw troubleOf(await read(response), response);
}

function absolute(path: string): string {
  return new URL(ROOT + path, location.origin).href;
}

function posting(body: unknown, method = 'POST'): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** The typed client; `ask` unwraps what it gives. */
export const api: Client<paths> = createClient<paths>({
  baseUrl: typeof location === 'undefined' ? 'http://localhost' : location.origin,
  credentials: 'same-origin',
  fetch: sent,
});

interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The answer itself, or the trouble. */
export async function ask<T>(asked: Promise<Answered<T>>): Promise<T> {
  let answered: Answered<T>;
  try {
    answered = await asked;
  } catch (error) {
    if (error instanceof SyntaxError) throw garbled(200);
    throw error;
  }
  if (!answered.response.ok) throw troubleOf(answered.error, answered.response);
  return answered.data as T;
}

/** Be somebody before something that only a known person may do, so that it is not refused first. */
export async function introduced(): Promise<void> {
  if ((await ask(api.GET('/api/v1/people/me'))) === null) await asSomebody();
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw garbled(response.status);
  }
}

/**
 * Ask by address, `request<TableTop>('GET', `/seats/${seat}/table`)`, where the address is put
 * together at run time; the path is below /api/v1.
 */
export async function request<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const init: RequestInit = body === undefined ? { method } : posting(body, method);
  if (signal) init.signal = signal;
  const response = await sent(new Request(absolute(path), init));
  const found = await read(response);
  if (!response.ok) throw troubleOf(found, response);
  return found as T;
}

/** Tell the server something small that must arrive though the page is left meanwhile. */
export async function leave(path: string, body: unknown): Promise<void> {
  const response = await sent(
    new Request(absolute(path), { ...posting(body, 'POST'), keepalive: true }),
  );
  if (!response.ok) throw troubleOf(await read(response), response);
}

/** Bring a file in. */
export async function upload<T>(path: string, file: Blob): Promise<T> {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: await file.arrayBuffer(),
  };
  const response = await sent(new Request(absolute(path), init));
  const found = await read(response);
  if (!response.ok) throw troubleOf(found, response);
  return found as T;
}

/** Take a file out, named by the server; the trouble is told here and not by a page of JSON. */
export async function download(path: string): Promise<void> {
  const response = await sent(new Request(absolute(path)));
  if (!response.ok) throw troubleOf(await read(response), response);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  const told = response.headers.get('Content-Disposition') ?? '';
  link.download = /filename="([^"]+)"/.exec(told)?.[1] ?? 'game.grog';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A name for a wish, so that sent twice it is carried out once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether an error is of a kind, for `catch`. */
export function isTrouble(error: unknown, ...kinds: Trouble['kind'][]): error is Trouble {
  return error instanceof Trouble && (kinds.length === 0 || kinds.includes(error.kind));
}
