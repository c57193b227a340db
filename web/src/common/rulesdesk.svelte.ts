// The rules browser as it lies over whatever is on the screen, and the options of the table there.

interface Open {
  system: string;
  /** The rule to read first; null for the list of all. */
  rule: string | null;
}

class RulesDesk {
  open = $state.raw<Open | null>(null);
  /** What the game on the screen is played with, by option; nothing where there is none. */
  played = $state.raw<{ system: string; options: Readonly<Record<string, string>> } | null>(null);

  show(system: string, rule: string | null = null): void {
    this.open = { system, rule };
  }

  close(): void {
    this.open = null;
  }

  /** The value of an option at this table; undefined where no game of the system is played. */
  valueOf(system: string, option: string): string | undefined {
    return this.played?.system === system ? this.played.options[option] : undefined;
  }
}

export const rulesDesk = new RulesDesk();
