/** The selected pot of the last hand: its five cards are outlined on the board and in the hands. */
export const chosen = $state({ key: "" });
