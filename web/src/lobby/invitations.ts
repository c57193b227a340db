// Invitations as people paste them: a link, or its last part.

const TOKEN = /^[A-Za-z0-9_-]{8,128}$/;

/** The token of an invitation, or nothing if there is none in the text. */
export function tokenIn(text: string): string | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('/join/');
  const last = at === -1 ? trimmed : trimmed.slice(at + '/join/'.length).split(/[?#/\s]/)[0];
  return last !== undefined && TOKEN.test(last) ? last : undefined;
}

/** The link that an invitation is sent as. */
export function inviteLink(token: string): string {
  return `${location.origin}/join/${token}`;
}
