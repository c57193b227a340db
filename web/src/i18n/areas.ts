// Every area of the screen and the file of its words. A new area is named here once.

import type common from './en/common.json';
import type counters from './en/counters.json';
import type lobby from './en/lobby.json';
import type map from './en/map.json';
import type orders from './en/orders.json';
import type panels from './en/panels.json';
import type record from './en/record.json';
import type table from './en/table.json';
import type lesson from './en/lesson.json';

export interface Areas {
  common: typeof common;
  counters: typeof counters;
  lesson: typeof lesson;
  lobby: typeof lobby;
  map: typeof map;
  orders: typeof orders;
  panels: typeof panels;
  record: typeof record;
  table: typeof table;
}
