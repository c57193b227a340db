import { describe, expect, it, vi } from 'vitest';

import { followLinks, go, pathOf, type Route, routeOf } from './router';

describe('addresses', () => {
  it.each<[string, Route]>([
    ['/', { page: 'lobby' }],
    ['', { page: 'lobby' }],
    ['/game/g1/s2', { page: 'table', game: 'g1', seat: 's2' }],
    ['/game/g1/s2/', { page: 'table', game: 'g1', seat: 's2' }],
    ['/join/abc_-9', { page: 'join', token: 'abc_-9' }],
    ['/replay/abc', { page: 'replay', token: 'abc' }],
    ['/learn/wb95/klin', { page: 'learn', system: 'wb95', name: 'klin' }],
    ['/learn/wb95/%7Eab', { page: 'learn', system: 'wb95', name: '~ab' }],
    ['/game/g1', { page: 'nowhere', path: '/game/g1' }],
    ['/game/g1/s2/more', { page: 'nowhere', path: '/game/g1/s2/more' }],
    ['/games', { page: 'nowhere', path: '/games' }],
    ['/join/%E0%A4%A', { page: 'join', token: '%E0%A4%A' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it('writes what it reads', () => {
    const routes: Route[] = [
      { page: 'lobby' },
      { page: 'table', game: 'a/b', seat: 'ü' },
      { page: 'join', token: 't' },
      { page: 'replay', token: 't' },
      { page: 'learn', system: 'wb95', name: '~x' },
    ];
    for (const route of routes) expect(routeOf(pathOf(route))).toEqual(route);
  });
});

describe('going', () => {
  it('leaves a way back, or none', () => {
    window.scrollTo = vi.fn();
    const before = history.length;
    go({ page: 'join', token: 'one' });
    expect(location.pathname).toBe('/join/one');
    expect(history.length).toBe(before + 1);
    go('/replay/two', { replace: true });
    expect(location.pathname).toBe('/replay/two');
    expect(history.length).toBe(before + 1);
  });

  it('takes plain clicks on our own links, and no others', () => {
    window.scrollTo = vi.fn();
    document.body.innerHTML =
      '<a id="ours" href="/join/three">x</a><a id="api" href="/api/v1/shelf">x</a>' +
      '<a id="far" href="https://example.org/join/x">x</a><a id="new" target="_blank" href="/">x</a>' +
      '<a id="no" href="/nothing/here">x</a>';
    const clicked = (id: string, init: MouseEventInit = {}): boolean => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
      const link = document.getElementById(id);
      link?.addEventListener('click', (happened) => followLinks(happened), { once: true });
      link?.addEventListener('click', (happened) => happened.preventDefault(), { once: true });
      const before = location.pathname;
      link?.dispatchEvent(event);
      return location.pathname !== before;
    };
    go('/', { replace: true });
    expect(clicked('api')).toBe(false);
    expect(clicked('far')).toBe(false);
    expect(clicked('new')).toBe(false);
    expect(clicked('no')).toBe(false);
    expect(clicked('ours', { ctrlKey: true })).toBe(false);
    expect(clicked('ours')).toBe(true);
    expect(location.pathname).toBe('/join/three');
  });
});
