import { describe, expect, it } from 'vitest';

import { nearest, type Spot, wayOf } from './walk';

const spots: Spot[] = [
  { key: 'here', x: 0, y: 0 },
  { key: 'east', x: 100, y: 0 },
  { key: 'far east', x: 180, y: 0 },
  { key: 'north-east', x: 60, y: -70 },
  { key: 'south', x: -20, y: 90 },
];
const here = spots[0] as Spot;

describe('walking', () => {
  it('goes to the nearest straight ahead', () => {
    expect(nearest(spots, here, 'right')?.key).toBe('east');
    expect(nearest(spots, here, 'up')?.key).toBe('north-east');
    expect(nearest(spots, here, 'down')?.key).toBe('south');
  });

  it('goes nowhere when nobody is that way', () => {
    expect(nearest(spots, here, 'left')).toBeUndefined();
  });

  it('prefers ahead to aside', () => {
    const choice = [here, { key: 'aside', x: 40, y: 60 }, { key: 'ahead', x: 90, y: 5 }];
    expect(nearest(choice, here, 'right')?.key).toBe('ahead');
  });

  it('can come back the way it went', () => {
    const east = spots[1] as Spot;
    expect(nearest(spots, east, 'left')?.key).toBe('here');
  });

  it('understands arrow keys and no others', () => {
    expect(wayOf('ArrowUp')).toBe('up');
    expect(wayOf('a')).toBeUndefined();
  });
});
