// What the page and the worker that draws tiles say to each other.

import type { Box } from './box';
import type { Tile } from './tiles';

/** A typeface as the style sheet of the page declares it. */
export interface Face {
  readonly family: string;
  readonly source: string;
  readonly weight: string;
  readonly style: string;
  readonly range: string;
}

export type Errand =
  /** Fetch a sheet and draw it small as a whole. */
  | {
      readonly do: 'load';
      readonly sheet: number;
      readonly url: string;
      readonly faces: readonly Face[];
    }
  /** Draw these tiles in this order and nothing else that was asked for before. */
  | {
      readonly do: 'draw';
      readonly sheet: number;
      readonly zoom: number;
      readonly pixels: number;
      readonly tiles: readonly Tile[];
    }
  | { readonly do: 'forget'; readonly sheet: number };

export type Delivery =
  | {
      readonly did: 'load';
      readonly sheet: number;
      readonly box: Box;
      readonly picture: ImageBitmap;
    }
  | {
      readonly did: 'draw';
      readonly sheet: number;
      readonly tile: Tile;
      readonly bitmap: ImageBitmap;
    }
  | { readonly did: 'fail'; readonly sheet: number; readonly why: string };
