// What the server did not grant, and what would be right. Every error a caller meets is one of these.

import type { Problem, Refusal } from './schema';

/** The kinds that the server has, and two of our own: nobody answered, or nonsense came. */
export type Kind =
  | 'malformed'
  | 'too-deep'
  | 'unknown-person'
  | 'forbidden'
  | 'passkey-needed'
  | 'unproven'
  | 'wrong-origin'
  | 'not-found'
  | 'no-such-method'
  | 'too-slow'
  | 'refused'
  | 'stale'
  | 'conflict'
  | 'impossible'
  | 'too-large'
  | 'wrong-type'
  | 'wrong-host'
  | 'invalid'
  | 'too-many'
  | 'too-costly'
  | 'failed'
  | 'busy'
  | 'unavailable'
  | 'unreachable'
  | 'garbled';

const PASSING: readonly Kind[] = [
  'unreachable',
  'unavailable',
  'busy',
  'too-slow',
  'failed',
  'too-many',
];

export class Trouble extends Error {
  readonly kind: Kind;
  readonly status: number;
  readonly rule: string | null;
  readonly wouldBeRight: string | null;
  readonly refusals: readonly Refusal[];
  /** Seconds after which the server would listen again, if it said so. */
  readonly wait: number | null;

  constructor(problem: Problem, status: number, wait: number | null = null) {
    super(problem.detail);
    this.name = 'Trouble';
    this.kind = problem.error as Kind;
    this.status = status;
    this.rule = problem.rule ?? null;
    this.wouldBeRight = problem.would_be_right ?? null;
    this.refusals = problem.refusals ?? [];
    this.wait = wait;
  }

  /** Whether the same wish may well be granted a moment later. */
  get passing(): boolean {
    return PASSING.includes(this.kind);
  }
}

export function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    typeof (body as Problem).error === 'string' &&
    typeof (body as Problem).detail === 'string'
  );
}

/** The trouble behind an answer that is none. */
export function troubleOf(body: unknown, response: Response): Trouble {
  const after = Number(response.headers.get('Retry-After') ?? NaN);
  const wait = Number.isFinite(after) ? after : null;
  if (isProblem(body)) return new Trouble(body, response.status, wait);
  return garbled(response.status);
}

export function garbled(status: number): Trouble {
  return new Trouble(
    { error: 'garbled', detail: '', rule: null, would_be_right: null, refusals: [] },
    status,
  );
}

export function unreachable(): Trouble {
  return new Trouble(
    { error: 'unreachable', detail: '', rule: null, would_be_right: null, refusals: [] },
    0,
  );
}
