/** How many sides the dice of the game have that lies on the table. */
export const usual = $state({ sides: 6 });
