/** Room: how much of it this screen has, and what that means for what lies beside the map. */

/** Up to this width the panels are a sheet below the map (as theme.css and the components say). */
const BELOW = 900;
/** Up to this width they are a card that lies on the map when it is wanted. */
const SLIM = 1200;
const PHONE = 600;
/** A screen lower than this has no room for a sheet below the map, unless it is a phone's. */
const LOW = 500;

export class Room {
  width = $state(window.innerWidth);
  height = $state(window.innerHeight);
  /** Whether the sheet below the map shows only its head. */
  folded = $state(true);

  /** Whether panels and questions are a sheet below the map. */
  get below(): boolean {
    return this.width <= PHONE || (this.width <= BELOW && this.height >= LOW);
  }

  /** Whether the map would have too little of the screen beside an open column. */
  get slim(): boolean {
    return this.width <= SLIM && !this.below;
  }

  measure(): void {
    this.width = window.innerWidth;
    this.height = window.innerHeight;
  }
}

export const room = new Room();
