import { expect, test, vi } from 'vitest';

import { Trouble } from '../api/client';
import { Coalesced, Nap, Newest, pause, untilHeard } from './patience';

const trouble = (error: string, status: number, wait: number | null = null) =>
  new Trouble(
    { error, detail: error, rule: null, would_be_right: null, refusals: [] },
    status,
    wait,
  );

test('what is asked for during a run is done once more, not once each', async () => {
  const gates: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => gates.push(resolve)));
  const coalesced = new Coalesced(work);
  const all = [coalesced.ask(), coalesced.ask(), coalesced.ask()];
  expect(work).toHaveBeenCalledTimes(1);
  gates.shift()?.();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  gates.shift()?.();
  await Promise.all(all);
  expect(work).toHaveBeenCalledTimes(2);
});

test('a run that fails does not stop the next one', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('once')).mockResolvedValue(undefined);
  const coalesced = new Coalesced(work);
  await expect(coalesced.ask()).rejects.toThrow('once');
  await coalesced.ask();
  expect(work).toHaveBeenCalledTimes(2);
});

test('a wish that was lost on the way is sent again, longer and longer apart', async () => {
  const wish = vi
    .fn()
    .mockRejectedValueOnce(trouble('unreachable', 0))
    .mockRejectedValueOnce(trouble('busy', 503, 2))
    .mockResolvedValue('done');
  const sleep = vi.fn().mockResolvedValue(undefined);
  await expect(untilHeard(wish, { alive: () => true, sleep })).resolves.toBe('done');
  expect(sleep.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([300, 2000]);
  expect(pause(0)).toBeLessThan(pause(3));
  expect(pause(30)).toBe(8000);
});

test('a wish that was refused is not', async () => {
  const wish = vi.fn().mockRejectedValue(trouble('refused', 409));
  await expect(untilHeard(wish, { alive: () => true })).rejects.toThrow('refused');
  expect(wish).toHaveBeenCalledOnce();
});

test('nobody tries on when the page has gone', async () => {
  let alive = true;
  const wish = vi.fn().mockRejectedValue(trouble('unreachable', 0));
  const sleep = vi.fn(() => {
    alive = false;
    return Promise.resolve();
  });
  await expect(untilHeard(wish, { alive: () => alive, sleep })).rejects.toThrow();
  expect(wish).toHaveBeenCalledOnce();
});

test('only the newest question counts', () => {
  const newest = new Newest();
  const first = newest.begin();
  expect(first()).toBe(true);
  const second = newest.begin();
  expect([first(), second()]).toEqual([false, true]);
  newest.drop();
  expect(second()).toBe(false);
});

test('a nap ends when its time is over, or when somebody wakes it', async () => {
  vi.useFakeTimers();
  const nap = new Nap();
  const ended = vi.fn();
  void nap.sleep(1000).then(ended);
  await vi.advanceTimersByTimeAsync(500);
  expect(ended).not.toHaveBeenCalled();
  nap.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
  void nap.sleep(100).then(ended);
  await vi.advanceTimersByTimeAsync(100);
  expect(ended).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
