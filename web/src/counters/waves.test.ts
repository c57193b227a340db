import { describe, expect, it } from 'vitest';

import { advance, lane, WAVE } from './waves';

const things = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `k${n}`, n }));

describe('waves', () => {
  it('draw little at once', () => {
    const wanted = things(WAVE);
    expect(advance([], wanted, () => 0)).toBe(wanted);
  });

  it('draw much by and by, the first first, in the order that is wanted', () => {
    const wanted = things(WAVE * 2 + 5);
    const one = advance([], wanted, (thing) => -thing.n);
    expect(one).toHaveLength(WAVE);
    expect(one.at(-1)).toBe(wanted.at(-1));
    expect(one.map((thing) => thing.n)).toEqual(one.map((thing) => thing.n).sort((a, b) => a - b));
    const two = advance(one, wanted, (thing) => -thing.n);
    expect(two).toHaveLength(WAVE * 2);
    expect(advance(two, wanted, (thing) => -thing.n)).toBe(wanted);
  });

  it('drop at once what is no longer wanted, and take what changed', () => {
    const changed = [{ key: 'k1', n: 99 }];
    expect(advance(things(9), changed, () => 0)).toBe(changed);
  });
});

describe('lanes', () => {
  it('change one at a time', () => {
    const one = lane(['a', 'a', 'a'], 'b', false);
    expect(one).toEqual(['b', 'a', 'a']);
    expect(lane(one, 'b', false)).toEqual(['b', 'b', 'a']);
  });

  it('change together when there is little to do, and not at all when nothing changes', () => {
    expect(lane(['a', 'a'], 'b', true)).toEqual(['b', 'b']);
    const done = ['b', 'b'];
    expect(lane(done, 'b', false)).toBe(done);
  });
});
