// Short notes at the edge of the screen: what was done, and what was not granted.

import { Trouble } from '../api/trouble';
import { t } from '../i18n';

export interface Toast {
  id: number;
  tone: 'good' | 'bad' | 'info';
  text: string;
  /** What would be right, under it. */
  hint: string;
  /** The rule behind it, to be looked up. */
  rule: string | null;
  system: string;
}

const READING = 5_000;
const PER_LETTER = 45;
const MOST = 4;

class Toasts {
  shown = $state<Toast[]>([]);
  #next = 1;

  say(text: string, tone: Toast['tone'] = 'info', more: Partial<Toast> = {}): void {
    const toast: Toast = {
      hint: '',
      rule: null,
      system: '',
      ...more,
      id: this.#next++,
      tone,
      text,
    };
    const others = this.shown.filter((other) => other.text !== text);
    this.shown = [...others, toast].slice(-MOST);
    const letters = text.length + toast.hint.length;
    setTimeout(() => this.dismiss(toast.id), READING + PER_LETTER * letters);
  }

  /** Tell what went wrong, with what would be right and its rule. */
  trouble(error: unknown, system = ''): void {
    const { text, hint, rule } = told(error);
    this.say(text, 'bad', { hint, rule, system });
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((toast) => toast.id !== id);
  }
}

/** An error as sentences for a person. */
export function told(error: unknown): { text: string; hint: string; rule: string | null } {
  if (!(error instanceof Trouble)) {
    return { text: t('common.trouble-unknown'), hint: String(error), rule: null };
  }
  if (error.kind === 'unreachable') {
    return { text: t('common.trouble-unreachable'), hint: t('common.trouble-again'), rule: null };
  }
  if (error.kind === 'garbled') {
    return { text: t('common.trouble-garbled'), hint: t('common.trouble-again'), rule: null };
  }
  const first = error.refusals[0];
  const text = sentence(first && error.kind === 'refused' ? first.text : error.message);
  const hint = error.wouldBeRight ? t('common.would-be-right', { what: error.wouldBeRight }) : '';
  return { text, hint, rule: first?.rule ?? error.rule };
}

/** The server's clauses as sentences. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

export const toasts = new Toasts();
