/** Sounds of the table, for who wants them; tools/make_sounds.py makes them. */

import { settings } from '../common/settings.svelte';
import dice from './sounds/dice.wav?url';
import march from './sounds/march.wav?url';

const SOUNDS = { dice, march } as const;

/** Let something be heard; a browser that may not yet, or cannot, stays quiet. */
export function sound(name: keyof typeof SOUNDS): void {
  if (!settings.wanted.sound || typeof Audio === 'undefined') return;
  const heard = new Audio(SOUNDS[name]);
  heard.volume = 0.5;
  void heard.play().catch(() => undefined);
}
