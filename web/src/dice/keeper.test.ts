import { beforeEach, describe, expect, test } from 'vitest';

import type { PactCard, Proof, Receipt } from '../api/schema';
import { Chain, fallen, hashed } from './chain';
import { Keeper, type Wrong } from './keeper';

const PLACE = 'grognard.dice.test';
const COMMITMENT = 'ab'.repeat(32);
const LENGTH = 300;

const secret = (n: number) => n.toString(16).padStart(2, '0').repeat(32);
const receipt = (seal: string) => ({ seal, turn: 1 }) as Receipt;

/** A server that keeps its promises, and what each page says to it. */
class Server {
  pledges: PactCard['pledges'] = [];
  shown = 0;
  at = 0;
  given: Receipt[] = [];
  wanted = true;
  asked = 0;

  card(): PactCard {
    const last = this.pledges.at(-1);
    return {
      whose: last ? 'all' : 'server',
      wanted: this.wanted,
      checks: true,
      commitment: COMMITMENT,
      length: LENGTH,
      pledges: this.pledges,
      mine: last
        ? { pledge: last.pledge, shown: this.shown, promise: this.promise(), frame: this.frame() }
        : null,
    };
  }

  promise(): string {
    return hashed(secret(this.at + 1));
  }

  frame(): string {
    return hashed(secret(this.at + 100));
  }

  page(alarm?: (wrong: Wrong) => void): Keeper {
    return new Keeper(
      {
        pact: () => Promise.resolve(this.card()),
        pledge: (live, escrow) => {
          this.asked += 1;
          const pledge = this.pledges.length;
          const [promise, frame] = [this.promise(), this.frame()];
          this.shown = 0;
          this.pledges = [
            ...this.pledges.map((one) => ({ ...one, replaced: true })),
            { pledge, seat: 's', side: 'blue', live, escrow, promise, frame, replaced: false },
          ];
          return Promise.resolve(this.card());
        },
        receipts: () => Promise.resolve({ receipts: this.given }),
      },
      PLACE,
      alarm,
    );
  }

  /** Carry a wish out that came with a link. */
  carry(link: string): Proof {
    const frame = this.frame();
    this.at += 1;
    this.shown += 1;
    const sides = [6, 6, 10];
    const made = { commitment: COMMITMENT, pledge: this.pledges.length - 1, step: this.shown };
    const dice = fallen({ ...made, server: secret(this.at), link, frame }, sides);
    const { pledge, step } = made;
    const next = { promise: this.promise(), frame: this.frame() };
    return { pledge, step, ...next, server: secret(this.at), dice, sides };
  }
}

beforeEach(() => localStorage.clear());

describe('chains', () => {
  test('are those of the engine', () => {
    const chain = new Chain('11'.repeat(32), 1 << 14);
    expect(chain.head).toMatch(/^b1ffe60ba5ffe24d/);
    expect(chain.link(1)).toMatch(/^ca3f976ba84d7a08/);
    expect(chain.link(129)).toMatch(/^f7afa99533185ba2/);
    expect(chain.link((1 << 14) + 1)).toBeNull();
  });

  test('and so are the dice of a step', () => {
    const made = { pledge: 3, step: 5, server: '22'.repeat(32), link: '33'.repeat(32) };
    const frame = '44'.repeat(32);
    const dice = fallen({ commitment: COMMITMENT, ...made, frame }, [6, 6, 10, 6, 100]);
    expect(dice).toEqual([3, 4, 2, 4, 64]);
  });
});

describe('a player against somebody else', () => {
  test('pledges once, and each order has the next link, however often it is sent', async () => {
    const server = new Server();
    const page = server.page();
    await page.sit();
    const head = server.pledges[0]?.live ?? '';
    const first = (await page.link('a')) ?? '';
    expect(hashed(first)).toBe(head);
    expect(await page.link('a')).toBe(first);
    page.heard('a', server.carry(first));
    const second = (await page.link('b')) ?? '';
    expect(hashed(second)).toBe(first);
    page.heard('b', server.carry(second));
    expect(await page.report()).toMatchObject({ checked: 6, wrong: null, here: true });
    const later = server.page();
    expect(hashed((await later.link('c')) ?? '')).toBe(second);
    expect(server.asked).toBe(1);
  });

  test('pledges nothing where nobody wants it', async () => {
    const server = new Server();
    server.wanted = false;
    expect(await server.page().link('a')).toBeNull();
    expect(server.asked).toBe(0);
  });

  test('is told at once of dice that are not what the secrets give', async () => {
    const wrongs: Wrong[] = [];
    const cases: [Wrong, (proof: Proof) => Proof | null][] = [
      ['dice', (proof) => ({ ...proof, dice: proof.dice.map((die) => (die % 6) + 1) })],
      ['server', (proof) => ({ ...proof, server: secret(99) })],
      ['unused', () => null],
    ];
    for (const [wrong, spoilt] of cases) {
      localStorage.clear();
      const server = new Server();
      const page = server.page((one) => wrongs.push(one));
      const link = (await page.link('a')) ?? '';
      page.heard('a', spoilt(server.carry(link)));
      expect(wrongs.pop()).toBe(wrong);
      expect((await page.report()).wrong).toBe(wrong);
    }
  });

  test('is told when the server promises something else all at once', async () => {
    const wrongs: Wrong[] = [];
    const server = new Server();
    await server.page().sit();
    server.at = 7;
    await server.page((one) => wrongs.push(one)).sit();
    expect(wrongs).toEqual(['promise']);
  });

  test('is told when the server has gone back to an earlier moment of the game', async () => {
    const wrongs: Wrong[] = [];
    const server = new Server();
    const page = server.page();
    page.heard('a', server.carry((await page.link('a')) ?? ''));
    server.at = server.shown = 0;
    await server.page((one) => wrongs.push(one)).sit();
    expect(wrongs).toEqual(['promise']);
  });

  test('goes on where another page of his has shown a link', async () => {
    const server = new Server();
    const [one, other] = [server.page(), server.page()];
    const lost = await one.link('a');
    const link = (await other.link('b')) ?? '';
    expect(link).toBe(lost);
    other.heard('b', server.carry(link));
    expect(await one.again('a')).toBe(true);
    expect(hashed((await one.link('a')) ?? '')).toBe(link);
    expect(await one.again('a')).toBe(false);
  });

  test('pledges anew from another device when he orders, and when all links were shown', async () => {
    const server = new Server();
    await server.page().sit();
    localStorage.clear();
    const page = server.page();
    await page.sit();
    expect(server.asked).toBe(1);
    expect(await page.link('a')).not.toBeNull();
    expect(server.asked).toBe(2);
    server.shown = LENGTH;
    expect(await server.page().link('b')).toBeNull();
    expect(await server.page().link('c')).not.toBeNull();
    expect(server.asked).toBe(3);
  });

  test('keeps his receipts, and is told when the server does not stand by one', async () => {
    const wrongs: Wrong[] = [];
    const server = new Server();
    const page = server.page((one) => wrongs.push(one));
    server.given = [receipt('first')];
    await page.turned(2);
    server.given = [receipt('first'), receipt('second')];
    await page.turned(3);
    expect((await page.report()).receipts.map((one) => one.seal)).toEqual(['first', 'second']);
    expect(wrongs).toEqual([]);
    server.given = [receipt('second')];
    await page.turned(4);
    expect(wrongs).toEqual(['receipts']);
    expect((await page.report()).receipts).toHaveLength(2);
  });
});
