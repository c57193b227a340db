import { type ComponentProps, createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import MapView from './MapView.svelte';
import { Camera } from './camera.svelte';
import { honeycomb } from './honeycomb.fixture';
import { Plan } from './plan';

const plan = new Plan(honeycomb(6, 6, 'pointy'));
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -40 500 400"></svg>';

/** A page without workers and canvases, as tests have it and very old browsers. */
describe('the map on a page that cannot draw', () => {
  let camera: Camera;
  let map: HTMLElement;
  let view: ReturnType<typeof mount>;
  const onhex = vi.fn();

  beforeEach(async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = vi.fn();
        disconnect = vi.fn();
      },
    );
    const media = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.stubGlobal('matchMedia', () => media);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(SVG)));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    onhex.mockReset();
    camera = new Camera();
    const children = createRawSnippet(() => ({ render: () => '<button>counter</button>' }));
    const props: ComponentProps<typeof MapView> = {
      plan,
      camera,
      svg: '/map.svg',
      scheme: 'night',
      layers: [],
      onhex,
      children,
    };
    view = mount(MapView, { target: document.body, props });
    flushSync();
    await vi.waitFor(() => expect(document.querySelector('img')).not.toBeNull());
    map = document.querySelector('.map') as HTMLElement;
    camera.centreOn(...plan.centre('0202'), { zoom: 2.5, smooth: false });
    flushSync();
  });
  afterEach(async () => {
    await unmount(view);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('shows the drawing as a picture in its place, in the scheme asked for', () => {
    const image = document.querySelector('img') as HTMLImageElement;
    expect(image.getAttribute('src')).toBe('/map.svg?scheme=night');
    expect(image.style.width).toBe('1250px');
    const [x, y] = camera.toScreen(-40, -40);
    expect(image.style.transform).toBe(`translate(${x}px, ${y}px)`);
  });

  it('tells the hex of a click, and nothing of a click on a counter', () => {
    const click = (element: Element): boolean =>
      element.dispatchEvent(new MouseEvent('click', { clientX: 400, clientY: 300, bubbles: true }));
    click(document.querySelector('button') as Element);
    expect(onhex).not.toHaveBeenCalled();
    click(map);
    expect(onhex).toHaveBeenCalledWith('0202', expect.anything(), 'click');
  });

  it('is played by keyboard: a cursor, and a choice', () => {
    const press = (key: string, shiftKey = false): boolean =>
      map.dispatchEvent(
        new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
      );
    vi.stubGlobal('PointerEvent', MouseEvent);
    press('ArrowRight', true);
    press('ArrowRight', true);
    expect(onhex).toHaveBeenLastCalledWith('0203', expect.anything(), 'move');
    press('Enter');
    expect(onhex).toHaveBeenLastCalledWith('0203', expect.anything(), 'click');
    flushSync();
    expect(document.querySelector('[aria-live]')?.textContent).toContain('0203');
    const before = camera.zoom;
    expect(press('+')).toBe(false);
    expect(camera.zoom).toBeCloseTo(before * Math.SQRT2);
    press('0');
    expect(camera.zoom).toBeCloseTo(camera.least);
    expect(press('q')).toBe(true);
  });
});
