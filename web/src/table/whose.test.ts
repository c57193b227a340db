import { afterEach, expect, test } from 'vitest';

import { speak } from '../i18n';
import { thinking, wins } from './whose';

afterEach(() => speak('en'));

test('one side is thinking, and the Allies are', async () => {
  expect(thinking('Soviet')).toBe('Soviet is thinking…');
  expect(thinking('Allies')).toBe('Allies are thinking…');
  expect(thinking('North, Allies')).toBe('North, Allies are thinking…');
  expect(wins('Allies')).toBe('Allies have won');
  await speak('de');
  expect(thinking('Alliierte')).toBe('Alliierte überlegen…');
});
