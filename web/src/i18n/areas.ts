// Every area of the screen and the file of its words. A new area is named here once.

import type account from './en/account.json';
import type briefing from './en/briefing.json';
import type coach from './en/coach.json';
import type common from './en/common.json';
import type counters from './en/counters.json';
import type intents from './en/intents.json';
import type lobby from './en/lobby.json';
import type map from './en/map.json';
import type orders from './en/orders.json';
import type panels from './en/panels.json';
import type playback from './en/playback.json';
import type primer from './en/primer.json';
import type record from './en/record.json';
import type rules from './en/rules.json';
import type table from './en/table.json';
import type lesson from './en/lesson.json';
import type trying from './en/trying.json';

export interface Areas {
  account: typeof account;
  briefing: typeof briefing;
  coach: typeof coach;
  common: typeof common;
  counters: typeof counters;
  intents: typeof intents;
  lesson: typeof lesson;
  lobby: typeof lobby;
  map: typeof map;
  orders: typeof orders;
  panels: typeof panels;
  playback: typeof playback;
  primer: typeof primer;
  record: typeof record;
  rules: typeof rules;
  table: typeof table;
  trying: typeof trying;
}
