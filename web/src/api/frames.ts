// The frames of a socket, under the names the page uses.

import type { EventNews, MatterNews, TakenBackNews } from './schema';

export type { NewsFrame, PositionFrame, SentFrame, ToldFrame } from './schema';
export type News = EventNews | TakenBackNews | MatterNews;
