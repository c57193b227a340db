// Where the page is: the addresses of the client, and going from one to another.

import { createSubscriber } from 'svelte/reactivity';

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; game: string; seat: string }
  | { page: 'join'; token: string }
  | { page: 'replay'; token: string }
  | { page: 'learn'; system: string; name: string }
  | { page: 'reset' }
  | { page: 'primer'; about: 'hexes' | 'paper' }
  | { page: 'rules'; system: string; rule: string | null }
  | { page: 'nowhere'; path: string };

/** What an address means. */
export function routeOf(path: string): Route {
  const steps = path.split('/').filter((step) => step !== '');
  const [area, first, second] = steps.map(decoded);
  if (steps.length === 0) return { page: 'lobby' };
  if (steps.length === 1 && area === 'first-steps') return { page: 'primer', about: 'hexes' };
  if (steps.length === 1 && area === 'reset') return { page: 'reset' };
  if (steps.length === 1 && area === 'from-paper') return { page: 'primer', about: 'paper' };
  if (first !== undefined && steps.length === 2) {
    if (area === 'join') return { page: 'join', token: first };
    if (area === 'replay') return { page: 'replay', token: first };
    if (area === 'rules') return { page: 'rules', system: first, rule: null };
  }
  if (first !== undefined && second !== undefined && steps.length === 3) {
    if (area === 'game') return { page: 'table', game: first, seat: second };
    if (area === 'learn') return { page: 'learn', system: first, name: second };
    if (area === 'rules') return { page: 'rules', system: first, rule: second };
  }
  return { page: 'nowhere', path };
}

/** The address of a place. */
export function pathOf(route: Route): string {
  switch (route.page) {
    case 'lobby':
      return '/';
    case 'table':
      return `/game/${encodeURIComponent(route.game)}/${encodeURIComponent(route.seat)}`;
    case 'join':
      return `/join/${encodeURIComponent(route.token)}`;
    case 'replay':
      return `/replay/${encodeURIComponent(route.token)}`;
    case 'learn':
      return `/learn/${encodeURIComponent(route.system)}/${encodeURIComponent(route.name)}`;
    case 'reset':
      return '/reset';
    case 'primer':
      return route.about === 'hexes' ? '/first-steps' : '/from-paper';
    case 'rules': {
      const rule = route.rule === null ? '' : `/${encodeURIComponent(route.rule)}`;
      return `/rules/${encodeURIComponent(route.system)}${rule}`;
    }
    case 'nowhere':
      return route.path;
  }
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

let moved: () => void = () => {};

const subscribe = createSubscriber((update) => {
  moved = update;
  window.addEventListener('popstate', update);
  return () => {
    moved = () => {};
    window.removeEventListener('popstate', update);
  };
});

/** Where the page is now; what reads it in an effect or a template follows it. */
export function here(): Route {
  subscribe();
  return routeOf(location.pathname);
}

/** Go somewhere; `replace` leaves no way back to where one was. */
export function go(to: Route | string, options: { replace?: boolean } = {}): void {
  const path = typeof to === 'string' ? to : pathOf(to);
  if (options.replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  window.scrollTo(0, 0);
  moved();
}

/** Let a plain left click on one of our own links be a step of the router; for the whole page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) {
    return;
  }
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
  if (link.hash !== '' && link.pathname === location.pathname) return;
  if (routeOf(link.pathname).page === 'nowhere') return;
  event.preventDefault();
  go(link.pathname);
}
