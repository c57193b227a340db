/** Checking the dice: whether a seed is the one that was promised, and what it rolls. */

export type Proof = 'open' | 'true' | 'false' | 'unable';

function bytes(hex: string): Uint8Array<ArrayBuffer> | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(data: ArrayBuffer): string {
  return Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function tools(): SubtleCrypto | undefined {
  // Browsers have it only where the connection is safe, or the server is this machine.
  return (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
}

/** Whether the seed's hash is the promise that was given before the first roll. */
export async function prove(commitment: string, seed: string | null): Promise<Proof> {
  if (seed === null) return 'open';
  const subtle = tools();
  const data = bytes(seed);
  if (data === null) return 'false';
  if (!subtle) return 'unable';
  return hex(await subtle.digest('SHA-256', data)) === commitment.toLowerCase() ? 'true' : 'false';
}

/** The dice that a seed gives, from a place of the stream on. */
export async function rolled(
  seed: string,
  place: number,
  count: number,
  sides = 6,
): Promise<number[]> {
  const subtle = tools();
  const data = bytes(seed);
  if (!subtle || data === null) return [];
  const key = await subtle.importKey('raw', data, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const places = Array.from({ length: count }, (_, i) => place + i);
  return Promise.all(
    places.map(async (at) => {
      const mixed = await subtle.sign('HMAC', key, new TextEncoder().encode(`die ${at}`));
      return Number(BigInt(`0x${hex(mixed)}`) % BigInt(sides)) + 1;
    }),
  );
}
