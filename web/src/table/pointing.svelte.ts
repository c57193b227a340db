/**
 * Pointing: what clicks on hexes, stacks and counters mean, by what is going on.
 *
 * While a question is open they find its answer, while an attack is weighed they change it, and
 * otherwise they choose counters and give them orders.
 */

import { SvelteMap } from 'svelte/reactivity';

import { isTrouble } from '../api/client';
import type { ActionCard, DeedRow, OrderCard } from '../api/schema';
import { piecesOf, targetsOf } from './layers';
import { type Box, hexesOf, how, pickBox } from './selection';
import type { Stop } from './owed';
import type { Session } from './session.svelte';
import type { Sight } from './sight.svelte';

/** After so many milliseconds over a hex out of reach one is told why it is. */
const WHY_AFTER = 450;
const MOST_IN_MENU = 16;
/** After so many milliseconds over a hex one is told what a click there would answer. */
const LOOK_AFTER = 140;

/** What can be done in a hex. */
export interface HexMenu {
  hex: string;
  x: number;
  y: number;
  /** Null while they are being asked for. */
  proposals: readonly OrderCard[] | null;
  /** Answers to a question that are about the hex. */
  choices: readonly ActionCard[];
  /** What can be done there, kind by kind. */
  rows: readonly DeedRow[];
}

type Click = MouseEvent | KeyboardEvent;

/** Friends who were clicked while others were in hand that could go to them. */
export interface Joining {
  hex: string;
  pieces: readonly string[];
  /** What the way there costs. */
  cost: string;
  way: readonly string[];
  moment: number | undefined;
}

export class Pointing {
  /** The hex whose stack is spread out. */
  open = $state<string | null>(null);
  /** The hex that is looked at closely while nobody is chosen. */
  inspected = $state<string | null>(null);
  menu = $state.raw<HexMenu | null>(null);
  /** A choice that is pointed at in a menu or a list. */
  preview = $state.raw<ActionCard | null>(null);
  /** The way each counter goes, so that it is seen to travel along it. */
  readonly paths = new SvelteMap<string, readonly string[]>();
  readonly chosenHexes = $derived.by(() => hexesOf(this.session.selection, this.session.ranks));
  readonly looked = $derived(this.chosenHexes[0] ?? this.inspected);
  private joining = $state.raw<Joining | null>(null);
  /** Those who could go to the friends that are chosen now, and were in hand before. */
  readonly join = $derived.by(() => {
    const { joining, session } = this;
    const fits = joining?.moment === session.present?.moment && session.commanding;
    return fits && joining && this.looked === joining.hex && !session.weighing ? joining : null;
  });
  private whyTimer: ReturnType<typeof setTimeout> | undefined;
  /** An enemy hex that could not be attacked by itself, and when: perhaps it can with another. */
  private barred: { hex: string; moment: number } | null = null;

  constructor(
    private readonly session: Session,
    private readonly sight: Sight,
    /** Told when something is looked at that a panel shows. */
    private readonly onlook: () => void,
  ) {}

  // ---- hexes

  onhex(
    hex: string | null,
    event: PointerEvent,
    kind: 'click' | 'context' | 'move' | 'double',
  ): void {
    if (kind === 'move') this.point(hex);
    else if (hex === null) {
      if (kind === 'click') this.stepBack();
    } else if (kind === 'context') this.openMenu(hex, event.clientX, event.clientY);
    else if (kind === 'double') this.wholeStack(hex);
    else void this.click(hex);
  }

  /** The pointer is over a hex: the way there follows it, and what bars it is told after a while. */
  point(hex: string | null): void {
    const { session } = this;
    session.hover = hex;
    clearTimeout(this.whyTimer);
    if (session.barred?.hex !== hex) session.barred = null;
    const { inquiry } = session;
    if (inquiry) {
      if (inquiry.looked?.hex !== hex) inquiry.looked = null;
      const look = () => void inquiry.look(hex).catch(() => undefined); // a hint is no trouble
      this.whyTimer = setTimeout(look, LOOK_AFTER);
      return;
    }
    if (hex === null || !session.reach || session.weighing || !session.commanding) return;
    if (session.ways?.has(hex) || this.chosenHexes.includes(hex)) return;
    this.whyTimer = setTimeout(() => void session.whyNot(hex), WHY_AFTER);
  }

  async click(hex: string): Promise<void> {
    const { session } = this;
    this.open = null;
    session.hush();
    clearTimeout(this.whyTimer);
    if (session.inquiry) await this.answer(hex);
    else if (session.weighing) {
      if (session.ranks.hostile(hex)) await this.retarget(hex);
    } else if (this.ordering && !this.chosenHexes.includes(hex)) {
      await session.settled();
      if (!this.ordering) return; // he has let go of them meanwhile
      this.remember(hex);
      if (await this.together(hex)) return;
      await session.order(hex);
      if (session.refused?.hex === hex) this.bar(hex);
      else if (session.selection.length === 0) this.inspected = hex; // where they went
    } else if (session.ranks.hostile(hex)) await this.strike(hex);
    else {
      this.inspected = hex;
      session.clear();
      if (!session.commanding || this.errand(hex)) return;
      if (session.owing(hex)) void session.about(hex);
    }
  }

  /** Go about what is owed in a hex, where that has a card of its own. */
  errand(hex: string): boolean {
    const { session } = this;
    const owed = session.owed.find((one) => one.do !== '' && one.hexes.includes(hex));
    if (owed) session.run(owed.do, { hex });
    return owed !== undefined;
  }

  /** Whether there is somebody who would be ordered by a click. */
  private get ordering(): boolean {
    const { session } = this;
    return session.commanding && session.selection.some((id) => session.ranks.own(id));
  }

  private async answer(hex: string): Promise<void> {
    const { session } = this;
    const { inquiry } = session;
    if (!inquiry || session.busy) return;
    try {
      session.refused = null;
      if (inquiry.sweeps) {
        await inquiry.sweep([hex]);
        return;
      }
      const given = await inquiry.point(hex);
      const barred = inquiry.composition?.barred ?? [];
      if (given) await session.give();
      else if (barred.length && session.inquiry === inquiry) session.refuse(hex, barred);
    } catch (error) {
      session.say(error);
    }
  }

  private remember(hex: string): void {
    this.paths.clear();
    const way = this.session.ways?.path(hex) ?? [];
    if (way.length > 1) for (const id of this.session.selection) this.paths.set(id, way);
  }

  /** An enemy hex without anybody chosen: the best attack on it, if there is one now. */
  private async strike(hex: string): Promise<void> {
    const { session } = this;
    this.look(hex);
    if (!session.commanding) {
      this.open = this.open === hex ? null : hex;
      return;
    }
    try {
      const proposals = await session.propose([hex], []);
      const found = proposals.find((one) => one.action !== null);
      if (found && session.begins(found, [], hex)) return;
      if (found) await session.follow(found);
      else if (!(await this.together(hex))) {
        this.bar(hex);
        const reasons = proposals.filter((one) => this.offered(one.do)).flatMap((o) => o.refusals);
        if (reasons.length) session.refuse(hex, reasons);
        else this.open = hex; // nobody attacks in this phase: the stack is looked at
      }
    } catch (error) {
      session.say(error);
    }
  }

  /** Whether a kind of action is open in the phase under way. */
  private offered(do_: string): boolean {
    const asked = this.session.present?.asked ?? [];
    return asked.some((question) => question.deeds.some((deed) => deed.do === do_));
  }

  private bar(hex: string): void {
    const moment = this.session.present?.moment;
    if (moment !== undefined && this.session.ranks.hostile(hex)) this.barred = { hex, moment };
  }

  /** One enemy hex after another, the first of which could not be attacked alone: both at once. */
  private async together(hex: string): Promise<boolean> {
    const { barred, session } = this;
    if (!barred || barred.hex === hex || barred.moment !== session.present?.moment) return false;
    if (!session.ranks.hostile(hex)) return false;
    try {
      const pieces = session.selection.filter((id) => session.ranks.own(id));
      const proposals = await session.propose([barred.hex, hex], pieces);
      const found = proposals.find((one) => one.action !== null);
      if (found) await session.follow(found);
      return found !== undefined;
    } catch (error) {
      if (!isTrouble(error, 'refused', 'invalid', 'impossible')) session.say(error);
      return false;
    }
  }

  /** Another hex for the attack that is being weighed, by the same counters where that can be. */
  private async retarget(hex: string): Promise<void> {
    const { session } = this;
    if (!session.weighing) return;
    const pieces = piecesOf(session.weighing).filter((id) => session.ranks.own(id));
    const targets = targetsOf(session.weighing.action);
    const wanted = targets.includes(hex) ? targets.filter((one) => one !== hex) : [hex];
    if (wanted.length === 0) {
      session.unweigh();
      return;
    }
    try {
      for (const by of [pieces, []]) {
        const found = (await session.propose(wanted, by)).find((one) => one.action !== null);
        if (found) {
          await session.follow(found);
          return;
        }
      }
      await session.order(hex, []);
    } catch (error) {
      session.say(error, hex);
    }
  }

  // ---- counters and stacks

  /** Whether whoever is chosen could go to his friends in a hex: a click there chooses them. */
  joinable(hex: string): boolean {
    const { session } = this;
    if (!this.ordering || this.chosenHexes.includes(hex) || !session.ranks.ownAt(hex).length)
      return false;
    return session.ways?.has(hex) ?? false;
  }

  /** Those in hand who could go to their friends in a hex. */
  private others(hex: string): Joining | null {
    const { session } = this;
    if (!this.joinable(hex)) return null;
    const pieces = session.selection.filter((id) => session.ranks.own(id));
    const cost = session.ways?.cost(hex) ?? '';
    const way = session.ways?.path(hex) ?? [];
    return { hex, pieces, cost, way, moment: session.present?.moment };
  }

  /** Send those who were in hand to the friends that were clicked. */
  async sendOn(): Promise<void> {
    const { join, session } = this;
    if (!join) return;
    this.joining = null;
    session.choose(join.pieces);
    this.paths.clear();
    if (join.way.length > 1) for (const id of join.pieces) this.paths.set(id, join.way);
    await session.order(join.hex);
    if (session.selection.length === 0) this.inspected = join.hex;
  }

  /** Take up what is owed somewhere, and look at the place. */
  goTo(stop: Stop | null): void {
    if (!stop) return;
    const { session } = this;
    const [hex] = stop.hexes;
    const placed = stop.pieces.length === 0;
    if (!session.inquiry) session.clear();
    session.takeUp(stop);
    this.sight.show(stop.hexes, true);
    if (hex === undefined || session.inquiry) return;
    this.look(hex);
    if (!placed || !session.commanding) return;
    if (session.ranks.hostile(hex)) void this.strike(hex);
    else if (session.ranks.ownAt(hex).length) session.pickHex(hex, 'only');
    else if (session.owing(hex)) void session.about(hex);
  }

  /** A counter was picked, on the map, in a spread stack or in a list. */
  pick(id: string, event: Click): void {
    const { session } = this;
    const hex = session.ranks.counters.get(id)?.hex ?? null;
    const extra = session.weighing?.extras.find((one) => one.id === id);
    if (session.inquiry) void this.pickInQuestion(id, hex);
    else if (extra) void session.weigh(extra.action);
    else if (event.altKey && hex !== null) void this.click(hex);
    else if (session.ranks.own(id)) {
      if (session.weighing) return;
      const others = how(event) === 'only' && hex !== null ? this.others(hex) : null;
      session.pick(id, how(event));
      this.joining = others;
      // One counter alone was wanted: the fan would hide the neighbours that it may go to.
      if (event instanceof MouseEvent && event.detail > 0 && how(event) === 'only')
        this.open = null;
      if (hex !== null) this.look(hex);
    } else if (hex !== null && (session.weighing || this.ordering)) void this.click(hex);
    else if (hex !== null) {
      session.pick(id, 'only');
      void this.strike(hex);
    }
  }

  private async pickInQuestion(id: string, hex: string | null): Promise<void> {
    const { inquiry } = this.session;
    if (inquiry?.atHand(id) && !this.sends(hex, [id])) await this.pickUp([id]);
    else if (hex !== null) await this.answer(hex);
  }

  /** Whether a click on counters in a hex sends others there that are in hand. */
  private sends(hex: string | null, here: readonly string[]): boolean {
    const { inquiry } = this.session;
    if (!inquiry?.held.length || hex === null || this.open === hex) return false;
    return inquiry.ends.has(hex) && !here.some((id) => inquiry.held.includes(id));
  }

  /** Take counters in hand for an answer. */
  private async pickUp(ids: readonly string[]): Promise<void> {
    await this.session.inquiry?.pickUp(...ids).catch((error: unknown) => this.session.say(error));
  }

  /** A stack was pressed: one's own is chosen first and spread by a second press. */
  press(hex: string | null): void {
    const { session } = this;
    if (hex === null || session.inquiry) {
      this.pressInQuestion(hex);
      return;
    }
    const own = session.ranks.ownAt(hex);
    const switched = session.weighing?.extras.filter((one) => own.includes(one.id)) ?? [];
    if (switched.length === 1 && switched[0]) {
      void session.weigh(switched[0].action);
      return;
    }
    const chosen = own.some((id) => session.selection.includes(id));
    const next = chosen ? session.ranks.nextAt(hex, session.selection) : null;
    if (own.length && !session.weighing && (!chosen || next)) {
      const others = chosen ? null : this.others(hex);
      if (next) session.choose(next, true);
      else session.pickHex(hex, 'only');
      this.joining = others;
      this.open = null;
      this.look(hex);
    } else if (own.length || !session.ranks.hostile(hex)) this.open = hex;
    else if (session.weighing || this.ordering) void this.click(hex);
    else void this.strike(hex);
  }

  private pressInQuestion(hex: string | null): void {
    const { inquiry, ranks } = this.session;
    if (hex === null || !inquiry) {
      this.open = null;
      return;
    }
    const here = ranks.stacks.get(hex)?.flatMap((stack) => stack.counters) ?? [];
    const able = here.filter((id) => inquiry.atHand(id));
    const held = able.some((id) => inquiry.held.includes(id));
    if (inquiry.sweeps) void this.click(hex);
    else if (able.length === 0 && inquiry.kind !== '' && !inquiry.ends.has(hex)) {
      this.session.run('');
      this.press(hex);
    } else if (able.length === 0 || this.sends(hex, able)) void this.click(hex);
    else if (held && able.length > 1) this.open = this.open === hex ? null : hex;
    else void this.pickUp(able);
  }

  /** Everybody in a hex who can be ordered together with those chosen there. */
  private alike(hex: string): string[] {
    return this.session.ranks.alikeAt(hex, this.session.selection);
  }

  /** Choose everybody in a hex who goes together, or just these, those who have acted as well. */
  wholeStack(hex: string, ids: readonly string[] = this.alike(hex)): void {
    const { session } = this;
    const own = ids.filter((id) => session.ranks.own(id));
    if (!own.length || session.inquiry || session.weighing) return;
    this.open = null;
    const all = own.every((id) => session.selection.includes(id));
    if (all && own.length === session.selection.length && this.formation(own[0])) return;
    session.choose(own);
    this.look(hex);
  }

  /** Choose the whole formation of a counter, or of the first that is chosen; whether there is
   *  one. */
  formation(id: string | undefined = this.session.selection[0]): boolean {
    const { session } = this;
    const found = id === undefined ? [] : session.ranks.formationOf(id);
    if (!found.length || session.inquiry || session.weighing) return false;
    session.choose(found);
    const hex = session.ranks.counters.get(id ?? '')?.hex;
    if (hex) this.look(hex);
    return true;
  }

  /** A counter was added to those chosen, or left out, in the list of a stack. */
  tick(id: string): void {
    const { session } = this;
    const hex = session.ranks.counters.get(id)?.hex ?? null;
    if (session.inquiry) void this.pickInQuestion(id, hex);
    else if (!session.weighing) session.pick(id, 'toggle');
  }

  /** Everybody of a stack was picked where it is spread or listed. */
  pickAll(hex: string, ids: readonly string[]): void {
    const { inquiry } = this.session;
    if (inquiry) {
      this.open = null;
      void this.pickUp(ids.filter((id) => inquiry.atHand(id)));
    } else this.wholeStack(hex, ids);
  }

  /** A box was drawn round counters, in pixels of the map's window. */
  pickBox(box: Box): void {
    const { session, sight } = this;
    if (session.inquiry || session.weighing) return;
    const [left, top] = sight.camera.toMap(box.left, box.top);
    const [right, bottom] = sight.camera.toMap(box.right, box.bottom);
    const centre = (hex: string) => sight.points([hex])[0];
    session.choose(pickBox({ left, top, right, bottom }, centre, session.ranks));
  }

  private look(hex: string): void {
    this.inspected = hex;
    this.onlook();
  }

  // ---- the menu of a hex

  openMenu(hex: string, x: number, y: number): void {
    this.menu = { hex, x, y, proposals: null, choices: [], rows: [] };
    void this.fillMenu(hex);
  }

  closeMenu(): void {
    this.menu = null;
    this.preview = null;
  }

  private async fillMenu(hex: string): Promise<void> {
    const { session } = this;
    const own = session.selection.filter((id) => session.ranks.own(id));
    const pieces = this.chosenHexes.includes(hex) ? [] : own;
    const acting = session.commanding && !session.past;
    const asks = acting && (pieces.length > 0 || session.ranks.hostile(hex) || session.owing(hex));
    const here = session.ranks.ownAt(hex).filter((id) => !own.length || own.includes(id));
    try {
      const [proposals, inHex, { rows }] = await Promise.all([
        asks ? session.propose([hex], pieces) : [],
        session.inquiry ? session.ask.choices({ hex }) : { choices: [] },
        acting && here.length
          ? session.ask.menu({ pieces: here, hexes: [hex], each: !own.length })
          : { rows: [] },
      ]);
      const choices = inHex.choices.slice(0, MOST_IN_MENU);
      if (this.menu?.hex === hex) this.menu = { ...this.menu, proposals, choices, rows };
    } catch (error) {
      if (this.menu?.hex === hex) this.menu = { ...this.menu, proposals: [] };
      if (!isTrouble(error, 'refused', 'invalid', 'impossible')) session.say(error);
    }
  }

  // ---- stepping back

  /** One step back: menu, stack, refusal, warning, attack, choice, overlay, past. */
  stepBack(): void {
    const { session } = this;
    if (this.menu) this.closeMenu();
    else if (this.open !== null) this.open = null;
    else if (session.refused) session.refused = null;
    else if (this.join) this.joining = null;
    else if (session.caution) session.caution = null;
    else if (session.weighing) session.unweigh();
    else if (session.column.march) session.column.leave();
    else if (session.inquiry?.held.length && !session.inquiry.parts.length) this.layDown();
    else if (session.inquiry?.begun) void session.inquiry.discard();
    else if (session.inquiry?.kind) session.run('');
    else if (session.selection.length) session.clear();
    else if (session.glass.id) session.glass.lift();
    else if (session.past) void session.lookAt(null);
    else this.inspected = null;
  }

  /** Lay down what is in hand; what is taken up by itself stays. */
  private layDown(): void {
    const { inquiry } = this.session;
    if (inquiry?.begun) void inquiry.discard();
    else if (inquiry && inquiry.hand.length > 1) void this.pickUp(inquiry.held);
    else if (inquiry?.kind) this.session.run('');
  }

  stop(): void {
    clearTimeout(this.whyTimer);
  }
}
