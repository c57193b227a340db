import { afterEach, describe, expect, it, vi } from 'vitest';

import { api, ask, isTrouble, newKey, request, Trouble, upload } from './client';

const PROBLEM = {
  error: 'refused',
  detail: 'it cannot go there',
  rule: '5.1.3',
  would_be_right: 'a hex in reach',
  refusals: [{ rule: '5.1.3', text: 'the zone of control stops it' }],
};

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

/** A server that gives these answers in turn, and what it was asked. */
function server(...answers: (Response | Error | DOMException)[]): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', (sent: Request) => {
    asked.push(sent);
    const next = answers.shift();
    if (next === undefined) throw new Error('asked once too often');
    return next instanceof Response ? Promise.resolve(next) : Promise.reject(next);
  });
  return asked;
}

async function trouble(work: Promise<unknown>): Promise<Trouble> {
  const error = await work.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Trouble);
  return error as Trouble;
}

afterEach(() => vi.unstubAllGlobals());

describe('asking', () => {
  it('gives the answer itself', async () => {
    server(answer(200, { games: [] }));
    expect(await ask(api.GET('/api/v1/games'))).toEqual({ games: [] });
  });

  it('turns a problem into trouble, with every part of it', async () => {
    server(answer(409, PROBLEM));
    const met = await trouble(request('POST', '/seats/s/act', { action: { do: 'move' } }));
    expect(met.kind).toBe('refused');
    expect(met.message).toBe('it cannot go there');
    expect([met.status, met.rule, met.wouldBeRight]).toEqual([409, '5.1.3', 'a hex in reach']);
    expect(met.refusals).toEqual(PROBLEM.refusals);
    expect(met.passing).toBe(false);
  });

  it('says when the server would listen again', async () => {
    server(answer(429, { ...PROBLEM, error: 'too-many' }, { 'Retry-After': '7' }));
    const met = await trouble(ask(api.GET('/api/v1/shelf')));
    expect([met.kind, met.wait, met.passing]).toEqual(['too-many', 7, true]);
  });

  it('tells a server that does not answer from one that answers nonsense', async () => {
    server(new TypeError('Failed to fetch'), new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    expect((await trouble(request('GET', '/shelf'))).kind).toBe('unreachable');
    expect((await trouble(request('GET', '/shelf'))).kind).toBe('garbled');
  });

  it('reads an empty answer as nothing', async () => {
    server(answer(204, undefined));
    expect(await request('POST', '/seats/s/leave')).toBeUndefined();
  });

  it('lets an abandoned question go', async () => {
    server(new DOMException('gone', 'AbortError'));
    const error = await request('GET', '/shelf').catch((caught: unknown) => caught);
    expect(isTrouble(error)).toBe(false);
    expect((error as DOMException).name).toBe('AbortError');
  });
});

describe('guests', () => {
  const UNKNOWN = { ...PROBLEM, error: 'unknown-person', rule: null, refusals: [] };

  it('come in when somebody unknown wants to do something, and do it then', async () => {
    const asked = server(answer(401, UNKNOWN), answer(201, {}), answer(201, { id: 'g' }));
    expect(await request('POST', '/games', { scenario: 'wb95/klin' })).toEqual({ id: 'g' });
    expect(asked.map((sent) => new URL(sent.url).pathname)).toEqual([
      '/api/v1/games',
      '/api/v1/people/guest',
      '/api/v1/games',
    ]);
    expect(await asked[2]?.json()).toEqual({ scenario: 'wb95/klin' });
  });

  it('do not come in by looking', async () => {
    const asked = server(answer(401, UNKNOWN));
    expect((await trouble(ask(api.GET('/api/v1/games')))).kind).toBe('unknown-person');
    expect(asked).toHaveLength(1);
  });

  it('are not made by a wrong passphrase', async () => {
    const asked = server(answer(401, UNKNOWN));
    const body = { name: 'a', passphrase: 'b', recovery: '', bearer: false };
    await trouble(ask(api.POST('/api/v1/people/sign-in', { body })));
    expect(asked).toHaveLength(1);
  });

  it('bring files along', async () => {
    const asked = server(answer(401, UNKNOWN), answer(201, {}), answer(201, { id: 'g' }));
    const file = { arrayBuffer: () => Promise.resolve(new TextEncoder().encode('save').buffer) };
    await upload('/saves', file as Blob);
    expect(await asked[2]?.text()).toBe('save');
    expect(asked[2]?.headers.get('Content-Type')).toBe('application/octet-stream');
  });
});

it('makes a new key each time, as the server takes it', () => {
  expect(newKey()).toMatch(/^[A-Za-z0-9_.:-]{1,64}$/);
  expect(newKey()).not.toBe(newKey());
});
