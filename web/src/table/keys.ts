/** Keys: one registry of everything that a key does, from which the cheat sheet is made. */

export interface KeyDeed {
  id: string;
  /** Chords such as `u`, `Ctrl+Z`, `Shift+Tab`, `?`, `Escape`. */
  keys: string[];
  title: string;
  group: string;
  /** Whether it can be done now; without it, always. */
  when?: () => boolean;
  /** Done while the key is held, too: panning, zooming. */
  repeats?: boolean;
  run: (event: KeyboardEvent) => void;
  /** Whether it takes Enter and Space from a control that has the focus and would be worked by it. */
  over?: (control: Element) => boolean;
  /** Run when the key is let go, for what lasts as long as it is held. */
  release?: () => void;
}

export interface KeyLine {
  id: string;
  keys: string[];
  title: string;
}

export interface KeyGroup {
  title: string;
  lines: KeyLine[];
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A pressed key as a chord. Shift counts only where the sign itself does not show it. */
export function chordOf(event: Pressed): string {
  const key = event.key === ' ' ? 'Space' : event.key;
  const single = key.length === 1;
  const letter = single && key.toLowerCase() !== key.toUpperCase();
  const parts: string[] = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey) parts.push('Alt');
  if (event.shiftKey && (letter || !single)) parts.push('Shift');
  parts.push(letter ? key.toLowerCase() : key);
  return parts.join('+');
}

/** A chord as it was written in the registry, in the one form that `chordOf` gives. */
export function chord(written: string): string {
  const parts = written === '+' ? ['+'] : written.split('+').filter((part) => part !== '');
  if (written.endsWith('++')) parts.push('+');
  const last = parts.pop() ?? '';
  const key = last.length === 1 ? last.toLowerCase() : last;
  const held = ['Ctrl', 'Alt', 'Shift'].filter((name) => parts.includes(name));
  return [...held, key].join('+');
}

/** Whether a key belongs to what has the focus, as letters do to a text field. */
export function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'range', 'button', 'submit'].includes(target.type);
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Keys by which a focused control itself is worked; the registry leaves them to it. */
const WORKED = new Set(['Enter', 'Space']);

export class Keys {
  private deeds: KeyDeed[] = [];
  private byChord = new Map<string, KeyDeed[]>();
  private held = new Map<string, KeyDeed>();

  /** Add deeds; a later one may share a chord with an earlier one, which then comes first. */
  add(...deeds: KeyDeed[]): () => void {
    for (const deed of deeds) {
      this.deeds.push(deed);
      for (const written of deed.keys) {
        const at = chord(written);
        this.byChord.set(at, [...(this.byChord.get(at) ?? []), deed]);
      }
    }
    return () => {
      this.deeds = this.deeds.filter((deed) => !deeds.includes(deed));
      for (const [at, there] of this.byChord) {
        this.byChord.set(
          at,
          there.filter((deed) => !deeds.includes(deed)),
        );
      }
    };
  }

  taken(written: string): boolean {
    return (this.byChord.get(chord(written)) ?? []).length > 0;
  }

  /** A chord for what wants `key`: the key itself, or with Alt where it is taken. */
  free(key: string): string {
    return this.taken(key) ? `Alt+${key}` : key;
  }

  /** Do what a key does, if anything; true if it did. */
  press(event: KeyboardEvent): boolean {
    if (typing(event.target) && event.key !== 'Escape') return false;
    const at = chordOf(event);
    const control = WORKED.has(at) ? workedBy(event.target) : null;
    const deed = (this.byChord.get(at) ?? []).find(
      (one) => (one.when?.() ?? true) && (control === null || (one.over?.(control) ?? false)),
    );
    if (!deed || (event.repeat && !deed.repeats)) return false;
    event.preventDefault();
    if (deed.release) this.held.set(event.key.toLowerCase(), deed);
    deed.run(event);
    return true;
  }

  /** A key was let go. */
  lift(event: Pick<KeyboardEvent, 'key'>): void {
    const key = event.key.toLowerCase();
    this.held.get(key)?.release?.();
    this.held.delete(key);
  }

  /** The cheat sheet: every deed under its group, in the order they were added. */
  sheet(): KeyGroup[] {
    const groups = new Map<string, KeyLine[]>();
    for (const { id, keys, title, group } of this.deeds) {
      const lines = groups.get(group) ?? [];
      lines.push({ id, keys, title });
      groups.set(group, lines);
    }
    return [...groups].map(([title, lines]) => ({ title, lines }));
  }
}

/** The control that has the focus and does something by Enter or Space. */
function workedBy(target: EventTarget | null): Element | null {
  if (!(target instanceof HTMLElement)) return null;
  return target.closest('button, a[href], summary, [role=button], [role=tab], [role=menuitem]');
}
