/** Shelf: what lies beside the map, or on a sheet below it, and how much of it is seen. */

import { stance } from '../orders/stance.svelte';
import { room } from './room.svelte';
import type { Session } from './session.svelte';
import type { PanelId } from './SidePanels.svelte';

export class Shelf {
  panel = $state<PanelId>('here');
  /** Whether the panels are out. */
  panels = $state(true);
  /** Whether a small screen still has to say that there is a briefing. */
  fresh = $state(false);
  /** Whether a lesson is taken here, whose card has its place beside the map. */
  private taught = $state(false);
  /** Whether of that card only the head is seen. */
  learned = $state(false);
  /** Whether of what is weighed only the head is seen, on a sheet or a card. */
  private laidAside = $state(false);
  /** Whether the panels were put away for a question. */
  private putAway = false;

  constructor(
    private readonly session: Session,
    unbriefed: boolean,
  ) {
    this.panel = unbriefed ? 'briefing' : 'here';
    this.fresh = unbriefed;
    this.panels = unbriefed || !room.slim;
  }

  /** A question that interrupts, or something that one goes about on a card of its own. */
  get asking(): boolean {
    return this.session.inquiry !== null && !this.session.weighing;
  }

  /** Whether its card stands here, and does not lie on the map. */
  get docked(): boolean {
    return this.asking && (room.below || !(stance.floats ?? (room.slim && !this.taught)));
  }

  /** Whether all this is a card on the map, which has two thirds of such a screen. */
  get over(): boolean {
    return room.slim && (this.taught || !this.docked);
  }

  /** Whether lesson and question would leave the map too little: then one is read, and then the other. */
  get either(): boolean {
    return room.slim && this.taught && this.docked;
  }

  /** Whether that card hides a part of the map. */
  get lies(): boolean {
    const out = this.panels || this.taught || this.session.weighing !== null;
    return this.over && out && !this.shut && !this.session.showing.active;
  }

  /** Whether a panel is read in the place of the question, where there is room for one of them. */
  get reading(): boolean {
    return room.below && this.docked && this.panels && !room.folded;
  }

  /** Whether of the sheet only its head is seen. */
  get shut(): boolean {
    if (this.session.weighing) return this.laidAside;
    if (this.over) return false;
    return this.docked && !this.reading ? stance.folded : room.folded;
  }

  fold(): void {
    if (this.session.weighing) this.laidAside = !this.laidAside;
    else if (this.over) this.panels = false;
    else if (this.docked && !this.reading) stance.set({ folded: !stance.folded });
    else room.folded = !room.folded;
  }

  /** A lesson begins: it is the briefing. */
  teach(): void {
    this.taught = true;
    if (this.fresh && this.panel === 'briefing') this.panel = 'here';
    this.fresh = false;
  }

  /** A step of the lesson is to be read; with none the lesson is over. */
  step(there: boolean): void {
    this.taught = there;
    if (this.either) this.learned = false;
  }

  /** Bring out a panel. */
  show(to: PanelId): void {
    this.fresh &&= to !== 'briefing';
    this.panel = to;
    this.panels = true;
    room.folded = false;
  }

  /** A tab was pressed; on a sheet, the one that is being read folds it. */
  press(tab: PanelId): void {
    if (room.below && tab === this.panel && !room.folded) room.folded = true;
    else this.show(tab);
  }

  /** Something is asked or weighed, or is not any more: it comes before what was being read. */
  turn(): void {
    const { inquiry, weighing } = this.session;
    room.folded = inquiry !== null || !this.fresh;
    if (room.slim && !this.taught) this.makeRoom(inquiry !== null);
    if (!weighing) this.laidAside = false;
  }

  /** On a card for either, panels give way to a question, and come back when it is answered. */
  private makeRoom(asking: boolean): void {
    if (asking && this.panels) this.putAway = true;
    if (asking) this.panels = false;
    else if (this.putAway) {
      this.panels = true;
      this.putAway = false;
    }
  }

  /** Whoever points at the map has read the briefing that had come by itself. */
  pointed(): void {
    if (!this.fresh) return;
    this.fresh = false;
    room.folded = true;
    if (room.slim) this.panels = false;
  }
}
