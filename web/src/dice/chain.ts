/** Chains of secrets and what dice are made of: just as the engine has it (`engine/pact.py`). */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const MARK = 128;

/** The hash of a secret: of a link, the link before it. */
export function hashed(secret: string): string {
  return bytesToHex(sha256(hexToBytes(secret)));
}

/** 32 bytes that nobody can guess. */
export function drawn(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** A chain by the secret at its end; its head has number 0. */
export class Chain {
  /** Every so many links one, the last link first. */
  private readonly marks: Uint8Array[] = [];

  constructor(
    readonly secret: string,
    readonly length: number,
  ) {
    let link: Uint8Array = hexToBytes(secret);
    for (let n = 0; n <= length; n += 1) {
      if (n % MARK === 0) this.marks.push(link);
      link = sha256(link);
    }
  }

  get head(): string {
    return this.link(0) ?? '';
  }

  /** The n-th link; none beyond the end. */
  link(n: number): string | null {
    const back = this.length - n;
    let found = this.marks[Math.floor(back / MARK)];
    if (back < 0 || !found) return null;
    for (let more = back % MARK; more > 0; more -= 1) found = sha256(found);
    return bytesToHex(found);
  }
}

/** From what the dice of a step come that one has shown a link for. */
export interface OwnStep {
  commitment: string;
  pledge: number;
  /** The number of the link. */
  step: number;
  server: string;
  link: string;
  /** What the others had shown by the time of one's step before, as the server told it then. */
  frame: string;
}

/** The dice of a step, by their sides. */
export function fallen(one: OwnStep, sides: readonly number[]): number[] {
  const { commitment, pledge, step, server, link, frame } = one;
  const said = ['grognard step', 'own', commitment, pledge, step - 1, server, link, frame].join(
    '\n',
  );
  const key = sha256(utf8ToBytes(said));
  return sides.map((many, place) => {
    const mixed = hmac(sha256, key, utf8ToBytes(`die ${place}`));
    return Number(BigInt(`0x${bytesToHex(mixed)}`) % BigInt(many)) + 1;
  });
}
