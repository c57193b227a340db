/** What every key does on the table page; the cheat sheet is made of it. */

import { settings } from '../common/settings.svelte';
import { toasts } from '../common/toasts.svelte';
import { t } from '../i18n';
import type { KeyDeed } from './keys';
import type { Pointing } from './pointing.svelte';
import type { Session } from './session.svelte';
import type { Sight } from './sight.svelte';

/** What the keys work on. */
export interface Worked {
  session: Session;
  sight: Sight;
  pointing: Pointing;
  /** The window of the map, in which menus open. */
  corner: () => { left: number; top: number };
  /** Whether the arrows are the map's now. */
  free: () => boolean;
  onend: () => void;
  ontakeback: () => void;
  onpanels: () => void;
  onlog: () => void;
  onsheet: () => void;
  onhide: (hidden: boolean) => void;
  onsince: () => void;
}

/** A group of deeds under one heading. */
function grouped(title: string, deeds: Omit<KeyDeed, 'group'>[]): KeyDeed[] {
  return deeds.map((deed) => ({ ...deed, group: title }));
}

export function keyDeeds(worked: Worked): KeyDeed[] {
  return [
    ...watching(worked),
    ...orders(worked),
    ...choosing(worked),
    ...map(worked),
    ...page(worked),
  ];
}

/** While others are watched the keys of the playback come before their other meanings. */
function watching({ session, onsince }: Worked): KeyDeed[] {
  const { showing } = session;
  const when = () => showing.active;
  return grouped(t('playback.group'), [
    {
      id: 'watch-press',
      keys: ['Enter', 'Space'],
      title: t('playback.key-press'),
      when,
      over: (control) =>
        control.closest('[data-part="map"]') !== null && !control.closest('section, [role=group]'),
      run: () => showing.press(),
    },
    {
      id: 'watch-next',
      keys: ['.'],
      title: t('playback.key-next'),
      when,
      run: () => showing.next(),
    },
    {
      id: 'watch-back',
      keys: [','],
      title: t('playback.key-back'),
      when,
      run: () => showing.back(),
    },
    {
      id: 'watch-skip',
      keys: ['Escape'],
      title: t('playback.key-skip'),
      when,
      run: () => showing.skip(),
    },
    { id: 'since', keys: ['Shift+L'], title: t('playback.key-since'), run: onsince },
  ]);
}

function orders({ session, onend, ontakeback }: Worked): KeyDeed[] {
  return grouped(t('table.group-orders'), [
    {
      id: 'commit',
      keys: ['Enter'],
      title: t('table.key-commit'),
      when: () => Boolean(session.weighing ?? session.inquiry?.ready),
      over: (control) =>
        control.closest('[data-part="map"]') !== null && !control.closest('section'),
      run: () => void (session.weighing ? session.commit() : session.give()),
    },
    {
      id: 'answer',
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      title: t('table.key-answer'),
      when: () => session.inquiry !== null,
      run: (event) => {
        const choice = session.inquiry?.shown[Number(event.key) - 1];
        const taking = choice && session.inquiry?.take(choice);
        void taking?.catch((error: unknown) => session.say(error));
      },
    },
    {
      id: 'undo',
      keys: ['u', 'Ctrl+Z'],
      title: t('table.key-undo'),
      when: () => session.playing,
      run: () => {
        if (session.present?.may_undo) void session.undo();
        else if (!session.present?.over) ontakeback();
      },
    },
    {
      id: 'redo',
      keys: ['r', 'Ctrl+Y', 'Ctrl+Shift+Z'],
      title: t('table.key-redo'),
      when: () => session.playing,
      run: () => {
        if (session.redoable) void session.redo();
        else toasts.say(t('table.redo-none'));
      },
    },
    {
      id: 'end',
      keys: ['Ctrl+Enter'],
      title: t('table.key-end'),
      when: () => session.ending !== null,
      run: onend,
    },
  ]);
}

function choosing({ session, sight, pointing, corner }: Worked): KeyDeed[] {
  const nextAble = (step: 1 | -1) => {
    if (session.inquiry || session.weighing) return;
    const hex = session.nextAble(step);
    if (hex === null) return;
    pointing.inspected = hex;
    sight.show([hex]);
  };
  const looked = () => pointing.looked;
  return grouped(t('table.group-choice'), [
    {
      id: 'owed',
      keys: ['n'],
      title: t('table.key-owed'),
      run: () => pointing.goTo(session.nextOwed(1)),
    },
    {
      id: 'owed-back',
      keys: ['Shift+N'],
      title: t('table.key-owed-back'),
      run: () => pointing.goTo(session.nextOwed(-1)),
    },
    { id: 'able', keys: ['.'], title: t('table.key-able'), run: () => nextAble(1) },
    { id: 'able-back', keys: [','], title: t('table.key-able-back'), run: () => nextAble(-1) },
    {
      id: 'all',
      keys: ['a'],
      title: t('table.key-all'),
      when: () => looked() !== null,
      run: () => pointing.wholeStack(looked() ?? ''),
    },
    {
      id: 'formation',
      keys: ['Shift+A'],
      title: t('table.key-formation'),
      when: () => session.selection.length > 0,
      run: () => void pointing.formation(),
    },
    {
      id: 'join',
      keys: ['Shift+J'],
      title: t('table.key-join'),
      when: () => pointing.join !== null,
      run: () => void pointing.sendOn(),
    },
    {
      id: 'fan',
      keys: ['x'],
      title: t('table.key-fan'),
      when: () => looked() !== null,
      run: () => (pointing.open = pointing.open === looked() ? null : looked()),
    },
    {
      id: 'menu',
      keys: ['w'],
      title: t('table.key-menu'),
      when: () => (session.hover ?? looked()) !== null,
      run: () => {
        const hex = session.hover ?? looked() ?? '';
        const at = sight.whereabouts([hex]);
        const { left, top } = corner();
        pointing.openMenu(hex, left + (at?.right ?? 60), top + (at?.top ?? 60));
      },
    },
    {
      id: 'centre',
      keys: ['Space'],
      title: t('table.key-centre'),
      run: () => {
        const asked = session.question?.hexes ?? [];
        const hex = looked();
        sight.show(asked.length ? asked : hex === null ? [] : [hex], true);
      },
    },
    {
      id: 'clear',
      keys: ['Escape'],
      title: t('table.key-clear'),
      run: () => pointing.stepBack(),
    },
  ]);
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [90, 0],
  ArrowRight: [-90, 0],
  ArrowUp: [0, 90],
  ArrowDown: [0, -90],
};

function map({ session, sight, free, onhide }: Worked): KeyDeed[] {
  return grouped(t('table.group-map'), [
    {
      id: 'front',
      keys: ['f'],
      title: t('table.key-front'),
      run: () => sight.front(session.table?.front ?? []),
    },
    { id: 'fit', keys: ['0'], title: t('table.key-fit'), run: () => sight.camera.fitAll() },
    {
      id: 'nearer',
      keys: ['+', '='],
      title: t('table.key-nearer'),
      repeats: true,
      run: () => sight.zoom(Math.SQRT2),
    },
    {
      id: 'farther',
      keys: ['-', '_'],
      title: t('table.key-farther'),
      repeats: true,
      run: () => sight.zoom(Math.SQRT1_2),
    },
    {
      id: 'pan',
      keys: Object.keys(ARROWS),
      title: t('table.key-pan'),
      repeats: true,
      when: free,
      run: (event) => sight.camera.panBy(...(ARROWS[event.key] ?? [0, 0])),
    },
    {
      id: 'clutter',
      keys: ['k'],
      title: t('table.key-clutter'),
      run: () => settings.set({ clutter: !settings.clutter }),
    },
    {
      id: 'hide',
      keys: ['b'],
      title: t('table.key-hide'),
      run: () => onhide(true),
      release: () => onhide(false),
    },
  ]);
}

function page({ onpanels, onlog, onsheet }: Worked): KeyDeed[] {
  return grouped(t('table.group-page'), [
    { id: 'scheme', keys: ['d'], title: t('table.key-scheme'), run: turnScheme },
    { id: 'panels', keys: ['p'], title: t('table.key-panels'), run: onpanels },
    { id: 'log', keys: ['l'], title: t('table.key-log'), run: onlog },
    { id: 'sheet', keys: ['?'], title: t('table.key-sheet'), run: onsheet },
  ]);
}

/** From day to night and back. */
export function turnScheme(): void {
  settings.set({ scheme: settings.scheme === 'night' ? 'paper' : 'night' });
}
