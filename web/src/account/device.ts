// Passkeys, as the browser makes them and shows them: a challenge of the server, and its answer.

import { api, ask } from '../api/client';

/** What a device has answered, as it is sent. */
export type Answer = Record<string, unknown>;

/** The device said no, or nobody touched it. */
export class Untouched extends Error {}

/** Whether this browser has passkeys: only where it trusts the line, and not the oldest ones. */
export function able(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** Have the device make a passkey. */
export async function made(): Promise<Answer> {
  const challenge = await ask(api.POST('/api/v1/people/me/passkeys/challenge'));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    challenge as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return answered(() => navigator.credentials.create({ publicKey }));
}

/** Have the device show a passkey. */
export async function shown(): Promise<Answer> {
  const challenge = await ask(api.POST('/api/v1/people/passkey/challenge'));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    challenge as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return answered(() => navigator.credentials.get({ publicKey }));
}

async function answered(asked: () => Promise<Credential | null>): Promise<Answer> {
  let found: Credential | null;
  try {
    found = await asked();
  } catch (error) {
    if (error instanceof DOMException) throw new Untouched(error.name);
    throw error;
  }
  if (!(found instanceof PublicKeyCredential)) throw new Untouched();
  return found.toJSON() as Answer;
}
